import { defineWords } from '#ui/language/words.ts'
import type { words as articles } from './words/en/articles.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const articleWords = defineWords<typeof articles>('features/articles/articles')
export const navigationWords = defineWords<typeof navigation>('features/articles/navigation')
