import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as system } from './words/en/system.ts'

export const systemWords = defineWords<typeof system>((language) => import(`./words/${language}/system.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
