import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Parents } from '../../app/parents.ts'

export function webhookRoutes({ admin }: Pick<Parents, 'admin'>) {
  const webhook = () => import('./WebhookPage.tsx')
  return {
    admin: [
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks',
        component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id',
        component: lazyRouteComponent(webhook, 'WebhookPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/deliveries',
        component: lazyRouteComponent(webhook, 'WebhookDeliveriesPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/webhooks/$id/settings',
        component: lazyRouteComponent(webhook, 'WebhookSettingsPage'),
      }),
      createRoute({
        getParentRoute: () => admin,
        path: '/portal/admin/events',
        component: lazyRouteComponent(() => import('./EventsPage.tsx'), 'EventsPage'),
      }),
    ] as const,
  }
}
