import { defineWords } from '#ui/language/words.ts'
import type { words as publicPage } from './words/en/public-page.ts'

export const publicPageWords = defineWords<typeof publicPage>('shared/public-page/public-page')
