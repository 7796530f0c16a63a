import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function documentRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents',
        component: lazyPage(() => import('./MyDocumentsPage.tsx'), 'MyDocumentsPage', ['myDocuments']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/upload',
        component: lazyPage(() => import('./UploadMyDocumentPage.tsx'), 'UploadMyDocumentPage', ['myDocuments']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company',
        component: lazyPage(() => import('./EmployeeCompanyDocumentsPage.tsx'), 'EmployeeCompanyDocumentsPage', [
          'myDocuments',
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company/$id',
        component: lazyPage(() => import('./EmployeeCompanyDocumentPage.tsx'), 'EmployeeCompanyDocumentPage', [
          'myDocuments',
        ]),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/$id',
        component: lazyPage(() => import('./MyDocumentPage.tsx'), 'MyDocumentPage', ['myDocuments']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault',
        component: lazyPage(() => import('./VaultPage.tsx'), 'VaultPage', ['myDocuments']),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault/$id',
        component: lazyPage(() => import('./VaultDocumentPage.tsx'), 'VaultDocumentPage', ['myDocuments']),
      }),
    ] as const,
  }
}
