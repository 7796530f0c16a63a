import { defineWords } from '#ui/language/words.ts'
import type { words as system } from './words/en/system.ts'

export const systemWords = defineWords<typeof system>((language) => import(`./words/${language}/system.ts`))
