import { defineWords } from '#ui/language/words.ts'
import type { words as mails } from './words/en/mails.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const mailWords = defineWords<typeof mails>('features/mails/mails')
export const navigationWords = defineWords<typeof navigation>('features/mails/navigation')
