import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

/** Signature processes for the managers who make them, and their types for administrators. */
export function signatureProcessRoutes({ manager, admin }: Pick<Parents, 'manager' | 'admin'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures',
        component: lazyRouteComponent(() => import('./ProcessesPage.tsx'), 'ProcessesPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/new',
        component: lazyRouteComponent(() => import('./NewProcessPage.tsx'), 'NewProcessPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id',
        component: lazyRouteComponent(() => import('./ProcessPage.tsx'), 'ProcessPage'),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id/edit',
        component: lazyRouteComponent(() => import('./EditProcessPage.tsx'), 'EditProcessPage'),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types',
        component: lazyRouteComponent(() => import('./TypesPage.tsx'), 'TypesPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types/$id',
        component: lazyRouteComponent(() => import('./TypePage.tsx'), 'TypePage'),
      }),
    ] as const,
  }
}
