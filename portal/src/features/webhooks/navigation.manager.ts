import { IconWebhook } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'technical',
    order: 20,
    id: 'webhooks',
    path: '/portal/admin/webhooks',
    icon: IconWebhook,
    label: word(navigationWords, 'webhooks'),
    permission: 'webhooks:read',
  },
]
