import { IconBuilding, IconFileDescription, IconUsers } from '@tabler/icons-react'
import type { ManagerEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const managerNavigation: ManagerEntry[] = [
  {
    group: 'work',
    order: 40,
    id: 'employees',
    path: '/portal/manager/employees',
    icon: IconUsers,
    label: word(navigationWords, 'employees'),
    permission: 'employees:read',
  },
  {
    group: 'work',
    order: 50,
    id: 'company_documents',
    path: '/portal/manager/documents',
    icon: IconBuilding,
    label: word(navigationWords, 'companyDocuments'),
    permission: 'company_documents:read',
  },
  {
    group: 'content',
    order: 10,
    id: 'document_types',
    path: '/portal/admin/document-types',
    icon: IconFileDescription,
    label: word(navigationWords, 'documentTypes'),
    permission: 'document_types:read',
  },
]
