import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as system } from './words/en/system.ts'

export const systemWords = defineWords<typeof system>('features/system/system')
export const navigationWords = defineWords<typeof navigation>('features/system/navigation')
