import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function accessRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/applications',
        component: lazyRouteComponent(() => import('./ApplicationsPage.tsx'), 'ApplicationsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/identity-providers',
        component: lazyRouteComponent(() => import('./IdentityProvidersPage.tsx'), 'IdentityProvidersPage'),
      }),
    ] as const,
  }
}
