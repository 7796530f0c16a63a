import { closestLanguage } from '#platform/text/language.ts'

/**
 * The languages that the service itself writes in: mails, reports and pages outside of the portal. A language is a line
 * here, and a file of its name in each folder `words`.
 */
export const WRITTEN_LANGUAGES: readonly string[] = ['en', 'fr', 'de', 'es']

const FALLBACK = 'en'

export type Translated<Words> = {
  /** The words for a reader of this language, and the language that they are in: English where there are no others. */
  in(language: string | null | undefined): { language: string; words: Words }
}

/** Whether the service writes in this language, or in another kind of it. */
export function isWritten(language: string): boolean {
  return closestLanguage(WRITTEN_LANGUAGES, language) !== undefined
}

/** Loads words in all languages: `load` imports the file of one, which exports `words`. */
export async function loadWords<Words>(
  load: (language: string) => Promise<{ words: Words }>,
): Promise<Translated<Words>> {
  const byLanguage = new Map<string, Words>()
  await Promise.all(WRITTEN_LANGUAGES.map(async (language) => byLanguage.set(language, (await load(language)).words)))
  return {
    in(wanted) {
      const language = closestLanguage(WRITTEN_LANGUAGES, wanted?.replaceAll('_', '-')) ?? FALLBACK
      const words = byLanguage.get(language)
      if (!words) throw new Error(`The words of ${language} are not loaded.`)
      return { language, words }
    },
  }
}
