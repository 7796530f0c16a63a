import type { EventReader } from '#modules/auth/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { checkEventPatterns } from './event-patterns.ts'
import type { WebhookRow } from './queries.ts'
import type { WebhookInput } from './schemas.ts'
import { refuseSubscription } from './webhook-owner.ts'

/** What a caller says of a webhook, as it is stored. */
export type StoredSettings = Pick<WebhookRow, 'name' | 'callback_url' | 'events' | 'is_active' | 'owner_email'>

export function toSettings({
  name,
  callback_url,
  events,
  is_active = true,
  owner_email,
}: WebhookInput): StoredSettings {
  return { name, callback_url, events, is_active: String(is_active) === 'true', owner_email: owner_email ?? null }
}

/** What a change of a webhook takes: the keys of the service, and what its caller was issued for. */
export type ChangeContext = { keyring: Keyring; permissions: readonly string[] }

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
export async function vetCallbackUrl(outbound: Outbound, url: string | null | undefined): Promise<void> {
  if (!(await mayBeCalled(outbound, url))) throw invalidFields([CALLBACK_NOT_ALLOWED])
}

export const CALLBACK_NOT_ALLOWED: FieldError = {
  field: 'callback_url',
  code: 'address_not_allowed',
  message: 'Callbacks cannot be sent to this address: it is private or reserved.',
}

/** Whether callbacks may go to an address, as far as it is known now. */
export async function mayBeCalled(outbound: Outbound, url: string | null | undefined): Promise<boolean> {
  return !url || ['ok', 'unresolved'].includes(await outbound.vet(url))
}
