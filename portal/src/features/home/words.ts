import { defineWords } from '#ui/language/words.ts'
import type { words as employee } from './words/en/employee.ts'

export const employeeHomeWords = defineWords<typeof employee>((language) => import(`./words/${language}/employee.ts`))
