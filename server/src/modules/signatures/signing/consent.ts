import { nameIn, nameOf, type Translations } from '#kernel/languages/translations.ts'
import { loadWords } from '#kernel/languages/words.ts'

export type ConsentWords = { consent: string }

const CONSENT_WORDS = await loadWords<ConsentWords>((language) => import(`./words/${language}.ts`))

/**
 * What a signer agrees to: the text of the signature type, in their language where it has one; else the standard text. A
 * blank text counts as none: nobody could agree to it.
 */
export function consentText(consents: Translations, language: string | null, languages: readonly string[]): string {
  const { words } = CONSENT_WORDS.in(language)
  const written = Object.fromEntries(Object.entries(consents).filter(([, text]) => text.trim() !== ''))
  return nameIn(written, language, nameOf(written, languages, words.consent))
}
