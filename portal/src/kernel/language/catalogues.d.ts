/** Made of the files of words by portal/vite/words.ts. */
declare module 'virtual:words' {
  import type { Catalogue } from '#ui/language/words.ts'

  /** By the code of the language. */
  export const CATALOGUES: Record<string, () => Promise<Catalogue>>
}
