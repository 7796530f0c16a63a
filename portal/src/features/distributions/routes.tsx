import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function distributionRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions',
        component: lazyRouteComponent(() => import('./DistributionsPage.tsx'), 'DistributionsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/new',
        component: lazyRouteComponent(() => import('./NewDistributionPage.tsx'), 'NewDistributionPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/distributions/$id',
        component: lazyRouteComponent(() => import('./DistributionPage.tsx'), 'DistributionPage'),
      }),
    ] as const,
  }
}
