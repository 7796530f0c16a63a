import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { peopleWords } from '#shared/people/words.ts'
import { disposalWords, erasureWords, holdWords, packageWords, retentionWords } from './words.ts'

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
    {
      path: '/portal/admin/deletion-requests',
      component: lazyPage(() => import('./erasure/DeletionRequestsPage.tsx'), 'DeletionRequestsPage', [erasureWords]),
    },
    {
      path: '/portal/admin/deletion-requests/new',
      component: lazyPage(() => import('./erasure/NewDeletionRequestPage.tsx'), 'NewDeletionRequestPage', [
        erasureWords,
        peopleWords,
      ]),
    },
    {
      path: '/portal/admin/deletion-requests/$id',
      component: lazyPage(() => import('./erasure/DeletionRequestPage.tsx'), 'DeletionRequestPage', [
        erasureWords,
        holdWords,
        packageWords,
      ]),
    },
    {
      path: '/portal/admin/access-packages',
      component: lazyPage(() => import('./packages/AccessPackagesPage.tsx'), 'AccessPackagesPage', [
        packageWords,
        peopleWords,
      ]),
    },
  ],
}
