import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { holdWords, retentionWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/retention',
      component: lazyPage(() => import('./retention/RetentionPage.tsx'), 'RetentionPage', [retentionWords]),
    },
    {
      path: '/portal/admin/retention/$id',
      component: lazyPage(() => import('./retention/PolicyPage.tsx'), 'PolicyPage', [holdWords, retentionWords]),
    },
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
