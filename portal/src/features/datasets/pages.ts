import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { datasetWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/datasets',
      component: lazyPage(() => import('./DatasetsPage.tsx'), 'DatasetsPage', [datasetWords]),
    },
    {
      path: '/portal/admin/datasets/$id',
      component: lazyPage(() => import('./DatasetPage.tsx'), 'DatasetPage', [datasetWords]),
    },
  ],
}
