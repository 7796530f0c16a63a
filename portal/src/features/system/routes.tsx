import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function systemRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/system',
        component: lazyRouteComponent(() => import('./SystemPage.tsx'), 'SystemPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/mails',
        component: lazyRouteComponent(() => import('./MailsPage.tsx'), 'MailsPage'),
      }),
    ] as const,
  }
}
