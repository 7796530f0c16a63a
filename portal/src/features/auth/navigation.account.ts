import { IconApi, IconUser } from '@tabler/icons-react'
import type { AccountEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const accountNavigation: AccountEntry[] = [
  {
    group: 'person',
    order: 10,
    id: 'profile',
    path: '/portal/profile',
    icon: IconUser,
    label: word(navigationWords, 'profile'),
  },
  {
    group: 'help',
    order: 20,
    id: 'docs',
    path: '/docs',
    icon: IconApi,
    label: word(navigationWords, 'docs'),
    permission: 'applications:read',
    isOutside: true,
  },
]
