import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function helpRoutes({ person }: Pick<Parents, 'person'>) {
  return {
    person: [
      createRoute({
        getParentRoute: () => person,
        path: '/portal/help',
        component: lazyPage(() => import('./PortalHelpPage.tsx'), 'PortalHelpPage', ['help']),
      }),
    ] as const,
  }
}
