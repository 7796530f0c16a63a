import { IconSignature, IconWritingSign } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 30,
    id: 'to_sign',
    path: '/portal/manager/to-sign',
    icon: IconSignature,
    label: word(navigationWords, 'toSign'),
    also: '/portal/sign',
  },
  {
    group: 'work',
    order: 80,
    id: 'signatures',
    path: '/portal/manager/signatures',
    icon: IconSignature,
    label: word(navigationWords, 'signatures'),
    permission: 'signatures:read',
  },
  {
    group: 'content',
    order: 20,
    id: 'signature_types',
    path: '/portal/admin/signature-types',
    icon: IconWritingSign,
    label: word(navigationWords, 'types'),
    permission: 'signatures:read',
  },
]
