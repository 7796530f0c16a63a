/** A language that the portal speaks. Its words are the files in the folders `words/<code>`. */
export type Language = {
  code: string
  /** In the language itself. */
  name: string
  /** What a person is given who chooses it, where the client has no tag of its own for it. */
  tag: string
}

/** The first one is spoken to people whose language is not among them. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', tag: 'en-us' },
  { code: 'fr', name: 'Français', tag: 'fr-fr' },
  { code: 'de', name: 'Deutsch', tag: 'de-de' },
  { code: 'es', name: 'Español', tag: 'es-es' },
]

export const DEFAULT_LANGUAGE = LANGUAGES[0]

/** The language of a tag such as `fr-ca`. */
export function languageOf(tag: string): Language | undefined {
  const [base] = tag.toLowerCase().split('-')
  return LANGUAGES.find(({ code }) => code === base)
}

/** The tag of a language as the client has it, or the usual one. */
export function tagOf({ code, tag }: Language, tagsOfClient: string[]): string {
  return tagsOfClient.find((one) => languageOf(one)?.code === code) ?? tag
}
