import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function importRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports',
        component: lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/new',
        component: lazyRouteComponent(() => import('./NewImportPage.tsx'), 'NewImportPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/$id',
        component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
      }),
    ] as const,
  }
}
