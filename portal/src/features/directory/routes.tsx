import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function directoryRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/organizations',
        component: lazyRouteComponent(() => import('./OrganizationsPage.tsx'), 'OrganizationsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people',
        component: lazyRouteComponent(() => import('./PeoplePage.tsx'), 'PeoplePage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people/$id',
        component: lazyRouteComponent(() => import('./PersonPage.tsx'), 'PersonPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/roles',
        component: lazyRouteComponent(() => import('./RolesPage.tsx'), 'RolesPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/custom-fields',
        component: lazyRouteComponent(() => import('./CustomFieldsPage.tsx'), 'CustomFieldsPage'),
      }),
    ] as const,
  }
}
