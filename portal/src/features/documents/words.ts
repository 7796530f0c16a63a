import { defineWords } from '#ui/language/words.ts'
import type { words as employee } from './words/en/employee.ts'
import type { words as folders } from './words/en/folders.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as types } from './words/en/types.ts'

export const employeeDocumentWords = defineWords<typeof employee>('features/documents/employee')
export const folderWords = defineWords<typeof folders>('features/documents/folders')
export const documentTypeWords = defineWords<typeof types>('features/documents/types')
export const navigationWords = defineWords<typeof navigation>('features/documents/navigation')
