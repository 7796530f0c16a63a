import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { directoryWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/organizations',
      component: lazyPage(() => import('./organizations/OrganizationsPage.tsx'), 'OrganizationsPage', [directoryWords]),
    },
    {
      path: '/portal/admin/people',
      component: lazyPage(() => import('./people/PeoplePage.tsx'), 'PeoplePage', [bulkWords, directoryWords]),
    },
    {
      path: '/portal/admin/people/$id',
      component: lazyPage(() => import('./people/PersonPage.tsx'), 'PersonPage', [directoryWords]),
    },
    {
      path: '/portal/admin/roles',
      component: lazyPage(() => import('./roles/RolesPage.tsx'), 'RolesPage', [directoryWords]),
    },
    {
      path: '/portal/admin/custom-fields',
      component: lazyPage(() => import('./custom-fields/CustomFieldsPage.tsx'), 'CustomFieldsPage', [directoryWords]),
    },
  ],
}
