import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

/** What managers look after: their home, employees and their folders, documents of organizations. */
export function folderRoutes({ manager }: Pick<Parents, 'manager'>) {
  const employee = createRoute({
    getParentRoute: () => manager,
    path: '/portal/manager/employees/$id',
    component: lazyPage(() => import('./EmployeePage.tsx'), 'EmployeePage', ['folders']),
  })
  const tabs = employee.addChildren([
    createRoute({
      getParentRoute: () => employee,
      path: '/',
      component: lazyPage(() => import('./EmployeeOverviewTab.tsx'), 'EmployeeOverviewTab', ['folders']),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/documents',
      component: lazyPage(() => import('./EmployeeDocumentsTab.tsx'), 'EmployeeDocumentsTab', ['folders']),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/notes',
      component: lazyPage(() => import('./EmployeeNotesTab.tsx'), 'EmployeeNotesTab', ['folders']),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/requests',
      component: lazyPage(() => import('./EmployeeRequestsTab.tsx'), 'EmployeeRequestsTab', ['folders']),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/signatures',
      component: lazyPage(() => import('./EmployeeSignaturesTab.tsx'), 'EmployeeSignaturesTab', ['folders']),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/history',
      component: lazyPage(() => import('./EmployeeHistoryTab.tsx'), 'EmployeeHistoryTab', ['folders']),
    }),
  ])
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager',
        component: lazyPage(() => import('./ManagerHomePage.tsx'), 'ManagerHomePage', ['folders']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/employees',
        component: lazyPage(() => import('./EmployeesPage.tsx'), 'EmployeesPage', ['folders']),
      }),
      tabs,
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents',
        component: lazyPage(() => import('./CompanyDocumentsPage.tsx'), 'CompanyDocumentsPage', ['folders']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/upload',
        component: lazyPage(() => import('./UploadDocumentPage.tsx'), 'UploadDocumentPage', ['folders']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/$id',
        component: lazyPage(() => import('./DocumentPage.tsx'), 'DocumentPage', ['folders']),
      }),
    ] as const,
  }
}
