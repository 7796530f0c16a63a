import type { Feature } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { useToSignCount } from '#shared/signatures/to-sign.ts'
import { word } from '#ui/language/words.ts'
import { employeeNavigation } from './navigation.employee.ts'
import { pages } from './pages.ts'
import { navigationWords, signatureTabWords } from './words.ts'

export const signatures: Feature = {
  id: 'signatures',
  pages,
  navigation: {
    employee: employeeNavigation,
    manager: async () => (await import('./navigation.manager.ts')).managerNavigation,
  },
  employeeTabs: [
    {
      path: '/signatures',
      label: word(navigationWords, 'signatures'),
      order: 50,
      permission: 'signatures:read',
      component: lazyPage(() => import('./processes/EmployeeSignaturesTab.tsx'), 'EmployeeSignaturesTab', [
        signatureTabWords,
      ]),
    },
  ],
  waiting: [{ entry: 'to_sign', useCount: useToSignCount }],
}
