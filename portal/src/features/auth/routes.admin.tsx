import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { applicationWords, singleSignOnWords } from './words.ts'

export function authAdminRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/applications',
        component: lazyPage(() => import('#features/auth/applications/ApplicationsPage.tsx'), 'ApplicationsPage', [
          applicationWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/identity-providers',
        component: lazyPage(
          () => import('#features/auth/single-sign-on/IdentityProvidersPage.tsx'),
          'IdentityProvidersPage',
          [singleSignOnWords],
        ),
      }),
    ] as const,
  }
}
