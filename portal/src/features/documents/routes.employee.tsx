import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { employeeDocumentWords } from './words.ts'

export function documentEmployeeRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeDocumentsPage.tsx'),
          'EmployeeDocumentsPage',
          [employeeDocumentWords],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/upload',
        component: lazyPage(() => import('#features/documents/filing/EmployeeUploadPage.tsx'), 'EmployeeUploadPage', [
          employeeDocumentWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeCompanyDocumentsPage.tsx'),
          'EmployeeCompanyDocumentsPage',
          [employeeDocumentWords],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company/$id',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeCompanyDocumentPage.tsx'),
          'EmployeeCompanyDocumentPage',
          [employeeDocumentWords],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/$id',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeDocumentPage.tsx'),
          'EmployeeDocumentPage',
          [employeeDocumentWords],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault',
        component: lazyPage(() => import('#features/documents/vault/VaultPage.tsx'), 'VaultPage', [
          employeeDocumentWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault/$id',
        component: lazyPage(() => import('#features/documents/vault/VaultDocumentPage.tsx'), 'VaultDocumentPage', [
          employeeDocumentWords,
        ]),
      }),
    ] as const,
  }
}
