import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

/** What managers look after: their home, employees and their folders, documents of organizations. */
export function folderRoutes({ manager }: Pick<Parents, 'manager'>) {
  const employee = createRoute({
    getParentRoute: () => manager,
    path: '/portal/manager/employees/$id',
    component: lazyPage(() => import('./EmployeePage.tsx'), 'EmployeePage'),
  })
  const tabs = employee.addChildren([
    createRoute({
      getParentRoute: () => employee,
      path: '/',
      component: lazyPage(() => import('./EmployeeOverviewTab.tsx'), 'EmployeeOverviewTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/documents',
      component: lazyPage(() => import('./EmployeeDocumentsTab.tsx'), 'EmployeeDocumentsTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/notes',
      component: lazyPage(() => import('./EmployeeNotesTab.tsx'), 'EmployeeNotesTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/requests',
      component: lazyPage(() => import('./EmployeeRequestsTab.tsx'), 'EmployeeRequestsTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/signatures',
      component: lazyPage(() => import('./EmployeeSignaturesTab.tsx'), 'EmployeeSignaturesTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/history',
      component: lazyPage(() => import('./EmployeeHistoryTab.tsx'), 'EmployeeHistoryTab'),
    }),
  ])
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager',
        component: lazyPage(() => import('./ManagerHomePage.tsx'), 'ManagerHomePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/employees',
        component: lazyPage(() => import('./EmployeesPage.tsx'), 'EmployeesPage'),
      }),
      tabs,
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents',
        component: lazyPage(() => import('./CompanyDocumentsPage.tsx'), 'CompanyDocumentsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/upload',
        component: lazyPage(() => import('./UploadDocumentPage.tsx'), 'UploadDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/$id',
        component: lazyPage(() => import('./DocumentPage.tsx'), 'DocumentPage'),
      }),
    ] as const,
  }
}
