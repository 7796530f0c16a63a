import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { importWords } from './words.ts'

export const pages: Pages = {
  manager: [
    {
      path: '/portal/manager/imports',
      component: lazyPage(() => import('./ImportsPage.tsx'), 'ImportsPage', [importWords]),
    },
    {
      path: '/portal/manager/imports/new',
      component: lazyPage(() => import('./NewImportPage.tsx'), 'NewImportPage', [importWords]),
    },
    {
      path: '/portal/manager/imports/$id',
      component: lazyPage(() => import('./ImportPage.tsx'), 'ImportPage', [importWords]),
    },
  ],
}
