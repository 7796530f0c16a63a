import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function documentEmployeeRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeDocumentsPage.tsx'),
          'EmployeeDocumentsPage',
          ['myDocuments'],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/upload',
        component: lazyPage(() => import('#features/documents/filing/EmployeeUploadPage.tsx'), 'EmployeeUploadPage', [
          'myDocuments',
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeCompanyDocumentsPage.tsx'),
          'EmployeeCompanyDocumentsPage',
          ['myDocuments'],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company/$id',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeCompanyDocumentPage.tsx'),
          'EmployeeCompanyDocumentPage',
          ['myDocuments'],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/$id',
        component: lazyPage(
          () => import('#features/documents/reading/EmployeeDocumentPage.tsx'),
          'EmployeeDocumentPage',
          ['myDocuments'],
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault',
        component: lazyPage(() => import('#features/documents/vault/VaultPage.tsx'), 'VaultPage', ['myDocuments']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault/$id',
        component: lazyPage(() => import('#features/documents/vault/VaultDocumentPage.tsx'), 'VaultDocumentPage', [
          'myDocuments',
        ]),
      }),
    ] as const,
  }
}
