import type { Feature } from '#kernel/pages/feature.ts'
import { employeeNavigation } from './navigation.employee.ts'
import { pages } from './pages.ts'

export const home: Feature = {
  id: 'home',
  pages,
  navigation: {
    employee: employeeNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
}
