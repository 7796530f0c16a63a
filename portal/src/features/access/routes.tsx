import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function accessRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/applications',
        component: lazyPage(() => import('./ApplicationsPage.tsx'), 'ApplicationsPage', ['applications']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/identity-providers',
        component: lazyPage(() => import('./IdentityProvidersPage.tsx'), 'IdentityProvidersPage', ['access']),
      }),
    ] as const,
  }
}
