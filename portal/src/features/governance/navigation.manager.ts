import { IconGavel, IconHourglass, IconRecycle } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'governance',
    order: 10,
    id: 'retention',
    path: '/portal/admin/retention',
    icon: IconHourglass,
    label: word(navigationWords, 'retention'),
    permission: 'retention_policies:read',
  },
  {
    group: 'governance',
    order: 20,
    id: 'disposals',
    path: '/portal/admin/disposals',
    icon: IconRecycle,
    label: word(navigationWords, 'disposals'),
    permission: 'disposals:read',
  },
  {
    group: 'governance',
    order: 30,
    id: 'legal_holds',
    path: '/portal/admin/legal-holds',
    icon: IconGavel,
    label: word(navigationWords, 'legal_holds'),
    permission: 'legal_holds:read',
  },
]
