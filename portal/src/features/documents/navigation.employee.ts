import { IconFiles, IconLockSquareRounded } from '@tabler/icons-react'
import type { EmployeeEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const employeeNavigation: EmployeeEntry[] = [
  {
    id: 'documents',
    path: '/portal/documents',
    icon: IconFiles,
    label: word(navigationWords, 'documents'),
    order: 30,
    tab: 'always',
  },
  {
    id: 'vault',
    path: '/portal/vault',
    icon: IconLockSquareRounded,
    label: word(navigationWords, 'vault'),
    order: 40,
    tab: 'spare',
  },
]
