import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function requestRoutes({ employee, manager, admin }: Pick<Parents, 'employee' | 'manager' | 'admin'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests',
        component: lazyRouteComponent(() => import('./MyRequestsPage.tsx'), 'MyRequestsPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new',
        component: lazyRouteComponent(() => import('./ChooseFormPage.tsx'), 'ChooseFormPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new/$form',
        component: lazyRouteComponent(() => import('./NewRequestPage.tsx'), 'NewRequestPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/$id',
        component: lazyRouteComponent(() => import('./MyRequestPage.tsx'), 'MyRequestPage'),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests',
        component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/new',
        component: lazyRouteComponent(() => import('./NewRequestForEmployeePage.tsx'), 'NewRequestForEmployeePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/$id',
        component: lazyRouteComponent(() => import('./RequestPage.tsx'), 'RequestPage'),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms',
        component: lazyRouteComponent(() => import('./FormsPage.tsx'), 'FormsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms/$code',
        component: lazyRouteComponent(() => import('./FormPage.tsx'), 'FormPage'),
      }),
    ] as const,
  }
}
