import { defineWords } from '#ui/language/words.ts'
import type { words as mailedCode } from './words/en/mailed-code.ts'

export const mailedCodeWords = defineWords<typeof mailedCode>('shared/mailed-code/mailed-code')
