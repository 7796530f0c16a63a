import { defineWords } from '#ui/language/words.ts'
import type { words as imports } from './words/en/imports.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const importWords = defineWords<typeof imports>('features/imports/imports')
export const navigationWords = defineWords<typeof navigation>('features/imports/navigation')
