import type { ModuleDeclaration } from '#kernel/module.ts'
import { endpointKeyColumns } from './endpoints/endpoint-key.ts'
import { expireDeliveries, mailDisabled, purgeEndpoint, recoverFailed } from './jobs.ts'

export const webhooksModule: ModuleDeclaration = {
  name: 'webhooks',
  jobs: [expireDeliveries, mailDisabled, purgeEndpoint, recoverFailed],
  encryptedColumns: endpointKeyColumns,
}
