import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { directoryWords } from './words.ts'

export function directoryRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/organizations',
        component: lazyPage(
          () => import('#features/directory/organizations/OrganizationsPage.tsx'),
          'OrganizationsPage',
          [directoryWords],
        ),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people',
        component: lazyPage(() => import('#features/directory/people/PeoplePage.tsx'), 'PeoplePage', [
          bulkWords,
          directoryWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/people/$id',
        component: lazyPage(() => import('#features/directory/people/PersonPage.tsx'), 'PersonPage', [directoryWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/roles',
        component: lazyPage(() => import('#features/directory/roles/RolesPage.tsx'), 'RolesPage', [directoryWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/custom-fields',
        component: lazyPage(
          () => import('#features/directory/custom-fields/CustomFieldsPage.tsx'),
          'CustomFieldsPage',
          [directoryWords],
        ),
      }),
    ] as const,
  }
}
