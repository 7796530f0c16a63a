import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function documentTypeRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types',
        component: lazyRouteComponent(() => import('./DocumentTypesPage.tsx'), 'DocumentTypesPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types/$code',
        component: lazyRouteComponent(() => import('./DocumentTypePage.tsx'), 'DocumentTypePage'),
      }),
    ] as const,
  }
}
