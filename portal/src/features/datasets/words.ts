import { defineWords } from '#ui/language/words.ts'
import type { words as datasets } from './words/en/datasets.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const datasetWords = defineWords<typeof datasets>('features/datasets/datasets')
export const navigationWords = defineWords<typeof navigation>('features/datasets/navigation')
