import { defineWords } from './language/words.ts'
import type { words as ui } from './words/en/ui.ts'

export const uiWords = defineWords<typeof ui>('ui/ui')
