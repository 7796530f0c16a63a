import { defineWords } from '#ui/language/words.ts'
import type { words as search } from './words/en/search.ts'

export const searchWords = defineWords<typeof search>('features/search/search')
