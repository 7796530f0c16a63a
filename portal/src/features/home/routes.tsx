import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function homeRoutes({ employee, person }: Pick<Parents, 'employee' | 'person'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal',
        component: lazyRouteComponent(() => import('./EmployeeHomePage.tsx'), 'EmployeeHomePage'),
      }),
    ] as const,
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/profile',
        component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
      }),
    ] as const,
  }
}
