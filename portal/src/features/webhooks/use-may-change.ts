import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import type { Webhook } from './webhooks.api.ts'

/** Whether somebody may change a webhook: the key is kept from those who may not read all that it is told of. */
export function useMayChange({ signature_key }: Webhook): boolean {
  return mayAdmin(useSession(), 'webhooks:write') && signature_key !== null
}
