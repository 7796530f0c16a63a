import { defineWords } from '#ui/language/words.ts'
import type { words as audit } from './words/en/audit.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as sentences } from './words/en/sentences.ts'

export const auditWords = defineWords<typeof audit>('features/audit/audit')
export const navigationWords = defineWords<typeof navigation>('features/audit/navigation')
export const sentenceWords = defineWords<typeof sentences>('features/audit/sentences')
