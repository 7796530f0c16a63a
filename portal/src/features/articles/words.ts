import { defineWords } from '#ui/language/words.ts'
import type { words as articles } from './words/en/articles.ts'

export const articleWords = defineWords<typeof articles>((language) => import(`./words/${language}/articles.ts`))
