import { defineWords } from '#ui/language/words.ts'
import type { words as app } from './words/en/app.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const appWords = defineWords<typeof app>((language) => import(`./words/${language}/app.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
