import type { Feature } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { peopleWords } from '#shared/people/words.ts'
import { word } from '#ui/language/words.ts'
import { pages } from './pages.ts'
import { useWaitingDeletions, useWaitingDisposals } from './waiting.ts'
import { erasureWords, navigationWords, packageWords } from './words.ts'

export const governance: Feature = {
  id: 'governance',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  waiting: [
    { entry: 'disposals', useCount: useWaitingDisposals },
    { entry: 'deletion_requests', useCount: useWaitingDeletions },
  ],
  employeeTabs: [
    {
      path: '/data',
      label: word(navigationWords, 'data'),
      order: 65,
      adminPermissions: ['access_packages:read', 'deletion_requests:read'],
      component: lazyPage(() => import('./packages/EmployeeDataTab.tsx'), 'EmployeeDataTab', [
        erasureWords,
        packageWords,
        peopleWords,
      ]),
    },
  ],
}
