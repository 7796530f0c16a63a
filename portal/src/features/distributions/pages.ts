import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { distributionWords } from './words.ts'

export const pages: Pages = {
  manager: [
    {
      path: '/portal/manager/distributions',
      component: lazyPage(() => import('./DistributionsPage.tsx'), 'DistributionsPage', [distributionWords]),
    },
    {
      path: '/portal/manager/distributions/new',
      component: lazyPage(() => import('./NewDistributionPage.tsx'), 'NewDistributionPage', [distributionWords]),
    },
    {
      path: '/portal/manager/distributions/$id',
      component: lazyPage(() => import('./DistributionPage.tsx'), 'DistributionPage', [distributionWords]),
    },
  ],
}
