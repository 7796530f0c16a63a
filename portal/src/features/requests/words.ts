import { defineWords } from '#ui/language/words.ts'
import type { words as employeeTab } from './words/en/employee-tab.ts'
import type { words as forms } from './words/en/forms.ts'
import type { words as manager } from './words/en/manager.ts'
import type { words as navigation } from './words/en/navigation.ts'
import type { words as requests } from './words/en/requests.ts'

export const formWords = defineWords<typeof forms>((language) => import(`./words/${language}/forms.ts`))
export const managerRequestWords = defineWords<typeof manager>((language) => import(`./words/${language}/manager.ts`))
export const requestWords = defineWords<typeof requests>((language) => import(`./words/${language}/requests.ts`))
export const requestTabWords = defineWords<typeof employeeTab>(
  (language) => import(`./words/${language}/employee-tab.ts`),
)
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
