import { defineWords } from '#ui/language/words.ts'
import type { words as directory } from './words/en/directory.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const directoryWords = defineWords<typeof directory>('features/directory/directory')
export const navigationWords = defineWords<typeof navigation>('features/directory/navigation')
