import type { Feature } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { word } from '#ui/language/words.ts'
import { pages } from './pages.ts'
import { historyWords, navigationWords } from './words.ts'

export const events: Feature = {
  id: 'events',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  employeeTabs: [
    {
      path: '/history',
      label: word(navigationWords, 'history'),
      order: 60,
      component: lazyPage(() => import('./EmployeeHistoryTab.tsx'), 'EmployeeHistoryTab', [historyWords]),
    },
  ],
}
