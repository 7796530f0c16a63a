import { defineWords } from '#ui/language/words.ts'
import type { words as help } from './words/en/help.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const helpWords = defineWords<typeof help>('features/help/help')
export const navigationWords = defineWords<typeof navigation>('features/help/navigation')
