import type { Feature } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { word } from '#ui/language/words.ts'
import { employeeNavigation } from './navigation.employee.ts'
import { pages } from './pages.ts'
import { navigationWords, requestTabWords } from './words.ts'

export const requests: Feature = {
  id: 'requests',
  pages,
  navigation: {
    employee: employeeNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  search: async () => (await import('./search.ts')).providers,
  employeeTabs: [
    {
      path: '/requests',
      label: word(navigationWords, 'requests'),
      order: 40,
      permission: 'requests:read',
      component: lazyPage(() => import('./EmployeeRequestsTab.tsx'), 'EmployeeRequestsTab', [requestTabWords]),
    },
  ],
}
