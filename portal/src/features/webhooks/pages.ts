import type { Pages } from '#kernel/pages/feature.ts'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { webhookWords } from './words.ts'

export const pages: Pages = {
  admin: [
    {
      path: '/portal/admin/webhooks',
      component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage', [webhookWords]),
    },
    {
      path: '/portal/admin/webhooks/$id',
      component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookPage', [webhookWords]),
    },
    {
      path: '/portal/admin/webhooks/$id/deliveries',
      component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookDeliveriesPage', [webhookWords]),
    },
    {
      path: '/portal/admin/webhooks/$id/settings',
      component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookSettingsPage', [webhookWords]),
    },
  ],
}
