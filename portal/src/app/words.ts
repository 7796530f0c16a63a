import { defineWords } from '#ui/language/words.ts'
import type { words as app } from './words/en/app.ts'

export const appWords = defineWords<typeof app>('app/app')
