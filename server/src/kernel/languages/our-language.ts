/** The language of our own texts for a reader of this language: French, or else English. */
export function ourLanguage(language: string | null | undefined): 'en' | 'fr' {
  return /^fr(?:[-_]|$)/i.test(language ?? '') ? 'fr' : 'en'
}
