import { IconHelpCircle } from '@tabler/icons-react'
import type { AccountEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const accountNavigation: AccountEntry[] = [
  {
    group: 'help',
    order: 10,
    id: 'help',
    path: '/portal/help',
    icon: IconHelpCircle,
    label: word(navigationWords, 'help'),
  },
]
