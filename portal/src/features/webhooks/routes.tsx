import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import type { Parents } from '../../app/parents.ts'

export function webhookRoutes({ admin }: Pick<Parents, 'admin'>) {
  const webhook = () => import('./WebhookPage.tsx')
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks',
        component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id',
        component: lazyPage(webhook, 'WebhookPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/deliveries',
        component: lazyPage(webhook, 'WebhookDeliveriesPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/settings',
        component: lazyPage(webhook, 'WebhookSettingsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/events',
        component: lazyPage(() => import('./EventsPage.tsx'), 'EventsPage'),
      }),
    ] as const,
  }
}
