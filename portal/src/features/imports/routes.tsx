import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function importRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports',
        component: lazyPage(() => import('./ImportsPage.tsx'), 'ImportsPage', ['imports']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/new',
        component: lazyPage(() => import('./NewImportPage.tsx'), 'NewImportPage', ['imports']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/$id',
        component: lazyPage(() => import('./ImportPage.tsx'), 'ImportPage', ['imports']),
      }),
    ] as const,
  }
}
