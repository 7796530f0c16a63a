import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { distributionWords } from './words.ts'

export function distributionRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions',
        component: lazyPage(() => import('./DistributionsPage.tsx'), 'DistributionsPage', [distributionWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/new',
        component: lazyPage(() => import('./NewDistributionPage.tsx'), 'NewDistributionPage', [distributionWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/$id',
        component: lazyPage(() => import('./DistributionPage.tsx'), 'DistributionPage', [distributionWords]),
      }),
    ] as const,
  }
}
