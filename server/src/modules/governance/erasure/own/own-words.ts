import { loadWords } from '#kernel/languages/words.ts'
import type { OwnReason } from './own-schemas.ts'

export type OwnWords = {
  reasons: Record<OwnReason, string>
  until: (sentence: string, day: string) => string
}

export const OWN_WORDS = await loadWords<OwnWords>((language) => import(`./words/${language}.ts`))
