import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { signatureDraftWords, signatureProcessWords, signatureTypeWords } from './words.ts'

/** Signature processes for the managers who make them, and their types for administrators. */
export function signatureManagerRoutes({ manager, admin }: Pick<Parents, 'manager' | 'admin'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures',
        component: lazyPage(() => import('#features/signatures/processes/ProcessesPage.tsx'), 'ProcessesPage', [
          signatureProcessWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/new',
        component: lazyPage(() => import('#features/signatures/drafts/NewProcessPage.tsx'), 'NewProcessPage', [
          signatureProcessWords,
          signatureDraftWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id',
        component: lazyPage(() => import('#features/signatures/processes/ProcessPage.tsx'), 'ProcessPage', [
          signatureProcessWords,
          signatureDraftWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id/edit',
        component: lazyPage(() => import('#features/signatures/drafts/EditProcessPage.tsx'), 'EditProcessPage', [
          signatureProcessWords,
          signatureDraftWords,
        ]),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types',
        component: lazyPage(() => import('#features/signatures/types/TypesPage.tsx'), 'TypesPage', [
          signatureTypeWords,
        ]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types/$id',
        component: lazyPage(() => import('#features/signatures/types/TypePage.tsx'), 'TypePage', [signatureTypeWords]),
      }),
    ] as const,
  }
}
