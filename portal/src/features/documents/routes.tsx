import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function documentRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents',
        component: lazyPage(() => import('./MyDocumentsPage.tsx'), 'MyDocumentsPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/upload',
        component: lazyPage(() => import('./UploadMyDocumentPage.tsx'), 'UploadMyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company',
        component: lazyPage(() => import('./EmployeeCompanyDocumentsPage.tsx'), 'EmployeeCompanyDocumentsPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company/$id',
        component: lazyPage(() => import('./EmployeeCompanyDocumentPage.tsx'), 'EmployeeCompanyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/$id',
        component: lazyPage(() => import('./MyDocumentPage.tsx'), 'MyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault',
        component: lazyPage(() => import('./VaultPage.tsx'), 'VaultPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault/$id',
        component: lazyPage(() => import('./VaultDocumentPage.tsx'), 'VaultDocumentPage'),
      }),
    ] as const,
  }
}
