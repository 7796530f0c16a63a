import type { Terms } from './queries.ts'
import { isShortPrefix, TERM, wordsOf } from './terms.ts'

/** Articles that fit a search better than others, by how much. */
export type Boost = { terms: Terms; weight: number }

/** What every article that is found must have, and what makes some of them fit better. */
export type Search = { required: Terms[]; merits: Boost[] }

/** The last of all characters: every word that begins with something comes before it. */
const LAST = '\u{10ffff}'
/** A word in the title says more of an article than one in its text, however often it comes there. */
const IN_TITLE = 8
const MANY_TIMES = 2
const SOME_TIMES = 1
const WHOLE_WORD = 1

/**
 * A search for all words of a text, of which the last may be the beginning of one. Signs are no words; a text of signs alone
 * finds nothing. Undefined when nothing is looked for.
 */
export function parseSearch(text: string): Search | undefined {
  if (text.trim() === '') return undefined
  const words = wordsOf(text)
  const last = words.pop()
  if (last === undefined) return { required: [[]], merits: [] }
  const before = [...new Set(words)]
  return {
    required: [...before.map((word) => [TERM.word(word)]), startingWith(last, TERM.word, TERM.prefix)],
    merits: [
      ...before.map((word) => ({ terms: [TERM.inTitle(word)], weight: IN_TITLE })),
      { terms: startingWith(last, TERM.inTitle, TERM.titlePrefix), weight: IN_TITLE },
      { terms: [TERM.word(last)], weight: WHOLE_WORD },
      ...[...before, last].flatMap((word) => [
        { terms: [TERM.someTimes(word)], weight: SOME_TIMES },
        { terms: [TERM.manyTimes(word)], weight: MANY_TIMES },
      ]),
    ],
  }
}

function startingWith(prefix: string, whole: (word: string) => string, short: (prefix: string) => string): Terms {
  return isShortPrefix(prefix) ? [short(prefix)] : [[whole(prefix), whole(prefix) + LAST]]
}
