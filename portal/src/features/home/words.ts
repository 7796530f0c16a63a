import { defineWords } from '#ui/language/words.ts'
import type { words as employeeHome } from './words/en/employee-home.ts'
import type { words as manager } from './words/en/manager.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const employeeHomeWords = defineWords<typeof employeeHome>(
  (language) => import(`./words/${language}/employee-home.ts`),
)
export const managerHomeWords = defineWords<typeof manager>((language) => import(`./words/${language}/manager.ts`))
export const navigationWords = defineWords<typeof navigation>((language) => import(`./words/${language}/navigation.ts`))
