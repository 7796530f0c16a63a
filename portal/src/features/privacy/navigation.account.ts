import { IconShieldLock } from '@tabler/icons-react'
import type { AccountEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const accountNavigation: AccountEntry[] = [
  {
    group: 'person',
    order: 20,
    id: 'my_data',
    path: '/portal/my-data',
    icon: IconShieldLock,
    label: word(navigationWords, 'myData'),
    scope: 'employee',
  },
]
