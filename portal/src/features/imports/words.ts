import { defineWords } from '#ui/language/words.ts'
import type { words as imports } from './words/en/imports.ts'

export const importWords = defineWords<typeof imports>((language) => import(`./words/${language}/imports.ts`))
