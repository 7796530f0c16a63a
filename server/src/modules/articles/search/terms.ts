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
 * What an article is found by: its words, in whatever language. How often a word comes counts in the language in which it
 * comes most often. The postings hold what this answered when an article was stored: anyone who changes it must have them made
 * anew.
 */
export function wordTerms(languages: readonly Worded[]): Set<string> {
  const inTitle = new Set<string>()
  const times = new Map<string, number>()
  for (const { title, body } of languages) {
    const titleWords = wordsOf(title)
    const here = new Map<string, number>()
    for (const word of titleWords) inTitle.add(word)
    for (const word of [...titleWords, ...wordsOf(textOfHtml(body))]) here.set(word, (here.get(word) ?? 0) + 1)
    for (const [word, count] of here) times.set(word, Math.max(times.get(word) ?? 0, count))
  }
  const terms = new Set<string>()
  for (const [word, count] of [...times].slice(0, MAX_WORDS)) {
    terms.add(TERM.word(word))
    for (const prefix of shortPrefixes(word)) terms.add(TERM.prefix(prefix))
    if (count >= SOME_TIMES) terms.add(TERM.someTimes(word))
    if (count >= MANY_TIMES) terms.add(TERM.manyTimes(word))
  }
  for (const word of inTitle) {
    terms.add(TERM.inTitle(word))
    for (const prefix of shortPrefixes(word)) terms.add(TERM.titlePrefix(prefix))
  }
  return terms
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
