import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { searchWords } from './words.ts'

export function searchRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/search',
        component: lazyPage(() => import('./SearchPage.tsx'), 'SearchPage', [searchWords]),
      }),
    ] as const,
  }
}
