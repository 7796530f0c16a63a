import { IconShieldCheck } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'governance',
    order: 60,
    id: 'audit',
    path: '/portal/admin/audit',
    icon: IconShieldCheck,
    label: word(navigationWords, 'audit'),
    permission: 'audit_entries:read',
  },
]
