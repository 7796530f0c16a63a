import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { folderWords } from './words.ts'

/** What managers look after: their home, employees and their folders, documents of organizations. */
export function documentManagerRoutes({ manager }: Pick<Parents, 'manager'>) {
  const employee = createRoute({
    getParentRoute: () => manager,
    path: '/portal/manager/employees/$id',
    component: lazyPage(() => import('#features/documents/folders/EmployeePage.tsx'), 'EmployeePage', [folderWords]),
  })
  const tabs = employee.addChildren([
    createRoute({
      getParentRoute: () => employee,
      path: '/',
      component: lazyPage(() => import('#features/documents/folders/EmployeeOverviewTab.tsx'), 'EmployeeOverviewTab', [
        folderWords,
      ]),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/documents',
      component: lazyPage(
        () => import('#features/documents/folders/EmployeeDocumentsTab.tsx'),
        'EmployeeDocumentsTab',
        [folderWords],
      ),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/notes',
      component: lazyPage(() => import('#features/notes/EmployeeNotesTab.tsx'), 'EmployeeNotesTab', [folderWords]),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/requests',
      component: lazyPage(() => import('#features/requests/EmployeeRequestsTab.tsx'), 'EmployeeRequestsTab', [
        folderWords,
      ]),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/signatures',
      component: lazyPage(
        () => import('#features/signatures/processes/EmployeeSignaturesTab.tsx'),
        'EmployeeSignaturesTab',
        [folderWords],
      ),
    }),
    createRoute({
      getParentRoute: () => employee,
      path: '/history',
      component: lazyPage(() => import('#features/events/EmployeeHistoryTab.tsx'), 'EmployeeHistoryTab', [folderWords]),
    }),
  ])
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager',
        component: lazyPage(() => import('#features/home/ManagerHomePage.tsx'), 'ManagerHomePage', [folderWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/employees',
        component: lazyPage(() => import('#features/documents/folders/EmployeesPage.tsx'), 'EmployeesPage', [
          folderWords,
        ]),
      }),
      tabs,
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents',
        component: lazyPage(
          () => import('#features/documents/folders/CompanyDocumentsPage.tsx'),
          'CompanyDocumentsPage',
          [folderWords],
        ),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/upload',
        component: lazyPage(() => import('#features/documents/filing/UploadDocumentPage.tsx'), 'UploadDocumentPage', [
          folderWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/documents/$id',
        component: lazyPage(() => import('#features/documents/folders/DocumentPage.tsx'), 'DocumentPage', [
          folderWords,
        ]),
      }),
    ] as const,
  }
}
