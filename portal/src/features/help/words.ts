import { defineWords } from '#ui/language/words.ts'
import type { words as help } from './words/en/help.ts'

export const helpWords = defineWords<typeof help>('features/help/help')
