import type { ModuleDeclaration } from '#kernel/module.ts'
import { deliveryRoutes } from './deliveries/routes.v2.ts'
import { endpointKeyColumns } from './endpoints/endpoint-key.ts'
import { expireDeliveries, mailDisabled, purgeEndpoint, recoverFailed } from './jobs.ts'
import { webhookColumns } from './personal-data/columns.ts'
import { callbackEraser } from './personal-data/erase-bodies.ts'
import { type WebhookDeps, webhookRoutes } from './subscriptions/routes.v2.ts'

type Deps = WebhookDeps

export const webhooksModule: ModuleDeclaration<Deps> = {
  name: 'webhooks',
  tables: ['webhooks', 'webhook_recoveries', 'callback_endpoints', 'callback_deliveries', 'callback_queue'],
  events: ['webhook'],
  permissions: ['webhooks'],
  jobs: [expireDeliveries, mailDisabled, purgeEndpoint, recoverFailed],
  encryptedColumns: endpointKeyColumns,
  personalData: { columns: webhookColumns, erasers: [callbackEraser] },
  routes: {
    v2: (deps) => [deliveryRoutes(deps), webhookRoutes(deps)],
    admin: (deps) => [deliveryRoutes(deps), webhookRoutes(deps)],
  },
  chapters: {
    Webhooks: 'Subscriptions to events, their deliveries and their health.',
  },
}
