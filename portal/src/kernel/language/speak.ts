import { CATALOGUES } from 'virtual:words'
import { loadModule } from '#kernel/api/connection.ts'
import { changeLanguage, setCatalogues } from '#ui/language/words.ts'
import { DEFAULT_LANGUAGE, languageOf } from './languages.ts'

const REMEMBERED = 'dossier-language'

/** Starts with the language chosen in this browser, or that of the browser, with the words of the first page. */
export function startSpeaking(): Promise<void> {
  setCatalogues(CATALOGUES, loadModule)
  const tag = localStorage.getItem(REMEMBERED) ?? navigator.languages.find(languageOf) ?? DEFAULT_LANGUAGE.tag
  return speak(tag)
}

/** Speaks the language of a tag such as `fr-fr`; a language without words is spoken as English. */
export function speak(tag: string): Promise<void> {
  const { code } = languageOf(tag) ?? DEFAULT_LANGUAGE
  return changeLanguage(code, localeOf(tag))
}

/** What was chosen before logging in is kept by this browser. */
export function speakAndRemember(tag: string): Promise<void> {
  localStorage.setItem(REMEMBERED, tag)
  return speak(tag)
}

function localeOf(tag: string): string {
  const language = languageOf(tag)
  const usual = Intl.getCanonicalLocales(DEFAULT_LANGUAGE.tag)[0] ?? DEFAULT_LANGUAGE.code
  if (!language) return usual
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? usual
  } catch {
    // A well-formed tag that browsers do not take, such as en-gb-oed.
    return language.code
  }
}
