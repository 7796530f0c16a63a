import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

/** What managers look after: their home, employees and their folders, documents of organizations. */
export function folderRoutes({ manager }: Pick<Parents, 'manager'>) {
  const employee = createRoute({
    getParentRoute: () => manager,
    path: '/portal/manager/employees/$id',
    component: lazyRouteComponent(() => import('./EmployeePage.tsx'), 'EmployeePage'),
  })
  const tabs = employee.addChildren([
    createRoute({
      getParentRoute: () => employee,
      path: '/',
      component: lazyRouteComponent(() => import('./EmployeeOverviewTab.tsx'), 'EmployeeOverviewTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/documents',
      component: lazyRouteComponent(() => import('./EmployeeDocumentsTab.tsx'), 'EmployeeDocumentsTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/notes',
      component: lazyRouteComponent(() => import('./EmployeeNotesTab.tsx'), 'EmployeeNotesTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/requests',
      component: lazyRouteComponent(() => import('./EmployeeRequestsTab.tsx'), 'EmployeeRequestsTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/signatures',
      component: lazyRouteComponent(() => import('./EmployeeSignaturesTab.tsx'), 'EmployeeSignaturesTab'),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/history',
      component: lazyRouteComponent(() => import('./EmployeeHistoryTab.tsx'), 'EmployeeHistoryTab'),
    }),
  ])
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager',
        component: lazyRouteComponent(() => import('./ManagerHomePage.tsx'), 'ManagerHomePage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/employees',
        component: lazyRouteComponent(() => import('./EmployeesPage.tsx'), 'EmployeesPage'),
      }),
      tabs,
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents',
        component: lazyRouteComponent(() => import('./CompanyDocumentsPage.tsx'), 'CompanyDocumentsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/upload',
        component: lazyRouteComponent(() => import('./UploadDocumentPage.tsx'), 'UploadDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/$id',
        component: lazyRouteComponent(() => import('./DocumentPage.tsx'), 'DocumentPage'),
      }),
    ] as const,
  }
}
