import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function requestRoutes({ employee, manager, admin }: Pick<Parents, 'employee' | 'manager' | 'admin'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests',
        component: lazyPage(() => import('./EmployeeRequestsPage.tsx'), 'EmployeeRequestsPage', ['requests']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new',
        component: lazyPage(() => import('#features/requests/request-form/ChooseFormPage.tsx'), 'ChooseFormPage', [
          'requests',
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new/$form',
        component: lazyPage(() => import('#features/requests/request-form/NewRequestPage.tsx'), 'NewRequestPage', [
          'requests',
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/$id',
        component: lazyPage(() => import('./EmployeeRequestPage.tsx'), 'EmployeeRequestPage', ['requests']),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests',
        component: lazyPage(() => import('./ManagerRequestsPage.tsx'), 'ManagerRequestsPage', [
          'bulk',
          'requestDesk',
          'requests',
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/new',
        component: lazyPage(
          () => import('#features/requests/request-form/NewRequestForEmployeePage.tsx'),
          'NewRequestForEmployeePage',
          ['requestDesk', 'requests'],
        ),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/$id',
        component: lazyPage(() => import('./ManagerRequestPage.tsx'), 'ManagerRequestPage', [
          'requestDesk',
          'requests',
        ]),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms',
        component: lazyPage(() => import('#features/requests/forms/FormsPage.tsx'), 'FormsPage', ['formBuilder']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms/$code',
        component: lazyPage(() => import('#features/requests/forms/FormPage.tsx'), 'FormPage', [
          'formBuilder',
          'requests',
        ]),
      }),
    ] as const,
  }
}
