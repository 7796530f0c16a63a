import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function signatureRoutes({ employee }: Pick<Parents, 'employee'>) {
  return {
    employee: [
      createRoute({
        getParentRoute: () => employee,
        path: '/portal/signatures',
        component: lazyRouteComponent(() => import('./SignaturesPage.tsx'), 'SignaturesPage'),
      }),
    ] as const,
  }
}
