import { fold } from '#platform/text.ts'
import { nameOf, type Translations } from './localized-names.ts'

/** Long enough to sort by, short enough for an index. */
const SORT_CHARACTERS = 200

/** What a search looks through: the id or code and every translation, each at the beginning of a word. */
export function searchText(idOrCode: string, translations: Translations): string {
  const texts = new Set([idOrCode, ...Object.values(translations)].map(fold))
  return ` ${[...texts].map(withWordsApart).join(' ')} `
}

/** Saint-Denis is looked for as a whole, and at the beginning of each of its words. */
function withWordsApart(text: string): string {
  const apart = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  return text.includes(apart) ? text : `${text} ${apart}`
}

export function sortName(translations: Translations, languages: readonly string[], code: string): string {
  const folded = fold(nameOf(translations, languages, code))
  return folded.length <= SORT_CHARACTERS ? folded : [...folded].slice(0, SORT_CHARACTERS).join('')
}
