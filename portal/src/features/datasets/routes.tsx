import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { datasetWords } from './words.ts'

export function datasetRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/datasets',
        component: lazyPage(() => import('./DatasetsPage.tsx'), 'DatasetsPage', [datasetWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/datasets/$id',
        component: lazyPage(() => import('./DatasetPage.tsx'), 'DatasetPage', [datasetWords]),
      }),
    ] as const,
  }
}
