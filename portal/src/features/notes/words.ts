import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as notes } from './words/en/notes.ts'

export const noteWords = defineWords<typeof notes>('features/notes/notes')
export const navigationWords = defineWords<typeof navigation>('features/notes/navigation')
