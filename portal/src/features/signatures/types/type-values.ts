import type { SignatureType, SignatureTypeInput } from './types.api.ts'

export type TypeValues = {
  id: string
  names: Record<string, string>
  consents: Record<string, string>
  expiry_days: number | ''
  reminder_days: number | ''
}

type Localized = SignatureType['localized_names']

const byLanguage = (texts: Localized) =>
  Object.fromEntries(texts.map(({ language_code, value }) => [language_code, value ?? '']))

const asList = (texts: Record<string, string>): Localized =>
  Object.entries(texts).map(([language_code, value]) => ({ language_code, value: value.trim() || null }))

/** What the form starts with. A type that has a name in no language is called so in the first one. */
export function valuesOf(type: SignatureType | undefined, [first = 'en-us']: string[]): TypeValues {
  const names = byLanguage(type?.localized_names ?? [])
  const isNamed = Object.values(names).some((name) => name !== '')
  return {
    id: type?.id ?? '',
    names: type && !isNamed ? { ...names, [first]: type.name } : names,
    consents: byLanguage(type?.localized_consents ?? []),
    expiry_days: type?.expiry_days ?? '',
    reminder_days: type?.reminder_days ?? '',
  }
}

/** What is sent; the first name of the client's languages is the one that stands where none fits. */
export function inputOf(values: TypeValues, languages: string[]): SignatureTypeInput {
  const name = languages.map((language) => values.names[language]?.trim()).find(Boolean)
  return {
    ...(name ? { name } : {}),
    localized_names: asList(values.names),
    localized_consents: asList(values.consents),
    expiry_days: values.expiry_days === '' ? null : values.expiry_days,
    reminder_days: values.reminder_days === '' ? null : values.reminder_days,
  }
}
