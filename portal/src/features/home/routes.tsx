import { createRoute } from '@tanstack/react-router'
import { accountWords, passwordWords, profileWords } from '#features/auth/words.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { EmployeeHomePage } from './EmployeeHomePage.tsx'
import { prefetchHome } from './employee-home.api.ts'

export function homeRoutes({ employee, person }: Pick<Parents, 'employee' | 'person'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal',
        loader: ({ context }) => prefetchHome(context.queryClient),
        component: EmployeeHomePage,
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/profile',
        component: lazyPage(() => import('#features/auth/account/ProfilePage.tsx'), 'ProfilePage', [
          passwordWords,
          accountWords,
          profileWords,
        ]),
      }),
    ] as const,
  }
}
