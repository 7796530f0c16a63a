import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function homeRoutes({ employee, person }: Pick<Parents, 'employee' | 'person'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal',
        component: lazyPage(() => import('./EmployeeHomePage.tsx'), 'EmployeeHomePage'),
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/profile',
        component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
      }),
    ] as const,
  }
}
