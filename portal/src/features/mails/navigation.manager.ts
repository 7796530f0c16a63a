import { IconMail } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'technical',
    order: 50,
    id: 'mails',
    path: '/portal/admin/mails',
    icon: IconMail,
    label: word(navigationWords, 'mails'),
    permission: 'system:read',
  },
]
