import { defineWords } from '#ui/language/words.ts'
import type { words as directory } from './words/en/directory.ts'

export const directoryWords = defineWords<typeof directory>((language) => import(`./words/${language}/directory.ts`))
