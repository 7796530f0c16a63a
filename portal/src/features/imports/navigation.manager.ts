import { IconFileImport } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 90,
    id: 'imports',
    path: '/portal/manager/imports',
    icon: IconFileImport,
    label: word(navigationWords, 'imports'),
    permission: 'imports:read',
  },
]
