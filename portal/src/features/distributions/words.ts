import { defineWords } from '#ui/language/words.ts'
import type { words as projects } from './words/en/projects.ts'

export const distributionWords = defineWords<typeof projects>((language) => import(`./words/${language}/projects.ts`))
