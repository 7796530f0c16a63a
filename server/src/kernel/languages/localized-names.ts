import { type Static, Type } from 'typebox'
import { NamedObject, Nullable } from '#platform/http/validation/schemas.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { LanguageCode } from '#platform/text/language.ts'
import { MAX_NAME_CHARACTERS, type Translations } from './translations.ts'

export const LocalizedName = NamedObject('LocalizedName', {
  language_code: LanguageCode,
  value: Nullable('string', {
    format: 'text',
    maxLength: MAX_NAME_CHARACTERS,
    description: 'null if there is none',
  }),
})
export type LocalizedName = Static<typeof LocalizedName>

export const LocalizedNames = Type.Array(LocalizedName, { maxItems: 200 })

/** The translations of a list, and the entries that repeat a language. */
export function parseLocalizedNames(
  names: LocalizedName[],
  field: string,
): { translations: Translations; errors: FieldError[] } {
  const translations: Translations = {}
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, { language_code, value }] of names.entries()) {
    const language = language_code.toLowerCase()
    if (seen.has(language)) errors.push(repeated(`${field}.${index}.language_code`))
    seen.add(language)
    if (value !== null && value !== undefined) translations[language] = value
  }
  return { translations, errors }
}

function repeated(field: string): FieldError {
  return { field, code: 'repeated', message: 'This language appears more than once.' }
}

/** Every language of the client, in its order, then the others that are set; null where unset. */
export function presentLocalizedNames(translations: Translations, languages: readonly string[]): LocalizedName[] {
  const others = Object.keys(translations)
    .filter((one) => !languages.includes(one))
    .sort()
  return [...languages, ...others].map((language_code) => ({
    language_code,
    value: translations[language_code] ?? null,
  }))
}

const TranslatedName = NamedObject('TranslatedName', {
  language_code: LanguageCode,
  value: Nullable('string', {
    format: 'text',
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
    description: 'null if there is none',
  }),
})
/** What something that has a plain name is called in languages of the client. */
export const TranslatedNames = Type.Array(TranslatedName, { maxItems: 200 })

/** The translations that a change leaves: those that are given, else those that there were. Refuses other languages. */
export function changeTranslations(
  given: LocalizedName[] | undefined,
  before: Translations,
  languages: readonly string[],
): Translations {
  if (given === undefined) return before
  const field = 'localized_names'
  const errors = checkTranslations(given, [...languages, ...Object.keys(before)], field)
  if (errors.length > 0) throw invalidFields(errors)
  return parseLocalizedNames(given, field).translations
}

/** What is wrong with translations into these languages. */
export function checkTranslations(names: LocalizedName[], languages: readonly string[], field: string): FieldError[] {
  const message = `This is not a language of the client (expected one of: ${languages.join(', ')}).`
  const unknown = names.flatMap(({ language_code }, index) =>
    languages.includes(language_code.toLowerCase())
      ? []
      : [{ field: `${field}.${index}.language_code`, code: 'unknown_language', message }],
  )
  return [...parseLocalizedNames(names, field).errors, ...unknown]
}
