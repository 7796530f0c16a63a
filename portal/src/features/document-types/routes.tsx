import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function documentTypeRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types',
        component: lazyPage(() => import('./DocumentTypesPage.tsx'), 'DocumentTypesPage', ['documentTypes']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types/$code',
        component: lazyPage(() => import('./DocumentTypePage.tsx'), 'DocumentTypePage', ['documentTypes']),
      }),
    ] as const,
  }
}
