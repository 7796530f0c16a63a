import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import type { Webhook } from './webhooks.api.ts'

/** Whether the manager may change a webhook: its key is hidden from managers who may not read everything it receives. */
export function useMayChange({ signature_key }: Webhook): boolean {
  return mayAdmin(useSession(), 'webhooks:write') && signature_key !== null
}
