import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { formWords, managerRequestWords, requestWords } from './words.ts'

export function requestRoutes({ employee, manager, admin }: Pick<Parents, 'employee' | 'manager' | 'admin'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests',
        component: lazyPage(() => import('./EmployeeRequestsPage.tsx'), 'EmployeeRequestsPage', [requestWords]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new',
        component: lazyPage(() => import('#features/requests/request-form/ChooseFormPage.tsx'), 'ChooseFormPage', [
          requestWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/new/$form',
        component: lazyPage(() => import('#features/requests/request-form/NewRequestPage.tsx'), 'NewRequestPage', [
          requestWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/requests/$id',
        component: lazyPage(() => import('./EmployeeRequestPage.tsx'), 'EmployeeRequestPage', [requestWords]),
      }),
    ] as const,
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests',
        component: lazyPage(() => import('./ManagerRequestsPage.tsx'), 'ManagerRequestsPage', [
          bulkWords,
          managerRequestWords,
          requestWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/new',
        component: lazyPage(
          () => import('#features/requests/request-form/NewRequestForEmployeePage.tsx'),
          'NewRequestForEmployeePage',
          [managerRequestWords, requestWords],
        ),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/requests/$id',
        component: lazyPage(() => import('./ManagerRequestPage.tsx'), 'ManagerRequestPage', [
          managerRequestWords,
          requestWords,
        ]),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms',
        component: lazyPage(() => import('#features/requests/forms/FormsPage.tsx'), 'FormsPage', [formWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/forms/$code',
        component: lazyPage(() => import('#features/requests/forms/FormPage.tsx'), 'FormPage', [
          formWords,
          requestWords,
        ]),
      }),
    ] as const,
  }
}
