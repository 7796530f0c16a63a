import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

/** Signature processes for the managers who make them, and their types for administrators. */
export function signatureProcessRoutes({ manager, admin }: Pick<Parents, 'manager' | 'admin'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures',
        component: lazyPage(() => import('./ProcessesPage.tsx'), 'ProcessesPage', ['signatureProcesses']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/new',
        component: lazyPage(() => import('./NewProcessPage.tsx'), 'NewProcessPage', [
          'signatureProcesses',
          'signatureWizard',
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id',
        component: lazyPage(() => import('./ProcessPage.tsx'), 'ProcessPage', [
          'signatureProcesses',
          'signatureWizard',
        ]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/signatures/$id/edit',
        component: lazyPage(() => import('./EditProcessPage.tsx'), 'EditProcessPage', [
          'signatureProcesses',
          'signatureWizard',
        ]),
      }),
    ] as const,
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types',
        component: lazyPage(() => import('./TypesPage.tsx'), 'TypesPage', ['signatureTypes']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/signature-types/$id',
        component: lazyPage(() => import('./TypePage.tsx'), 'TypePage', ['signatureTypes']),
      }),
    ] as const,
  }
}
