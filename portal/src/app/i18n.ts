import i18next, { type BackendModule } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import * as ui from '../ui/words.ts'
import * as app from './words.ts'

/** The words of each part. Those of a feature come with its first page. */
const PARTS = {
  app: () => Promise.resolve(app),
  ui: () => Promise.resolve(ui),
  navigation: () => import('./navigation-words.ts'),
  auth: () => import('../features/auth/words.ts'),
  logIn: () => import('../features/log-in/words.ts'),
  employeeHome: () => import('../features/home/employee-words.ts'),
  myDocuments: () => import('../features/documents/my-words.ts'),
  profile: () => import('../features/home/profile-words.ts'),
  documentTypes: () => import('../features/document-types/words.ts'),
  folders: () => import('../features/folders/words.ts'),
  requests: () => import('../features/requests/words.ts'),
  requestDesk: () => import('../features/requests/desk-words.ts'),
  formBuilder: () => import('../features/requests/builder-words.ts'),
  articles: () => import('../features/articles/words.ts'),
  directory: () => import('../features/directory/words.ts'),
  distributions: () => import('../features/distributions/words.ts'),
  imports: () => import('../features/imports/words.ts'),
  datasets: () => import('../features/datasets/words.ts'),
  webhooks: () => import('../features/webhooks/words.ts'),
  access: () => import('../features/access/words.ts'),
  applications: () => import('../features/access/application-words.ts'),
  system: () => import('../features/system/words.ts'),
  signatures: () => import('../features/signatures/words.ts'),
  signatureProcesses: () => import('../features/signature-processes/words.ts'),
  signatureWizard: () => import('../features/signature-processes/wizard-words.ts'),
  signatureTypes: () => import('../features/signature-processes/type-words.ts'),
}

export type Part = keyof typeof PARTS
export type Language = 'en' | 'fr'
type WordsOf<P extends Part> = Awaited<ReturnType<(typeof PARTS)[P]>>['en']

type Counted = 'one' | 'other' | 'many'
type Plain<K extends string> = K extends `${infer Base}_${Counted}` ? Base : K
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Plain<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string]

/** A key of a part's words: `'list.title'`; `'pages'` for `pages_one` and `pages_other`. */
export type WordKey<P extends Part> = KeysOf<WordsOf<P>>
export type Translate<P extends Part> = (key: WordKey<P>, values?: Record<string, string | number>) => string

/** The languages the portal speaks: its name there, and the tag that a person is given. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en-us' },
  fr: { name: 'Français', tag: 'fr-fr' },
} as const satisfies Record<Language, { name: string; tag: string }>

type Tree = { [key: string]: string | Tree }

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, part, done) {
    PARTS[part as Part]().then(
      (words) => done(null, language === 'fr' ? withMany(words.fr) : words.en),
      (error: Error) => done(error, null),
    )
  },
}

/** French counts millions with a form of their own; it reads like the usual one. */
function withMany(words: Tree): Tree {
  const complete: Tree = {}
  for (const [key, value] of Object.entries(words)) {
    complete[key] = typeof value === 'string' ? value : withMany(value)
    if (key.endsWith('_other')) complete[key.replace(/_other$/, '_many')] ??= value
  }
  return complete
}

let locale = 'en-US'

/** The locale for dates and numbers: `en-US`, `fr-FR` … */
export function currentLocale(): string {
  return locale
}

export function currentLanguage(): Language {
  return languageOf(i18next.language) ?? 'en'
}

/** Starts with the browser's language. */
export async function startWords(): Promise<void> {
  const tag = rememberedTag() ?? navigator.languages.find((wanted) => languageOf(wanted)) ?? 'en-us'
  locale = localeOf(tag)
  i18next.on('languageChanged', (language) => document.documentElement.setAttribute('lang', language))
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: languageOf(tag) ?? 'en',
      fallbackLng: false,
      ns: ['app', 'ui'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
}

/** Speaks the language of a tag such as `fr-fr`; a language without words is spoken as English. */
export async function speak(tag: string): Promise<void> {
  const language = languageOf(tag) ?? 'en'
  locale = localeOf(tag)
  if (language === 'fr') await import('dayjs/locale/fr')
  if (i18next.language !== language) await i18next.changeLanguage(language)
}

/** What was chosen before logging in is kept by this browser. */
export async function speakAndRemember(tag: string): Promise<void> {
  localStorage.setItem('dossier-language', tag)
  await speak(tag)
}

/** The words of a part, in the language of the person: `const t = useWords('requests')`. */
export function useWords<P extends Part>(part: P): Translate<P> {
  const { t } = useTranslation(part)
  return useMemo(() => (key, values) => String((t as unknown as LooseTranslate)(key, values)), [t])
}

export function useLanguage(): Language {
  const { i18n } = useTranslation('app')
  return languageOf(i18n.language) ?? 'en'
}

type LooseTranslate = (key: string, values?: Record<string, string | number>) => unknown

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
export function i18nOf(part: Part, key: string): string {
  return i18next.t(key, { ns: part })
}
