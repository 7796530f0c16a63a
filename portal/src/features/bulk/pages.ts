import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { bulkWords } from '#shared/bulk/words.ts'

export const pages: Pages = {
  manager: [
    {
      path: '/portal/manager/bulk-actions',
      component: lazyPage(() => import('./BulkActionsPage.tsx'), 'BulkActionsPage', [bulkWords]),
    },
    {
      path: '/portal/manager/bulk-actions/$id',
      component: lazyPage(() => import('./BulkActionPage.tsx'), 'BulkActionPage', [bulkWords]),
    },
  ],
}
