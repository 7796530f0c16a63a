import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as projects } from './words/en/projects.ts'

export const distributionWords = defineWords<typeof projects>('features/distributions/projects')
export const navigationWords = defineWords<typeof navigation>('features/distributions/navigation')
