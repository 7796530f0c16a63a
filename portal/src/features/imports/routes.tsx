import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { importWords } from './words.ts'

export function importRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports',
        component: lazyPage(() => import('./ImportsPage.tsx'), 'ImportsPage', [importWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/new',
        component: lazyPage(() => import('./NewImportPage.tsx'), 'NewImportPage', [importWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/imports/$id',
        component: lazyPage(() => import('./ImportPage.tsx'), 'ImportPage', [importWords]),
      }),
    ] as const,
  }
}
