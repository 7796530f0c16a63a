import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function bulkRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/bulk-actions',
        component: lazyPage(() => import('./BulkActionsPage.tsx'), 'BulkActionsPage', ['bulk']),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/bulk-actions/$id',
        component: lazyPage(() => import('./BulkActionPage.tsx'), 'BulkActionPage', ['bulk']),
      }),
    ] as const,
  }
}
