import { useMemo, useSyncExternalStore } from 'react'
import { translate, type Values, type Words } from './translate.ts'

/** The words of one part of the portal, loaded in one language at a time. */
export type WordSet<W extends Words = Words> = { load(language: string): Promise<{ words: W }> }

type WordsOf<S extends WordSet> = S extends WordSet<infer W> ? W : never
type Counted = 'zero' | 'one' | 'other' | 'many'
type Plain<K extends string> = K extends `${infer Base}_${Counted}` ? Base : K
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Plain<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string]

/** A key of a word set: `'list.title'`; `'pages'` for `pages_one` and `pages_other`. */
export type WordKey<S extends WordSet> = KeysOf<WordsOf<S>>
export type Translate<S extends WordSet> = (key: WordKey<S>, values?: Values) => string

type Load = <Module>(load: () => Promise<Module>) => Promise<Module>

let loadFile: Load = (load) => load()
/** What is spoken; nothing until the first words are there. */
let language = ''
let locale = ''
/** What is to be spoken as soon as its words are there. */
let wanted = ''
let change: Promise<void> = Promise.resolve()
/** The sets that pages have asked for. */
const used = new Set<WordSet>()
/** By language. */
const loaded = new Map<string, Map<WordSet, Words>>()
const loading = new Map<string, Map<WordSet, Promise<Words>>>()
const listeners = new Set<() => void>()

/**
 * A word set: `defineWords<typeof words>((language) => import(`./words/${language}/requests.ts`))`. The words of English,
 * from which the type comes, say which keys there are.
 */
export function defineWords<W extends Words>(load: (language: string) => Promise<{ words: W }>): WordSet<W> {
  return { load }
}

/** Says how files of words are loaded, for example again after a lost connection. */
export function loadWordsBy(load: Load): void {
  loadFile = load
}

/** Words that are wanted at once when they are shown. */
export function loadWords(set: WordSet): Promise<unknown> {
  return loadIn(wanted, set)
}

function loadIn(code: string, set: WordSet): Promise<Words> {
  used.add(set)
  const known = entryOf(loading, code).get(set)
  if (known) return known
  const underWay = loadFile(() => set.load(code)).then(({ words }) => {
    entryOf(loaded, code).set(set, words)
    return words
  })
  entryOf(loading, code).set(set, underWay)
  return underWay
}

function entryOf<Value>(map: Map<string, Map<WordSet, Value>>, code: string): Map<WordSet, Value> {
  const known = map.get(code)
  if (known) return known
  const made = new Map<WordSet, Value>()
  map.set(code, made)
  return made
}

/** Changes the language once all words that pages use are there in it, so that no page waits for them. */
export function changeLanguage(code: string, nextLocale: string, first: WordSet[] = []): Promise<void> {
  wanted = code
  for (const set of first) used.add(set)
  change = applyLanguage(code, nextLocale)
  return change
}

async function applyLanguage(code: string, nextLocale: string): Promise<void> {
  await Promise.all([...used].map((set) => loadIn(code, set)))
  // Another language may have been chosen meanwhile.
  if (wanted !== code) return change
  locale = nextLocale
  if (code === language) return
  language = code
  document.documentElement.setAttribute('lang', code)
  for (const listener of listeners) listener()
}

/** The locale for dates and numbers: `en-US`, `fr-FR` … */
export function currentLocale(): string {
  return locale
}

export function currentLanguage(): string {
  return language
}

/** Its code: `en`, `fr` … */
export function useLanguage(): string {
  return useSyncExternalStore(listen, currentLanguage)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The words of a set, in the language of the person: `const t = useWords(requestWords)`. Suspends until they are there. */
export function useWords<S extends WordSet>(set: S): Translate<S> {
  const { words, spoken } = useLoaded(set)
  return useMemo(() => (key, values) => translate(words, spoken, key, values), [words, spoken])
}

/** The word of a key that there may be none for, such as a code of the server. */
export function useKnownWord(set: WordSet): (key: string) => string | undefined {
  const { words, spoken } = useLoaded(set)
  return useMemo(
    () => (key) => {
      const text = translate(words, spoken, key)
      return text === key ? undefined : text
    },
    [words, spoken],
  )
}

function useLoaded(set: WordSet): { words: Words; spoken: string } {
  const spoken = useLanguage()
  const words = loaded.get(spoken)?.get(set)
  if (!words) throw loadIn(spoken, set)
  return { words, spoken }
}

/** A word that is shown later, in the language that is spoken then. */
export type Word = { set: WordSet; key: string }

export function word<S extends WordSet>(set: S, key: WordKey<S>): Word {
  return { set, key }
}

/** The text of a word whose set is loaded already. */
export function textOf({ set, key }: Word, values?: Values): string {
  const words = loaded.get(language)?.get(set)
  return words ? translate(words, language, key, values) : key
}

/** `textOf` for a page, which is drawn anew when the language changes. */
export function useTextOf(): typeof textOf {
  useLanguage()
  return textOf
}
