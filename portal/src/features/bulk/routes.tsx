import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { bulkWords } from '#shared/bulk/words.ts'

export function bulkRoutes({ manager }: Pick<Parents, 'manager'>) {
  return {
    manager: [
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/bulk-actions',
        component: lazyPage(() => import('./BulkActionsPage.tsx'), 'BulkActionsPage', [bulkWords]),
      }),
      createRoute({
        getParentRoute: () => manager,
        path: '/portal/manager/bulk-actions/$id',
        component: lazyPage(() => import('./BulkActionPage.tsx'), 'BulkActionPage', [bulkWords]),
      }),
    ] as const,
  }
}
