import type { LocalizedName } from '#platform/localized-names.ts'
import type { FormField, FormInput } from './form-schemas.ts'

type Category = { slug: string; name: string; language_code: string; description: string }
export type FormContent = Required<Omit<FormInput, 'category'>> & { category: Category | null }

/** A form with everything that was left out; this is how it is stored and shown. */
export function formContent(input: FormInput): FormContent {
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
}: NonNullable<FormInput['category']>) {
  return { slug, name, language_code: language_code.toLowerCase(), description }
}

function fieldContent(field: FormField): FormField {
  const { code, label, type, required = false, choices, dataset, dimension, max_length } = field
  const names = field.localized_choices?.map(({ choice, localized_names }) => ({
    ...{ choice, localized_names: inLowerCase(localized_names) },
  }))
  return {
    ...{ code, label, localized_labels: inLowerCase(field.localized_labels), type, required },
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
