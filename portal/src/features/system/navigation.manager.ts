import { IconServer2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'technical',
    order: 40,
    id: 'system',
    path: '/portal/admin/system',
    icon: IconServer2,
    label: word(navigationWords, 'system'),
    permission: 'system:read',
  },
]
