import { defineWords } from '#ui/language/words.ts'
import type { words as directory } from './words/en/directory.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const directoryWords = defineWords<typeof directory>((language) => import(`./words/${language}/directory.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
