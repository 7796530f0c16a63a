import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { DeliveryStatus, Webhook, WebhookSettings } from '#modules/webhooks/subscriptions/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { TestApp, TestApplication } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { everythingOf } from '#test/harness/database/everything-of.ts'

/** A guard that asks no name server: whatever is not a literal address is unknown for now. */
export const noNameServers = { resolve: async () => [] }

/** What is said of a webhook when nothing is wrong with it. */
export const settings = (more: object = {}) => ({
  name: unique('hook'),
  callback_url: 'https://93.184.215.14/in',
  events: ['dataset.*'],
  ...more,
})

/** Calls about webhooks, and the answers of those that can be taken for granted. */
export function webhookCalls({ v2 }: Pick<TestApp, 'v2'>, application: TestApplication = 'payroll') {
  const call = (method: Parameters<TestApp['v2']>[0], path: string, body?: unknown) =>
    v2(method, `/webhooks${path}`, { application, ...(body === undefined ? {} : { body }) })
  return {
    create: (body: unknown) => call('POST', '', body),
    put: (id: string, body: unknown) => call('PUT', `/${id}`, body),
    patch: (id: string, body: unknown) => call('PATCH', `/${id}`, body),
    remove: (id: string) => call('DELETE', `/${id}`),
    get: (id: string) => call('GET', `/${id}`),
    read: async (id: string): Promise<Webhook> => (await call('GET', `/${id}`)).json(),
    sendTest: (id: string) => call('POST', `/${id}/tests`),
    refresh: (id: string) => call('POST', `/${id}/refresh_signature_key`),
    health: async (id: string) => (await call('GET', `/${id}/health`)).json(),
    deliveries: async (id: string, query = '') => (await call('GET', `/${id}/deliveries?${query}`)).json(),
    getDelivery: (id: string, deliveryId: string) => call('GET', `/${id}/deliveries/${deliveryId}`),
    delivery: async (id: string, deliveryId: string) => (await call('GET', `/${id}/deliveries/${deliveryId}`)).json(),
    retry: (id: string, deliveryId: string) => call('POST', `/${id}/deliveries/${deliveryId}/retries`),
    recover: (id: string, body: unknown) => call('POST', `/${id}/recover`, body),
    getRecovery: (id: string, recoveryId: string) => call('GET', `/${id}/recoveries/${recoveryId}`),
  }
}

/** As events and callbacks tell of a webhook. */
export function withoutKey({ signature_key: _, withheld_events: __, ...rest }: Webhook): WebhookSettings {
  return rest
}

/** Lets time pass, for the rest of a test. */
export function pass(t: TestContext, { clock }: Pick<TestApp, 'clock'>, seconds: number): void {
  clock.advance(seconds)
  t.after(() => clock.advance(-seconds))
}

/** All that a client has, but for the tokens that its callers were given meanwhile. */
export async function storedFor(db: Db, clientId: string): Promise<Record<string, string[]>> {
  const { access_tokens: _, ...rest } = await everythingOf(db, clientId)
  return rest
}

/** The events that tell of a webhook, oldest first. */
export function eventRowsOf(db: Db, webhookId: string) {
  return db.selectFrom('events').selectAll().where('resource_id', '=', webhookId).orderBy('id').execute()
}

/** What is stored of how the endpoint of a webhook does. */
export function endpointRow(db: Db, webhookId: string) {
  return db.selectFrom('callback_endpoints').selectAll().where('id', '=', webhookId).executeTakeFirstOrThrow()
}

/** The data of the jobs of this name that mention an id, in the order in which they were queued. */
export async function queuedJobs(db: Db, name: string, id: string): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    SELECT data FROM jobs.job WHERE name = ${name} AND data::text LIKE ${`%${id}%`} ORDER BY created_on`.execute(db)
  return rows.map((row) => row.data)
}

type DeliveryOptions = {
  count?: number
  status?: DeliveryStatus
  type?: string
  /** When its event happened; the ids hold it. */
  at?: Date
  /** When it succeeded or failed, or is due. */
  outcomeAt?: Date
  clientId?: string
}

/** Deliveries of a webhook, stored as they are after one attempt, or before it; answers their ids, oldest first. */
export async function storedDeliveries(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  webhookId: string,
  options: DeliveryOptions = {},
): Promise<string[]> {
  const { count = 1, status = 'failed', type = 'dataset.created', at = clock.now(), clientId = 'acme' } = options
  const outcomeAt = options.outcomeAt ?? at
  const ids = Array.from({ length: count }, (_, position) => uuidv7(at, position))
  const attempt = { attempted_at: '2024-01-31T09:30:00.000+00:00', outcome: 'answered', status_code: 500 }
  const attempts = status === 'pending' ? [] : [{ ...attempt, duration_ms: 3, response_body: 'no' }]
  await sql`
    INSERT INTO callback_deliveries
      (client_id, endpoint_id, id, event_type, body, attempts, created_at, succeeded_at, failed_at)
    SELECT ${clientId}, ${webhookId}, id, ${type}, jsonb_build_object('id', id, 'type', ${type}::text)::json,
      ${JSON.stringify(attempts)}::jsonb, ${at}, ${status === 'succeeded' ? outcomeAt : null}::timestamptz,
      ${status === 'failed' ? outcomeAt : null}::timestamptz
    FROM unnest(${ids}::uuid[]) AS given (id)`.execute(db)
  if (status === 'pending') {
    await sql`
      INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
      SELECT ${clientId}, ${webhookId}, id, ${outcomeAt} FROM unnest(${ids}::uuid[]) AS given (id)`.execute(db)
  }
  return ids
}

type Refused = { what: string; body: Record<string, unknown>; errors: [field: string, code: string][] }

const noAddress: Refused['errors'] = [['callback_url', 'invalid_url']]
const noState: Refused['errors'] = [['is_active', 'unknown_choice']]
const noEmail: Refused['errors'] = [['owner_email', 'invalid_email']]

/** What is wrong with a webhook, each in otherwise good settings, with the fields that are named for it. */
export const REFUSED: Refused[] = [
  { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
  { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
  { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
  { what: 'an empty address', body: { callback_url: '' }, errors: noAddress },
  { what: 'an address without a scheme', body: { callback_url: 'hooks.example.com/in' }, errors: noAddress },
  { what: 'an address without a host', body: { callback_url: 'https://' }, errors: noAddress },
  { what: 'an address of ftp', body: { callback_url: 'ftp://93.184.215.14/' }, errors: noAddress },
  { what: 'an address of a script', body: { callback_url: 'javascript:alert(1)' }, errors: noAddress },
  { what: 'an address of a file', body: { callback_url: 'file:///etc/passwd' }, errors: noAddress },
  { what: 'an address with a user', body: { callback_url: 'https://me@93.184.215.14/' }, errors: noAddress },
  { what: 'an address with credentials', body: { callback_url: 'https://me:pw@93.184.215.14/' }, errors: noAddress },
  {
    what: 'an address with a port that is none',
    body: { callback_url: 'http://93.184.215.14:99999/' },
    errors: noAddress,
  },
  { what: 'an address with a space', body: { callback_url: 'https://93.184.215.14/a b' }, errors: noAddress },
  { what: 'an address with a line break', body: { callback_url: 'https://93.184.215.14/\r\nX: 1' }, errors: noAddress },
  { what: 'an address with a NUL', body: { callback_url: 'https://93.184.215.14/\0' }, errors: noAddress },
  {
    what: 'an address of 2,001 characters',
    body: { callback_url: 'https://93.184.215.14/'.padEnd(2001, 'x') },
    errors: [['callback_url', 'too_long']],
  },
  { what: 'no events in the list', body: { events: [] }, errors: [['events', 'too_short']] },
  { what: '501 events', body: { events: Array(501).fill('*') }, errors: [['events', 'too_long']] },
  { what: 'events that are no list', body: { events: 'dataset.*' }, errors: [['events', 'wrong_type']] },
  { what: 'an event of 101 characters', body: { events: ['x'.repeat(101)] }, errors: [['events.0', 'too_long']] },
  { what: 'a NUL in an event', body: { events: ['*', 'a\0'] }, errors: [['events.1', 'invalid_text']] },
  {
    what: 'events that are no texts, each by its place',
    body: { events: [1, '*', null, {}] },
    errors: [0, 2, 3].map((index) => [`events.${index}`, 'wrong_type']),
  },
  {
    what: 'events that do not exist, each by its place',
    body: { events: ['dataset.painted', 'dataset.*', 'dataset', 'webhook.test'] },
    errors: [0, 2, 3].map((index) => [`events.${index}`, 'unknown_event']),
  },
  { what: 'null for is_active', body: { is_active: null }, errors: noState },
  { what: 'a number for is_active', body: { is_active: 1 }, errors: noState },
  { what: 'TRUE for is_active', body: { is_active: 'TRUE' }, errors: noState },
  { what: 'an empty text for is_active', body: { is_active: '' }, errors: noState },
  { what: 'an owner who is not a mailbox', body: { owner_email: 'owner' }, errors: noEmail },
  { what: 'an empty owner', body: { owner_email: '' }, errors: noEmail },
  { what: 'a header in the owner', body: { owner_email: 'a@acme.test\r\nBcc: b@acme.test' }, errors: noEmail },
  {
    what: 'an owner of 255 characters',
    body: { owner_email: `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.test`.padEnd(255, 'x') },
    errors: [['owner_email', 'too_long']],
  },
  {
    what: 'wrong types, each by its field',
    body: { name: 1, callback_url: 2, events: {}, owner_email: 3 },
    errors: ['name', 'callback_url', 'events', 'owner_email'].map((field) => [field, 'wrong_type']),
  },
]

/** The fields that an answer names, with their codes. */
export function errorsOf(answer: Awaited<ReturnType<TestApp['v2']>>): [string, string][] {
  return answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
}
