import { defineWords } from '#ui/language/words.ts'
import type { words as employeeTab } from './words/en/employee-tab.ts'
import type { words as forms } from './words/en/forms.ts'
import type { words as manager } from './words/en/manager.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as requests } from './words/en/requests.ts'

export const formWords = defineWords<typeof forms>('features/requests/forms')
export const managerRequestWords = defineWords<typeof manager>('features/requests/manager')
export const requestWords = defineWords<typeof requests>('features/requests/requests')
export const requestTabWords = defineWords<typeof employeeTab>('features/requests/employee-tab')
export const navigationWords = defineWords<typeof navigation>('features/requests/navigation')
