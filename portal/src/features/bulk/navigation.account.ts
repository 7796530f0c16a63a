import { IconChecklist } from '@tabler/icons-react'
import type { AccountEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const accountNavigation: AccountEntry[] = [
  {
    group: 'person',
    order: 20,
    id: 'bulk_actions',
    path: '/portal/manager/bulk-actions',
    icon: IconChecklist,
    label: word(navigationWords, 'bulkActions'),
    scope: 'manager',
  },
]
