import { defineWords } from '#ui/language/words.ts'
import type { words as events } from './words/en/events.ts'
import type { words as history } from './words/en/history.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const eventWords = defineWords<typeof events>((language) => import(`./words/${language}/events.ts`))
export const historyWords = defineWords<typeof history>((language) => import(`./words/${language}/history.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
