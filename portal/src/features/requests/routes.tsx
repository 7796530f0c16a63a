import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function requestRoutes({ employee, manager, admin }: Pick<Parents, 'employee' | 'manager' | 'admin'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests',
        component: lazyPage(() => import('./MyRequestsPage.tsx'), 'MyRequestsPage', ['requests']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new',
        component: lazyPage(() => import('./ChooseFormPage.tsx'), 'ChooseFormPage', ['requests']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new/$form',
        component: lazyPage(() => import('./NewRequestPage.tsx'), 'NewRequestPage', ['requests']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/$id',
        component: lazyPage(() => import('./MyRequestPage.tsx'), 'MyRequestPage', ['requests']),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests',
        component: lazyPage(() => import('./RequestsPage.tsx'), 'RequestsPage', ['bulk', 'requestDesk', 'requests']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/new',
        component: lazyPage(() => import('./NewRequestForEmployeePage.tsx'), 'NewRequestForEmployeePage', [
          'requestDesk',
          'requests',
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/$id',
        component: lazyPage(() => import('./RequestPage.tsx'), 'RequestPage', ['requestDesk', 'requests']),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms',
        component: lazyPage(() => import('./FormsPage.tsx'), 'FormsPage', ['formBuilder']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms/$code',
        component: lazyPage(() => import('./FormPage.tsx'), 'FormPage', ['formBuilder', 'requests']),
      }),
    ] as const,
  }
}
