/** Two knowledge bases of the same make: a hundred times as many articles in the large one. */
export const KNOWLEDGE = { large: 'articles-large', small: 'articles-small' } as const

export const CATEGORIES = Array.from({ length: 20 }, (_, index) => `category-${index}`)
export const SITES = Array.from({ length: 40 }, (_, index) => `site-${index}`)
export const EMPLOYEE = 'E-1'
export const MANAGER = 'M-1'

/** Of about 300 words in a text, each of these is in 18 % of the articles. */
const COMMON_WORDS = 1500
const RARE_WORDS = 20_000
const WORDS_OF_TEXT = 290
const CONSONANTS = 'bcdfghlmnprstv'
const VOWELS = 'aeiou'

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

function makeWords(count: number, syllables: number, seed: number): string[] {
  const next = numbers(seed)
  const letter = (of: string) => of[next(of.length)] ?? ''
  const words = new Set<string>()
  while (words.size < count) {
    words.add(Array.from({ length: syllables + next(2) }, () => letter(CONSONANTS) + letter(VOWELS)).join(''))
  }
  return [...words]
}

export const commonWords = makeWords(COMMON_WORDS, 3, 1)
export const rareWords = makeWords(RARE_WORDS, 6, 2)

export type GeneratedArticle = {
  slug: string
  title: string
  body: string
  categories: string[]
  featured: boolean
  state: 'published' | 'draft'
  /** Its place in the list of audiences. */
  audience: number
}

/** Who may read: everyone, each site, a grade at each of some sites, managers with a role. */
export const AUDIENCES = [
  {},
  ...SITES.map((site) => ({ organizations: [site] })),
  ...SITES.slice(0, 10).map((site) => ({
    organizations: [site],
    custom_field_rules: [{ field: 'grade', in: ['senior'] }],
  })),
  { custom_field_rules: [{ field: 'grade', in: ['junior'] }] },
  { accessible_by: ['managers'], roles: ['hr'] },
  { accessible_by: ['managers'], roles: ['viewer'] },
]

/** Articles of some 2 kB of text, one after the other. */
export function* generateArticles(count: number): Generator<GeneratedArticle> {
  const next = numbers(3)
  const pick = (from: readonly string[]) => from[next(from.length)] ?? ''
  const text = (words: number) => Array.from({ length: words }, () => pick(commonWords)).join(' ')
  for (let index = 0; index < count; index += 1) {
    const paragraphs = Array.from({ length: 5 }, () => `<p>${text(WORDS_OF_TEXT / 5)}</p>`)
    yield {
      slug: `article-${index}`,
      title: text(3 + next(3)),
      body: `${paragraphs.join('')}<p>${pick(rareWords)} ${pick(rareWords)}</p>`,
      categories: next(4) === 0 ? [...new Set([pick(CATEGORIES), pick(CATEGORIES)])] : [pick(CATEGORIES)],
      featured: next(20) === 0,
      state: next(10) === 0 ? 'draft' : 'published',
      audience: next(3) === 0 ? 0 : next(AUDIENCES.length),
    }
  }
}
