import { IconForms, IconMessageCircle2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 20,
    id: 'requests',
    path: '/portal/manager/requests',
    icon: IconMessageCircle2,
    label: word(navigationWords, 'requests'),
    permission: 'requests:read',
  },
  {
    group: 'content',
    order: 30,
    id: 'forms',
    path: '/portal/admin/forms',
    icon: IconForms,
    label: word(navigationWords, 'forms'),
    permission: 'forms:read',
  },
]
