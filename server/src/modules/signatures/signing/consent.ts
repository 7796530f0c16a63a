import { nameIn, nameOf, type Translations } from '#kernel/languages/translations.ts'
import { loadWords } from '#kernel/languages/words.ts'

export type ConsentWords = { consent: string }

const CONSENT_WORDS = await loadWords<ConsentWords>((language) => import(`./words/${language}.ts`))

/** What a signer agrees to: the text of the signature type, in their language where it has one; else the standard text. */
export function consentText(consents: Translations, language: string | null, languages: readonly string[]): string {
  const { words } = CONSENT_WORDS.in(language)
  return nameIn(consents, language, nameOf(consents, languages, words.consent))
}
