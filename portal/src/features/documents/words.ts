import { defineWords } from '#ui/language/words.ts'
import type { words as employee } from './words/en/employee.ts'
import type { words as folders } from './words/en/folders.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as types } from './words/en/types.ts'

export const employeeDocumentWords = defineWords<typeof employee>(
  (language) => import(`./words/${language}/employee.ts`),
)
export const folderWords = defineWords<typeof folders>((language) => import(`./words/${language}/folders.ts`))
export const documentTypeWords = defineWords<typeof types>((language) => import(`./words/${language}/types.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
