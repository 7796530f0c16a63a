import { IconBook2 } from '@tabler/icons-react'
import type { EmployeeEntry } from '#kernel/pages/navigation-entry.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

export const employeeNavigation: EmployeeEntry[] = [
  {
    id: 'articles',
    path: '/portal/articles',
    icon: IconBook2,
    label: word(navigationWords, 'helpArticles'),
    tabLabel: word(navigationWords, 'help'),
    order: 60,
    tab: 'always',
  },
]
