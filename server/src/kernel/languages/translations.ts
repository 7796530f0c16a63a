/** The translations that are set, by lower-case language; this is how they are stored. */
export type Translations = Record<string, string>

export const MAX_NAME_CHARACTERS = 1000

/** The language that names are taken from when it is set. */
const NAMING_LANGUAGE = 'en-us'

/** The name of a row in the language of this parameter, else its plain name: for tables that have both. */
export function localizedNameSql(alias: string, parameter: string): string {
  return `coalesce(${alias}.localized_names ->> ${parameter}, ${alias}.name)`
}

/** The name in one language: en-us, else the first that is set, else what the caller falls back to. */
export function nameOf(translations: Translations, languages: readonly string[], fallback: string): string {
  const named = translations[NAMING_LANGUAGE]
  if (named !== undefined) return named
  const first = languages.find((one) => translations[one] !== undefined) ?? Object.keys(translations).sort()[0]
  return first === undefined ? fallback : (translations[first] ?? fallback)
}

/** The name in this language, else in the same language of another country, else `fallback`. */
export function nameIn(translations: Translations, language: string | null, fallback: string): string {
  if (language === null) return fallback
  const exact = translations[language.toLowerCase()]
  if (exact !== undefined) return exact
  const main = `${language.toLowerCase().split('-')[0]}`
  const kin = Object.keys(translations)
    .filter((one) => one === main || one.startsWith(`${main}-`))
    .sort()[0]
  return kin === undefined ? fallback : (translations[kin] ?? fallback)
}
