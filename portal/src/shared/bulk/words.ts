import { defineWords } from '#ui/language/words.ts'
import type { words as bulk } from './words/en/bulk.ts'

export const bulkWords = defineWords<typeof bulk>('shared/bulk/bulk')
