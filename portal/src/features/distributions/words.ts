import { defineWords } from '#ui/language/words.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as projects } from './words/en/projects.ts'

export const distributionWords = defineWords<typeof projects>((language) => import(`./words/${language}/projects.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
