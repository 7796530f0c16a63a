import type { Feature } from '#kernel/pages/feature.ts'
import { employeeNavigation } from './navigation.employee.ts'
import { pages } from './pages.ts'

export const articles: Feature = {
  id: 'articles',
  pages,
  navigation: {
    employee: employeeNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  search: async () => (await import('./search.ts')).providers,
}
