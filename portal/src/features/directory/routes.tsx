import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function directoryRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/organizations',
        component: lazyPage(() => import('./OrganizationsPage.tsx'), 'OrganizationsPage', ['directory']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people',
        component: lazyPage(() => import('./PeoplePage.tsx'), 'PeoplePage', ['bulk', 'directory']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people/$id',
        component: lazyPage(() => import('./PersonPage.tsx'), 'PersonPage', ['directory']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/roles',
        component: lazyPage(() => import('./RolesPage.tsx'), 'RolesPage', ['directory']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/custom-fields',
        component: lazyPage(() => import('./CustomFieldsPage.tsx'), 'CustomFieldsPage', ['directory']),
      }),
    ] as const,
  }
}
