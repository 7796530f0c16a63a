import { IconMessageCircle2 } from '@tabler/icons-react'
import type { EmployeeEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const employeeNavigation: EmployeeEntry[] = [
  {
    id: 'requests',
    path: '/portal/requests',
    icon: IconMessageCircle2,
    label: word(navigationWords, 'requests'),
    order: 20,
    tab: 'always',
  },
]
