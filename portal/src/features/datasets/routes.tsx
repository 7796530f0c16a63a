import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function datasetRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/datasets',
        component: lazyRouteComponent(() => import('./DatasetsPage.tsx'), 'DatasetsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/datasets/$id',
        component: lazyRouteComponent(() => import('./DatasetPage.tsx'), 'DatasetPage'),
      }),
    ] as const,
  }
}
