import { useMemo, useSyncExternalStore } from 'react'
import { translate, type Values, type Words } from './translate.ts'

/** The words of one part of the portal, loaded in one language at a time. */
export type WordSet<W extends Words = Words> = {
  /** The name under which catalogues have them. */
  name: string
  /** Never set: it carries the type of the words, which says which keys there are. */
  type?: W
}

/** All words of one language, by the names of their sets: the first ones are part of it, the others are loaded. */
export type Catalogue = {
  first: Record<string, Words>
  files: Record<string, () => Promise<{ words: Words }>>
}

type WordsOf<S extends WordSet> = S extends WordSet<infer W> ? W : never
type Counted = 'zero' | 'one' | 'other' | 'many'
type Plain<K extends string> = K extends `${infer Base}_${Counted}` ? Base : K
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Plain<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string]

/** A key of a word set: `'list.title'`; `'pages'` for `pages_one` and `pages_other`. */
export type WordKey<S extends WordSet> = KeysOf<WordsOf<S>>
export type Translate<S extends WordSet> = (key: WordKey<S>, values?: Values) => string

type Load = <Module>(load: () => Promise<Module>) => Promise<Module>
/** By the code of the language. */
type Catalogues = Record<string, () => Promise<Catalogue>>

/** What there is of a language so far, by the names of the sets. */
type Vocabulary = {
  catalogue: Promise<Catalogue>
  loaded: Map<string, Words>
  loading: Map<string, Promise<Words>>
}

let catalogues: Catalogues = {}
let loadFile: Load = (load) => load()
/** What is spoken; nothing until the first words are there. */
let language = ''
let locale = ''
/** What is to be spoken as soon as its words are there. */
let wanted = ''
let change: Promise<void> = Promise.resolve()
/** The sets that pages have asked for. */
const used = new Set<string>()
/** By the code of the language. */
const vocabularies = new Map<string, Vocabulary>()
const listeners = new Set<() => void>()

/**
 * A word set: `defineWords<typeof words>('ui/ui')` has its words in `ui/words/<language>/ui.ts`. Those of English, from which
 * the type comes, say which keys there are.
 */
export function defineWords<W extends Words>(name: string): WordSet<W> {
  return { name }
}

/** Says where words come from, and how their files are loaded, for example again after a lost connection. */
export function setCatalogues(from: Catalogues, load: Load): void {
  catalogues = from
  loadFile = load
}

/** Words that are wanted at once when they are shown. */
export function loadWords(set: WordSet): Promise<unknown> {
  return loadIn(wanted, set.name)
}

function loadIn(code: string, name: string): Promise<Words> {
  used.add(name)
  const { loaded, loading } = vocabularyOf(code)
  const known = loading.get(name)
  if (known) return known
  const underWay = find(code, name).then((words) => {
    loaded.set(name, words)
    return words
  })
  loading.set(name, underWay)
  return underWay
}

async function find(code: string, name: string): Promise<Words> {
  const { first, files } = await vocabularyOf(code).catalogue
  const known = first[name]
  if (known) return known
  const file = files[name]
  if (!file) throw new Error(`The catalogue of ${code} has no words ${name}.`)
  return (await loadFile(file)).words
}

function vocabularyOf(code: string): Vocabulary {
  const known = vocabularies.get(code)
  if (known) return known
  const loaded = new Map<string, Words>()
  const vocabulary = { catalogue: loadCatalogue(code, loaded), loaded, loading: new Map() }
  vocabularies.set(code, vocabulary)
  return vocabulary
}

async function loadCatalogue(code: string, loaded: Map<string, Words>): Promise<Catalogue> {
  const load = catalogues[code]
  if (!load) throw new Error(`The build has no catalogue of ${code}.`)
  const catalogue = await loadFile(load)
  for (const [name, words] of Object.entries(catalogue.first)) loaded.set(name, words)
  return catalogue
}

/** Changes the language once all words that pages use are there in it, so that no page waits for them. */
export function changeLanguage(code: string, nextLocale: string): Promise<void> {
  wanted = code
  change = applyLanguage(code, nextLocale)
  return change
}

async function applyLanguage(code: string, nextLocale: string): Promise<void> {
  await vocabularyOf(code).catalogue
  await Promise.all([...used].map((name) => loadIn(code, name)))
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
  const words = vocabularies.get(spoken)?.loaded.get(set.name)
  if (!words) throw loadIn(spoken, set.name)
  return { words, spoken }
}

/** A word that is shown later, in the language that is spoken then. */
export type Word = { set: WordSet; key: string }

export function word<S extends WordSet>(set: S, key: WordKey<S>): Word {
  return { set, key }
}

/** The text of a word whose set is loaded already. */
export function textOf({ set, key }: Word, values?: Values): string {
  const words = vocabularies.get(language)?.loaded.get(set.name)
  return words ? translate(words, language, key, values) : key
}

/** `textOf` for a page, which is drawn anew when the language changes. */
export function useTextOf(): typeof textOf {
  useLanguage()
  return textOf
}
