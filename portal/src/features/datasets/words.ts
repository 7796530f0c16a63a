import { defineWords } from '#ui/language/words.ts'
import type { words as datasets } from './words/en/datasets.ts'

export const datasetWords = defineWords<typeof datasets>((language) => import(`./words/${language}/datasets.ts`))
