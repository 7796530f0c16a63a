import { IconBook2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 60,
    id: 'articles',
    path: '/portal/manager/articles',
    icon: IconBook2,
    label: word(navigationWords, 'articles'),
  },
]
