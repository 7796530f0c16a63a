import { defineWords } from '#ui/language/words.ts'
import type { words as imports } from './words/en/imports.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const importWords = defineWords<typeof imports>((language) => import(`./words/${language}/imports.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
