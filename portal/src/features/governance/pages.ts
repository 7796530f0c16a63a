import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { disposalWords, holdWords, retentionWords } from './words.ts'

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
      path: '/portal/admin/disposals',
      component: lazyPage(() => import('./disposals/DisposalsPage.tsx'), 'DisposalsPage', [disposalWords]),
    },
    {
      path: '/portal/admin/disposals/$id',
      component: lazyPage(() => import('./disposals/DisposalPage.tsx'), 'DisposalPage', [disposalWords]),
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
