import { defineWords } from '#ui/language/words.ts'
import type { words as events } from './words/en/events.ts'

export const eventWords = defineWords<typeof events>((language) => import(`./words/${language}/events.ts`))
