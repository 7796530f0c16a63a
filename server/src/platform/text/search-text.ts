import { fold } from './text.ts'

/** Long enough to sort by, short enough for an index. */
const SORT_CHARACTERS = 200

/** More words make no search clearer. */
const MAX_WORDS = 12

const PLAIN_WORDS = /^[a-z\d]+(?: [a-z\d]+)*$/

/** The words of a search, folded. */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(/\s+/))].filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** What a search looks through: each of these texts, at the beginning of a word. */
export function searchText(texts: readonly string[]): string {
  const folded = texts.map(fold)
  return ` ${folded
    .filter((text, index) => folded.indexOf(text) === index)
    .map(withWordsApart)
    .join(' ')} `
}

/** Saint-Denis is looked for as a whole, and at the beginning of each of its words. */
function withWordsApart(text: string): string {
  if (PLAIN_WORDS.test(text)) return text
  const apart = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  return apart === '' || apart === text.trim() ? text : `${text} ${apart}`
}

/** What a list is sorted by: no case, no accents, and not too long for an index. */
export function sortText(text: string): string {
  const folded = fold(text)
  return folded.length <= SORT_CHARACTERS ? folded : [...folded].slice(0, SORT_CHARACTERS).join('')
}
