import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/http/schemas.ts'
import { LanguageCode } from '#platform/language.ts'
import type { FieldError } from '#platform/problem.ts'

/** The language that names are taken from when it is set. */
const NAMING_LANGUAGE = 'en-us'
const MOST_CHARACTERS = 1000

export const LocalizedName = Type.Object({
  language_code: LanguageCode,
  value: Nullable('string', { format: 'text', maxLength: MOST_CHARACTERS, description: 'null when there is none' }),
})
export type LocalizedName = Static<typeof LocalizedName>

export const LocalizedNames = Type.Array(LocalizedName, { maxItems: 200 })

/** The translations that are set, by lower-case language; this is how they are stored. */
export type Translations = Record<string, string>

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
  return { field, code: 'repeated', message: 'This language is given twice.' }
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

/** The name in one language: en-us, else the first that is set, else what the caller falls back to. */
export function nameOf(translations: Translations, languages: readonly string[], fallback: string): string {
  const named = translations[NAMING_LANGUAGE]
  if (named !== undefined) return named
  const first = languages.find((one) => translations[one] !== undefined) ?? Object.keys(translations).sort()[0]
  return first === undefined ? fallback : (translations[first] ?? fallback)
}
