import { IconBuildingCommunity, IconListDetails, IconShieldCheck, IconUserCog } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'people',
    order: 10,
    id: 'organizations',
    path: '/portal/admin/organizations',
    icon: IconBuildingCommunity,
    label: word(navigationWords, 'organizations'),
    permission: 'organizations:read',
  },
  {
    group: 'people',
    order: 20,
    id: 'people',
    path: '/portal/admin/people',
    icon: IconUserCog,
    label: word(navigationWords, 'people'),
    permission: 'users:read',
  },
  {
    group: 'people',
    order: 30,
    id: 'roles',
    path: '/portal/admin/roles',
    icon: IconShieldCheck,
    label: word(navigationWords, 'roles'),
    permission: 'roles:read',
  },
  {
    group: 'people',
    order: 40,
    id: 'custom_fields',
    path: '/portal/admin/custom-fields',
    icon: IconListDetails,
    label: word(navigationWords, 'customFields'),
    permission: 'custom_fields:read',
  },
]
