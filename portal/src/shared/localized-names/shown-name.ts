import { currentLocale } from '#ui/language/words.ts'

export type LocalizedName = { language_code: string; value: string | null }
export type Named = { name: string; localized_names: LocalizedName[] }

/** What something is called in the language that is spoken, or in the same of another country; else its plain name. */
export function shownName({ name, localized_names }: Named): string {
  const wanted = currentLocale().toLowerCase()
  const [primary] = wanted.split('-')
  const named = localized_names.filter((one) => one.value !== null)
  const found =
    named.find((one) => one.language_code === wanted) ??
    named.find((one) => one.language_code.split('-')[0] === primary)
  return found?.value ?? name
}

/** With the name that is shown; `plain_name` is the one that forms change. */
export function withShownName<Item extends Named>(item: Item): Item & { plain_name: string } {
  return { ...item, name: shownName(item), plain_name: item.name }
}

/** Translations as a form holds them, by language. */
export function toTexts(names: LocalizedName[] | undefined): Record<string, string> {
  return Object.fromEntries(
    (names ?? []).flatMap(({ language_code, value }) => (value ? [[language_code, value]] : [])),
  )
}

/** Translations as they are sent; an empty text is none. */
export function toLocalizedNames(texts: Record<string, string>): LocalizedName[] {
  return Object.entries(texts).map(([language_code, text]) => ({ language_code, value: text.trim() || null }))
}
