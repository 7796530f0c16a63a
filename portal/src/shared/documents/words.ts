import { defineWords } from '#ui/language/words.ts'
import type { words as preview } from './words/en/preview.ts'

export const previewWords = defineWords<typeof preview>('shared/documents/preview')
