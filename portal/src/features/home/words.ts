import { defineWords } from '#ui/language/words.ts'
import type { words as employeeHome } from './words/en/employee-home.ts'
import type { words as manager } from './words/en/manager.ts'
import type { words as navigation } from './words/en/navigation.ts'

export const employeeHomeWords = defineWords<typeof employeeHome>('features/home/employee-home')
export const managerHomeWords = defineWords<typeof manager>('features/home/manager')
export const navigationWords = defineWords<typeof navigation>('features/home/navigation')
