import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import type { Parents } from '#kernel/pages/parents.ts'

export function webhookRoutes({ admin }: Pick<Parents, 'admin'>) {
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks',
        component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage', ['webhooks']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookPage', ['webhooks']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/deliveries',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookDeliveriesPage', ['webhooks']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/settings',
        component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookSettingsPage', ['webhooks']),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/events',
        component: lazyPage(() => import('#features/events/EventsPage.tsx'), 'EventsPage', ['events', 'webhooks']),
      }),
    ] as const,
  }
}
