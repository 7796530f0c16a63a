import { IconHome2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 10,
    id: 'home',
    path: '/portal/manager',
    icon: IconHome2,
    label: word(navigationWords, 'home'),
    exact: true,
  },
]
