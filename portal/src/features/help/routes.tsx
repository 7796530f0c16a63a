import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { helpWords } from './words.ts'

export function helpRoutes({ person }: Pick<Parents, 'person'>) {
  return {
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/help',
        component: lazyPage(() => import('./PortalHelpPage.tsx'), 'PortalHelpPage', [helpWords]),
      }),
    ] as const,
  }
}
