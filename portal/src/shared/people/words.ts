import { defineWords } from '#ui/language/words.ts'
import type { words as people } from './words/en/people.ts'

export const peopleWords = defineWords<typeof people>('shared/people/people')
