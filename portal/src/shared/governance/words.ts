import { defineWords } from '#ui/language/words.ts'
import type { words as kept } from './words/en/kept.ts'

export const keptWords = defineWords<typeof kept>('shared/governance/kept')
