import type { Feature } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { previewWords } from '#shared/documents/words.ts'
import { keptWords } from '#shared/governance/words.ts'
import { word } from '#ui/language/words.ts'
import { employeeNavigation } from './navigation.employee.ts'
import { pages } from './pages.ts'
import { folderWords, navigationWords } from './words.ts'

export const documents: Feature = {
  id: 'documents',
  pages,
  navigation: {
    employee: employeeNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  search: async () => (await import('./search.ts')).providers,
  employeeTabs: [
    {
      path: '/',
      label: word(navigationWords, 'overview'),
      order: 10,
      component: lazyPage(() => import('./folders/EmployeeOverviewTab.tsx'), 'EmployeeOverviewTab', [
        folderWords,
        keptWords,
      ]),
    },
    {
      path: '/documents',
      label: word(navigationWords, 'documents'),
      order: 20,
      permission: 'employee_documents:read',
      component: lazyPage(() => import('./folders/EmployeeDocumentsTab.tsx'), 'EmployeeDocumentsTab', [
        folderWords,
        previewWords,
      ]),
    },
  ],
}
