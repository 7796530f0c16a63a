import { IconDatabase } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'content',
    order: 40,
    id: 'datasets',
    path: '/portal/admin/datasets',
    icon: IconDatabase,
    label: word(navigationWords, 'datasets'),
    permission: 'datasets:read',
  },
]
