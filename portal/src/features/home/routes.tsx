import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'
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
        component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage', ['auth', 'logIn', 'profile']),
      }),
    ] as const,
  }
}
