import { IconHome2 } from '@tabler/icons-react'
import type { EmployeeEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const employeeNavigation: EmployeeEntry[] = [
  {
    id: 'home',
    path: '/portal',
    icon: IconHome2,
    label: word(navigationWords, 'home'),
    order: 10,
    tab: 'always',
    exact: true,
  },
]
