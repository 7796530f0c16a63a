import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { systemWords } from './words.ts'

export function systemRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/system',
        component: lazyPage(() => import('./SystemPage.tsx'), 'SystemPage', [systemWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/mails',
        component: lazyPage(() => import('#features/mails/MailsPage.tsx'), 'MailsPage', [systemWords]),
      }),
    ] as const,
  }
}
