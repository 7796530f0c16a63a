import { IconKey, IconLogin2 } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'people',
    order: 50,
    id: 'identity_providers',
    path: '/portal/admin/identity-providers',
    icon: IconLogin2,
    label: word(navigationWords, 'identityProviders'),
    permission: 'saml_identity_providers:read',
  },
  {
    group: 'technical',
    order: 10,
    id: 'applications',
    path: '/portal/admin/applications',
    icon: IconKey,
    label: word(navigationWords, 'applications'),
    permission: 'applications:read',
  },
]
