import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function documentRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents',
        component: lazyRouteComponent(() => import('./MyDocumentsPage.tsx'), 'MyDocumentsPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/upload',
        component: lazyRouteComponent(() => import('./UploadMyDocumentPage.tsx'), 'UploadMyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company',
        component: lazyRouteComponent(
          () => import('./EmployeeCompanyDocumentsPage.tsx'),
          'EmployeeCompanyDocumentsPage',
        ),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/company/$id',
        component: lazyRouteComponent(() => import('./EmployeeCompanyDocumentPage.tsx'), 'EmployeeCompanyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/documents/$id',
        component: lazyRouteComponent(() => import('./MyDocumentPage.tsx'), 'MyDocumentPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault',
        component: lazyRouteComponent(() => import('./VaultPage.tsx'), 'VaultPage'),
      }),
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/vault/$id',
        component: lazyRouteComponent(() => import('./VaultDocumentPage.tsx'), 'VaultDocumentPage'),
      }),
    ] as const,
  }
}
