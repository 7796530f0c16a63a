import { defineWords } from '#ui/language/words.ts'
import type { words as requestStatus } from './words/en/request-status.ts'

export const requestStatusWords = defineWords<typeof requestStatus>('shared/requests/request-status')
