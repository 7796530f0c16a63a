import { IconActivity } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'technical',
    order: 30,
    id: 'events',
    path: '/portal/admin/events',
    icon: IconActivity,
    label: word(navigationWords, 'events'),
    permission: 'events:read',
  },
]
