import { defineWords } from '#ui/language/words.ts'
import type { words as webhooks } from './words/en/webhooks.ts'

export const webhookWords = defineWords<typeof webhooks>((language) => import(`./words/${language}/webhooks.ts`))
