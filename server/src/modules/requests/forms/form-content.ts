import type { LocalizedName } from '#kernel/languages/localized-names.ts'
import type { FormField, FormInput, TranslatedFormInput } from './schemas.ts'

export type PlainCategory = { slug: string; name: string; language_code: string; description: string }
/** Translations are left out where there are none: then a category is stored as applications know it. */
type Category = PlainCategory & { localized_names?: LocalizedName[]; localized_descriptions?: LocalizedName[] }
export type FormContent = Required<Omit<FormInput, 'category'>> & { category: Category | null }

/** A form with everything that was left out; this is how it is stored. */
export function formContent(input: TranslatedFormInput): FormContent {
  const { category } = input
  return {
    title: input.title,
    localized_titles: inLowerCase(input.localized_titles),
    category: category ? categoryContent(category) : null,
    featured: input.featured ?? false,
    visible_by_employee: input.visible_by_employee ?? false,
    fields: input.fields.map(fieldContent),
    assign_to: [...new Set(input.assign_to ?? [])],
    due_in_days: input.due_in_days ?? null,
  }
}

function categoryContent({
  slug,
  name,
  language_code = 'en-us',
  description = '',
  localized_names,
  localized_descriptions,
}: NonNullable<TranslatedFormInput['category']>): Category {
  const names = inLowerCase(localized_names)
  const descriptions = inLowerCase(localized_descriptions)
  return {
    slug,
    name,
    language_code: language_code.toLowerCase(),
    description,
    ...(names.length > 0 ? { localized_names: names } : {}),
    ...(descriptions.length > 0 ? { localized_descriptions: descriptions } : {}),
  }
}

/** A category as applications know it, by one name. */
export function plainCategory(category: Category | null): PlainCategory | null {
  if (!category) return null
  const { slug, name, language_code, description } = category
  return { slug, name, language_code, description }
}

/** A category in the language of its reader. */
export function categoryIn(category: Category, language: string | undefined) {
  const { slug, name, description, localized_names, localized_descriptions } = category
  return {
    slug,
    name: inLanguage(localized_names, language, name),
    description: inLanguage(localized_descriptions, language, description),
  }
}

function fieldContent(field: FormField): FormField {
  const { code, label, type, required = false, choices, dataset, dimension, max_length } = field
  const names = field.localized_choices?.map(({ choice, localized_names }) => ({
    choice,
    localized_names: inLowerCase(localized_names),
  }))
  return {
    code,
    label,
    localized_labels: inLowerCase(field.localized_labels),
    type,
    required,
    ...(choices ? { choices } : {}),
    ...(names?.length ? { localized_choices: names } : {}),
    ...(dataset === undefined ? {} : { dataset }),
    ...(dimension === undefined ? {} : { dimension }),
    ...(max_length === undefined ? {} : { max_length }),
  }
}

function inLowerCase(names: LocalizedName[] = []): LocalizedName[] {
  return names.flatMap(({ language_code, value }) =>
    value === null ? [] : [{ language_code: language_code.toLowerCase(), value }],
  )
}

/** The text in a language, or in one that is near it (`fr` for `fr-ca`), else what stands for all. */
export function inLanguage(
  names: LocalizedName[] | undefined,
  language: string | undefined,
  otherwise: string,
): string {
  if (language === undefined || !names) return otherwise
  const wanted = language.toLowerCase()
  const stem = wanted.split('-')[0]
  const given = names.filter((one) => one.value !== null)
  const found =
    given.find((one) => one.language_code === wanted) ?? given.find((one) => one.language_code.split('-')[0] === stem)
  return found?.value ?? otherwise
}
