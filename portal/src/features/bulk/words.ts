import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const navigationWords = defineWords<typeof navigation>('features/bulk/navigation')
