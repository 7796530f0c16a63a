import { createRoute } from '@tanstack/react-router'
import { eventWords } from '#features/events/words.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'
import { webhookWords } from './words.ts'

export function webhookRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks',
        component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage', [webhookWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookPage', [webhookWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/deliveries',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookDeliveriesPage', [webhookWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/settings',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookSettingsPage', [webhookWords]),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/events',
        component: lazyPage(() => import('#features/events/EventsPage.tsx'), 'EventsPage', [eventWords, webhookWords]),
      }),
    ] as const,
  }
}
