import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { documentTypeWords } from './words.ts'

export function documentAdminRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types',
        component: lazyPage(() => import('#features/documents/types/DocumentTypesPage.tsx'), 'DocumentTypesPage', [
          documentTypeWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/document-types/$code',
        component: lazyPage(() => import('#features/documents/types/DocumentTypePage.tsx'), 'DocumentTypePage', [
          documentTypeWords,
        ]),
      }),
    ] as const,
  }
}
