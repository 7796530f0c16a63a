import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function systemRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/system',
        component: lazyPage(() => import('./SystemPage.tsx'), 'SystemPage', ['system']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/mails',
        component: lazyPage(() => import('./MailsPage.tsx'), 'MailsPage', ['system']),
      }),
    ] as const,
  }
}
