import { ourLanguage } from '#kernel/languages/our-language.ts'
import { nameIn, nameOf, type Translations } from '#kernel/languages/translations.ts'

const OURS = {
  en: 'I have read this document. I agree to sign it electronically, and that my signature binds me like one by hand.',
  fr: 'J’ai lu ce document. J’accepte de le signer électroniquement, et ma signature m’engage comme une signature manuscrite.',
}

/** What a signer agrees to: the words of the signature type, in their language where there are such; else ours. */
export function consentText(consents: Translations, language: string | null, languages: readonly string[]): string {
  return nameIn(consents, language, nameOf(consents, languages, OURS[ourLanguage(language)]))
}
