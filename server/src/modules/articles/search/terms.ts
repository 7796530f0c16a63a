import { textOfHtml } from '#platform/text/html-text.ts'
import { fold } from '#platform/text/text.ts'

/** Longer words are found by their beginning. */
const MAX_CHARACTERS = 50
/** An article with more words than this is not found by the others. */
const MAX_WORDS = 20_000
/** Beginnings of words up to this length have postings of their own, since very many words may begin so. */
const SHORT_PREFIX = 3
const SOME_TIMES = 2
const MANY_TIMES = 5

type Worded = { title: string; body: string }

/** The words of a text, without case and accents. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.map((word) => (word.length <= MAX_CHARACTERS ? word : [...word].slice(0, MAX_CHARACTERS).join('')))
}

/**
 * What an article is found by: its words, in whatever language. The postings hold what this returned when an article was
 * stored: a change of this function must rebuild them.
 */
export function wordTerms(languages: readonly Worded[]): Set<string> {
  const terms = new Set<string>()
  for (const [word, count] of [...countWords(languages)].slice(0, MAX_WORDS)) {
    terms.add(TERM.word(word))
    for (const prefix of shortPrefixes(word)) terms.add(TERM.prefix(prefix))
    if (count >= SOME_TIMES) terms.add(TERM.someTimes(word))
    if (count >= MANY_TIMES) terms.add(TERM.manyTimes(word))
  }
  for (const word of languages.flatMap(({ title }) => wordsOf(title))) {
    terms.add(TERM.inTitle(word))
    for (const prefix of shortPrefixes(word)) terms.add(TERM.titlePrefix(prefix))
  }
  return terms
}

/** How often each word comes, in the language in which it comes most often. */
function countWords(languages: readonly Worded[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { title, body } of languages) {
    const here = new Map<string, number>()
    for (const word of [...wordsOf(title), ...wordsOf(textOfHtml(body))]) here.set(word, (here.get(word) ?? 0) + 1)
    for (const [word, count] of here) times.set(word, Math.max(times.get(word) ?? 0, count))
  }
  return times
}

function shortPrefixes(word: string): string[] {
  const start = [...word.slice(0, 2 * SHORT_PREFIX)]
  return Array.from({ length: Math.min(SHORT_PREFIX, start.length) }, (_, index) => start.slice(0, index + 1).join(''))
}

export function isShortPrefix(word: string): boolean {
  return [...word].length <= SHORT_PREFIX
}

/** The names of postings. */
export const TERM = {
  all: 'all',
  featured: 'featured',
  state: (state: string) => `state:${state}`,
  category: (slug: string) => `category:${slug}`,
  audience: (key: number) => `audience:${key}`,
  word: (word: string) => `w:${word}`,
  someTimes: (word: string) => `x:${word}`,
  manyTimes: (word: string) => `y:${word}`,
  inTitle: (word: string) => `t:${word}`,
  prefix: (prefix: string) => `p:${prefix}`,
  titlePrefix: (prefix: string) => `q:${prefix}`,
}

type Faceted = { state: string; featured: boolean; categories: readonly string[]; audience_key: number }

/** What a list is narrowed by. */
export function facetTerms({ state, featured, categories, audience_key }: Faceted): string[] {
  const own = [TERM.all, TERM.state(state), TERM.audience(audience_key), ...categories.map(TERM.category)]
  return featured ? [...own, TERM.featured] : own
}
