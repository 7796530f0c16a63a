import { defineWords } from '#ui/language/words.ts'
import type { words as mails } from './words/en/mails.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const mailWords = defineWords<typeof mails>((language) => import(`./words/${language}/mails.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
