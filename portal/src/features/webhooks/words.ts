import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as webhooks } from './words/en/webhooks.ts'

export const webhookWords = defineWords<typeof webhooks>('features/webhooks/webhooks')
export const navigationWords = defineWords<typeof navigation>('features/webhooks/navigation')
