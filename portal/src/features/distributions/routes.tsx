import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function distributionRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions',
        component: lazyPage(() => import('./DistributionsPage.tsx'), 'DistributionsPage', ['distributions']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/new',
        component: lazyPage(() => import('./NewDistributionPage.tsx'), 'NewDistributionPage', ['distributions']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/$id',
        component: lazyPage(() => import('./DistributionPage.tsx'), 'DistributionPage', ['distributions']),
      }),
    ] as const,
  }
}
