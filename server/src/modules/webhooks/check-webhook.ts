import type { EventReader } from '#modules/auth/index.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { invalid, invalidFields } from '#platform/problem.ts'
import { checkEventPatterns } from './event-patterns.ts'
import type { WebhookInput } from './schemas.ts'
import { refuseSubscription } from './webhook-owner.ts'
import type { WebhookRow } from './webhook-queries.ts'

/** What a caller says of a webhook, as it is stored. */
export type Settings = Pick<WebhookRow, 'name' | 'callback_url' | 'events' | 'is_active' | 'owner_email'>

export function toSettings({ name, callback_url, events, is_active = true, owner_email }: WebhookInput): Settings {
  return { name, callback_url, events, is_active: String(is_active) === 'true', owner_email: owner_email ?? null }
}

/** What a change of a webhook takes: the keys of the service, and what its caller was issued for. */
export type By = { keyring: Keyring; permissions: readonly string[] }

/** Refuses what the schema lets through, and events of what the caller may not read. */
export function checkInput({ events = [] }: Partial<WebhookInput>, reader: EventReader): void {
  const errors = checkEventPatterns(events)
  if (errors.length > 0) throw invalidFields(errors)
  refuseSubscription(reader, events)
}

/**
 * Refuses an address that callbacks must not go to. It is a kindness: the call itself looks again at what it connects to.
 * A name that cannot be resolved now may be known later. Outside of any transaction, since it asks name servers.
 */
export async function vetCallbackUrl(outbound: Outbound, url: string | undefined): Promise<void> {
  if (url === undefined) return
  const verdict = await outbound.vet(url)
  if (verdict === 'ok' || verdict === 'unresolved') return
  throw invalid('callback_url', 'address_not_allowed', 'Callbacks may not go to this address.')
}
