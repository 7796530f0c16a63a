import { IconSignature } from '@tabler/icons-react'
import type { EmployeeEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const employeeNavigation: EmployeeEntry[] = [
  {
    id: 'to_sign',
    path: '/portal/signatures',
    icon: IconSignature,
    label: word(navigationWords, 'toSign'),
    order: 50,
    tab: 'waiting',
    also: '/portal/sign',
  },
]
