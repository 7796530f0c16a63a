import { useMemo, useSyncExternalStore } from 'react'
import * as app from '#app/words/en/app.ts'
import * as employeeHome from '#features/home/words/en/employee.ts'
import { loadModule } from '#kernel/api/connection.ts'
import * as requestStatus from '#shared/requests/words/en.ts'
import { translate, type Values, type Words } from '#ui/language/translate.ts'
import * as ui from '#ui/words/en.ts'

/** The words of each part: at hand for the first page, and otherwise loaded with the first page of the feature. */
const PARTS = {
  app: () => Promise.resolve(app),
  ui: () => Promise.resolve(ui),
  employeeHome: () => Promise.resolve(employeeHome),
  requestStatus: () => Promise.resolve(requestStatus),
  navigation: () => import('#app/words/en/navigation.ts'),
  bulk: () => import('#shared/bulk/words/en.ts'),
  auth: () => import('#features/auth/words/en/passwords.ts'),
  logIn: () => import('#features/auth/words/en/account.ts'),
  myDocuments: () => import('#features/documents/words/en/employee.ts'),
  profile: () => import('#features/auth/words/en/profile.ts'),
  documentTypes: () => import('#features/documents/words/en/types.ts'),
  folders: () => import('#features/documents/words.ts'),
  requests: () => import('#features/requests/words/en/requests.ts'),
  requestDesk: () => import('#features/requests/words/en/manager.ts'),
  formBuilder: () => import('#features/requests/words/en/forms.ts'),
  articles: () => import('#features/articles/words.ts'),
  search: () => import('#features/search/words/en.ts'),
  directory: () => import('#features/directory/words/en/directory.ts'),
  distributions: () => import('#features/distributions/words.ts'),
  imports: () => import('#features/imports/words/en.ts'),
  datasets: () => import('#features/datasets/words.ts'),
  webhooks: () => import('#features/webhooks/words.ts'),
  events: () => import('#features/events/words/en.ts'),
  access: () => import('#features/auth/words/en/single-sign-on.ts'),
  applications: () => import('#features/auth/words/en/applications.ts'),
  help: () => import('#features/help/words/en.ts'),
  system: () => import('#features/system/words/en.ts'),
  signatures: () => import('#features/signatures/words.ts'),
  signatureProcesses: () => import('#features/signatures/process-words.ts'),
  signatureWizard: () => import('#features/signatures/draft-words.ts'),
  signatureTypes: () => import('#features/signatures/words/en/types.ts'),
}

export type Part = keyof typeof PARTS
export type Language = 'en' | 'fr'
type WordsOf<P extends Part> = Awaited<ReturnType<(typeof PARTS)[P]>>['en']

type Counted = 'one' | 'other' | 'many'
type Plain<K extends string> = K extends `${infer Base}_${Counted}` ? Base : K
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Plain<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string]

/** A key of a part's words: `'list.title'`; `'pages'` for `pages_one` and `pages_other`. */
export type WordKey<P extends Part> = KeysOf<WordsOf<P>>
export type Translate<P extends Part> = (key: WordKey<P>, values?: Values) => string

/** The languages the portal speaks: its name there, and the tag that a person is given. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en-us' },
  fr: { name: 'Français', tag: 'fr-fr' },
} as const satisfies Record<Language, { name: string; tag: string }>

type Loaded = Record<Language, Words>

const loaded = new Map<Part, Loaded>(Object.entries({ app, ui, employeeHome, requestStatus }) as [Part, Loaded][])
const loading = new Map<Part, Promise<Loaded>>()

/** Words that are wanted at once when they are shown. */
export function loadWords(part: Part): Promise<Loaded> {
  let underWay = loading.get(part)
  if (!underWay) {
    underWay = loadModule(PARTS[part] as () => Promise<Loaded>).then((words) => {
      loaded.set(part, words)
      return words
    })
    loading.set(part, underWay)
  }
  return underWay
}

let language: Language = 'en'
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setLanguage(next: Language): void {
  language = next
  document.documentElement.setAttribute('lang', next)
  for (const listener of listeners) listener()
}

let locale = 'en-US'

/** The locale for dates and numbers: `en-US`, `fr-FR` … */
export function currentLocale(): string {
  return locale
}

export function currentLanguage(): Language {
  return language
}

/** Starts with the browser's language. */
export function startWords(): void {
  const tag = rememberedTag() ?? navigator.languages.find((wanted) => languageOf(wanted)) ?? 'en-us'
  locale = localeOf(tag)
  setLanguage(languageOf(tag) ?? 'en')
}

/** Speaks the language of a tag such as `fr-fr`; a language without words is spoken as English. */
export function speak(tag: string): void {
  const next = languageOf(tag) ?? 'en'
  locale = localeOf(tag)
  if (next !== language) setLanguage(next)
}

/** What was chosen before logging in is kept by this browser. */
export function speakAndRemember(tag: string): void {
  localStorage.setItem('dossier-language', tag)
  speak(tag)
}

/** The words of a part, in the language of the person: `const t = useWords('requests')`. Suspends until they are there. */
export function useWords<P extends Part>(part: P): Translate<P> {
  const spoken = useLanguage()
  const both = loaded.get(part)
  if (!both) throw loadWords(part)
  const words = both[spoken]
  return useMemo(() => (key, values) => translate(words, spoken, key, values), [words, spoken])
}

export function useLanguage(): Language {
  return useSyncExternalStore(listen, currentLanguage)
}

function languageOf(tag: string | undefined): Language | undefined {
  const base = tag?.slice(0, 2).toLowerCase()
  return base === 'en' || base === 'fr' ? base : undefined
}

function localeOf(tag: string): string {
  if (!languageOf(tag)) return 'en-US'
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en-US'
  } catch {
    // A well-formed tag that browsers do not take, such as en-gb-oed.
    return languageOf(tag) ?? 'en-US'
  }
}

function rememberedTag(): string | null {
  return localStorage.getItem('dossier-language')
}

/** A word of a part that is loaded already, outside of `useWords`. */
export function wordOf(part: Part, key: string): string {
  const words = loaded.get(part)
  return words ? translate(words[language], language, key) : key
}
