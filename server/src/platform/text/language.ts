import { Type } from 'typebox'

// RFC 5646, section 2.1.
const LANGTAG =
  '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})' +
  '(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*' +
  '(?:-[a-wy-z\\d](?:-[a-z\\d]{2,8})+)*(?:-x(?:-[a-z\\d]{1,8})+)?'
const PRIVATE_USE = 'x(?:-[a-z\\d]{1,8})+'
const IRREGULAR =
  'en-gb-oed|i-ami|i-bnn|i-default|i-enochian|i-hak|i-klingon|i-lux|i-mingo|i-navajo|i-pwn|i-tao|i-tay|i-tsu|' +
  'sgn-be-fr|sgn-be-nl|sgn-ch-de'
const WELL_FORMED = new RegExp(`^(?:${LANGTAG}|${PRIVATE_USE}|${IRREGULAR})$`, 'i')

/** Whether a text is a well-formed BCP 47 tag, in any case. */
export function isLanguageCode(text: string): boolean {
  return text.length <= 35 && WELL_FORMED.test(text)
}

export const LanguageCode = Type.String({
  format: 'language',
  description: 'A BCP 47 language tag; stored and returned in lower case.',
  examples: ['en-us'],
})

/** The closest of these languages to the wanted one: the same, or else another variant of it, such as `fr-ca` for `fr-fr`. */
export function closestLanguage(languages: readonly string[], wanted: string | null | undefined): string | undefined {
  const language = wanted?.toLowerCase()
  if (!language) return undefined
  const [primary] = language.split('-')
  return languages.find((one) => one === language) ?? languages.find((one) => one.split('-')[0] === primary)
}

/**
 * What Intl takes for this language. It throws for tags that are well-formed and that people may have, such as those for
 * private use (`x-klingon`) and old ones (`i-lux`): these have the order and the words of no language in particular.
 */
export function localeOf(language: string | null | undefined): string {
  try {
    return Intl.getCanonicalLocales(language ?? 'und')[0] ?? 'und'
  } catch {
    return 'und'
  }
}

/** Compares two texts as readers of this language sort them. */
export function orderIn(language: string | null | undefined): (one: string, other: string) => number {
  return new Intl.Collator(localeOf(language)).compare
}
