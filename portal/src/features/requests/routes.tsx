import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function requestRoutes({ employee, manager, admin }: Pick<Parents, 'employee' | 'manager' | 'admin'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests',
        component: lazyPage(() => import('./MyRequestsPage.tsx'), 'MyRequestsPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new',
        component: lazyPage(() => import('./ChooseFormPage.tsx'), 'ChooseFormPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new/$form',
        component: lazyPage(() => import('./NewRequestPage.tsx'), 'NewRequestPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/$id',
        component: lazyPage(() => import('./MyRequestPage.tsx'), 'MyRequestPage'),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests',
        component: lazyPage(() => import('./RequestsPage.tsx'), 'RequestsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/new',
        component: lazyPage(() => import('./NewRequestForEmployeePage.tsx'), 'NewRequestForEmployeePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/$id',
        component: lazyPage(() => import('./RequestPage.tsx'), 'RequestPage'),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms',
        component: lazyPage(() => import('./FormsPage.tsx'), 'FormsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms/$code',
        component: lazyPage(() => import('./FormPage.tsx'), 'FormPage'),
      }),
    ] as const,
  }
}
