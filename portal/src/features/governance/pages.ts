import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { holdWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/legal-holds',
      component: lazyPage(() => import('./holds/LegalHoldsPage.tsx'), 'LegalHoldsPage', [holdWords]),
    },
    {
      path: '/portal/admin/legal-holds/new',
      component: lazyPage(() => import('./holds/NewLegalHoldPage.tsx'), 'NewLegalHoldPage', [holdWords]),
    },
    {
      path: '/portal/admin/legal-holds/$id',
      component: lazyPage(() => import('./holds/LegalHoldPage.tsx'), 'LegalHoldPage', [holdWords]),
    },
  ],
}
