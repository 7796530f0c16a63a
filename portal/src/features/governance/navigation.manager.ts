import { IconGavel, IconHourglass, IconPackage, IconRecycle, IconUserX } from '@tabler/icons-react'
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
  {
    group: 'governance',
    order: 40,
    id: 'deletion_requests',
    path: '/portal/admin/deletion-requests',
    icon: IconUserX,
    label: word(navigationWords, 'deletion_requests'),
    permission: 'deletion_requests:read',
  },
  {
    group: 'governance',
    order: 50,
    id: 'access_packages',
    path: '/portal/admin/access-packages',
    icon: IconPackage,
    label: word(navigationWords, 'access_packages'),
    permission: 'access_packages:read',
  },
]
