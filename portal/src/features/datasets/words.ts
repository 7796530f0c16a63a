import { defineWords } from '#ui/language/words.ts'
import type { words as datasets } from './words/en/datasets.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const datasetWords = defineWords<typeof datasets>((language) => import(`./words/${language}/datasets.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
