import { searchWords } from '#platform/text/search-text.ts'
import { fold } from '#platform/text/text.ts'

/** A LIKE pattern for texts that contain this one, case and accents ignored. */
export function containing(text: string): string {
  return `%${escapeLike(fold(text))}%`
}

/** A LIKE pattern for folded texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escapeLike(fold(text).trim())}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Like `containing`; but one or two characters are looked for at the beginning of a word, which an index of trigrams
 * can answer, while it knows nothing of two letters somewhere.
 */
export function containingWord(text: string): string {
  const wanted = fold(text).trim()
  return [...wanted].length < 3 ? `% ${escapeLike(wanted)}%` : `%${escapeLike(wanted)}%`
}

/** LIKE patterns of which a folded text meets all when it contains every word of a search: `LIKE ALL (…)`. */
export function containingAllWords(text: string): string[] {
  return searchWords(text).map(containingWord)
}
