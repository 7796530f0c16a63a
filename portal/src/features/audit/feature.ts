import type { Feature } from '#kernel/pages/feature.ts'
import { lazyComponent, lazyPage } from '#kernel/pages/lazy-page.ts'
import { word } from '#ui/language/words.ts'
import { pages } from './pages.ts'
import { auditWords, navigationWords, sentenceWords } from './words.ts'

export const audit: Feature = {
  id: 'audit',
  pages,
  navigation: {
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  employeeTabs: [
    {
      path: '/views',
      label: word(navigationWords, 'views'),
      order: 70,
      adminPermissions: ['audit_entries:read'],
      component: lazyPage(() => import('./views/EmployeeViewsTab.tsx'), 'EmployeeViewsTab', [
        auditWords,
        sentenceWords,
      ]),
    },
  ],
  documentTabs: [
    {
      id: 'views',
      label: word(navigationWords, 'views'),
      adminPermission: 'audit_entries:read',
      component: lazyComponent(() => import('./views/DocumentViewsTab.tsx').then((module) => module.DocumentViewsTab)),
    },
  ],
}
