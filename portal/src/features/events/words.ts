import { defineWords } from '#ui/language/words.ts'
import type { words as events } from './words/en/events.ts'
import type { words as history } from './words/en/history.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const eventWords = defineWords<typeof events>('features/events/events')
export const historyWords = defineWords<typeof history>('features/events/history')
export const navigationWords = defineWords<typeof navigation>('features/events/navigation')
