import { IconSend2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 70,
    id: 'distributions',
    path: '/portal/manager/distributions',
    icon: IconSend2,
    label: word(navigationWords, 'distributions'),
    permission: 'distributions:read',
  },
]
