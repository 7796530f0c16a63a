import { fold } from './text.ts'

/** Long enough to sort by, short enough for an index. */
const SORT_CHARACTERS = 200

/** What a search looks through: each of these texts, at the beginning of a word. */
export function searchText(texts: Iterable<string>): string {
  const folded = new Set(Array.from(texts, fold))
  return ` ${[...folded].map(withWordsApart).join(' ')} `
}

/** Saint-Denis is looked for as a whole, and at the beginning of each of its words. */
function withWordsApart(text: string): string {
  const apart = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  return apart === '' || apart === text.trim() ? text : `${text} ${apart}`
}

/** What a list is sorted by: no case, no accents, and not too long for an index. */
export function sortText(text: string): string {
  const folded = fold(text)
  return folded.length <= SORT_CHARACTERS ? folded : [...folded].slice(0, SORT_CHARACTERS).join('')
}
