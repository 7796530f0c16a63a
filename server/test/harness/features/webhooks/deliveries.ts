import { after } from 'node:test'
import { sql } from 'kysely'
import type { EventName } from '#kernel/events/catalogue.ts'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { JobDefinition } from '#kernel/jobs.ts'
import type { Caller } from '#kernel/work.ts'
import { encryptSharedToken } from '#modules/clients/index.ts'
import { patchWebhook } from '#modules/webhooks/subscriptions/change-webhook.ts'
import { createWebhook } from '#modules/webhooks/subscriptions/create-webhook.ts'
import type { Attempt, Webhook, WebhookInput } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { startDispatcher } from './dispatcher.ts'
import { type Received, type Receiver, type Reply, startReceiver } from './receiver.ts'

type Answer = (callback: Received) => Reply | Promise<Reply>

/** The service, and how to start dispatchers on it. */
export async function startSending() {
  const service = await startApp()
  const dispatch = (changes: Parameters<typeof startDispatcher>[1] = {}) => startDispatcher(service, changes)
  return { service, dispatch }
}

/** A client of its own, so that no test sees the events of another. */
export async function anOwner({ db, keyring }: Pick<TestApp, 'db' | 'keyring'>): Promise<Caller> {
  const id = unique('client')
  await sql`INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
    VALUES (${id}, ${id}, '{en-us}', ${encryptSharedToken(keyring, id, 'token')}, now(), now())`.execute(db)
  await sql`INSERT INTO applications (client_id, id, name, secret_hash, permissions, created_at, updated_at)
    VALUES (${id}, ${acme.actor.id}, ${acme.actor.name}, '', '{*}', now(), now())`.execute(db)
  return { client: { id, languages: ['en-us'] }, actor: acme.actor }
}

/** What a change of a webhook takes, by somebody who may read everything. */
export const byAnyone = ({ keyring }: Pick<TestApp, 'keyring'>) => ({ keyring, permissions: ['*'] })

/** A webhook that is made without a call: the clock may be far beyond the life of a token. */
export async function aHook(service: TestApp, owner: Caller, changes: Partial<WebhookInput> = {}): Promise<Webhook> {
  const input = {
    name: unique('hook'),
    callback_url: 'https://hooks.example.com/in',
    events: ['dataset.*'],
    ...changes,
  }
  return service.doWork(owner, (work) => createWebhook(work, input, byAnyone(service)))
}

export async function aReceiver(answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  after(() => receiver.close())
  return receiver
}

/** A receiver with a webhook that points to it. */
export async function aReceivingHook(
  service: TestApp,
  owner: Caller,
  { answer, ...changes }: Partial<WebhookInput> & { answer?: Answer } = {},
): Promise<{ receiver: Receiver; webhook: Webhook }> {
  const receiver = await aReceiver(answer)
  return { receiver, webhook: await aHook(service, owner, { ...changes, callback_url: receiver.url }) }
}

export async function changeHook(service: TestApp, owner: Caller, id: string, changes: Partial<WebhookInput>) {
  return service.doWork(owner, (work) => patchWebhook(work, id, changes, byAnyone(service)))
}

type EmitOptions = { count?: number; type?: EventName; data?: object }

/** Emits events in one work, and answers their ids in their order. */
export async function emitEvents(
  { doWork }: Pick<TestApp, 'doWork'>,
  owner: Caller,
  { count = 1, type = 'dataset.updated', data = {} }: EmitOptions = {},
): Promise<string[]> {
  const event = defineEvent<{ id: string }>(type)
  return doWork(owner, async (work) =>
    Array.from({ length: count }, (_, index) => emit(work, event, { id: `thing-${index}`, ...data }).id),
  )
}

export const idsOf = ({ received }: Pick<Receiver, 'received'>) =>
  received.map((one) => String(one.headers['x-event-id']))

export type Waiting = { delivery_id: string; tries: number; is_retry: boolean; due_at: Date; lease: string | null }

/** What is still to be sent to an endpoint, oldest event first. */
export async function waitingAt({ db }: Pick<TestApp, 'db'>, endpointId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT delivery_id, tries, is_retry, due_at, lease FROM callback_queue
    WHERE endpoint_id = ${endpointId} ORDER BY delivery_id`.execute(db)
  return rows
}

export type LoggedDelivery = { id: string; attempts: Attempt[]; succeeded_at: Date | null; failed_at: Date | null }

/** What was or is to be sent to an endpoint, oldest event first. */
export async function deliveriesAt({ db }: Pick<TestApp, 'db'>, endpointId: string): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    SELECT id, attempts, succeeded_at, failed_at FROM callback_deliveries
    WHERE endpoint_id = ${endpointId} ORDER BY id`.execute(db)
  return rows
}

export type EndpointRow = {
  client_id: string
  id: string
  url: string
  is_held: boolean
  failures_in_row: number
  failing_since: Date | null
  pauses: number
  paused_until: Date | null
}

export async function endpointAt({ db }: Pick<TestApp, 'db'>, id: string): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    SELECT client_id, id, url, is_held, failures_in_row, failing_since, pauses, paused_until
    FROM callback_endpoints WHERE id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('Endpoint not found.')
  return rows[0]
}

/** Waits until nothing is to be handed out, nothing is on its way, and nothing could go now. */
export async function untilQuiet({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ quiet: boolean }>`
      SELECT NOT EXISTS (SELECT event_id FROM event_outbox) AND NOT EXISTS (
        SELECT one.delivery_id FROM callback_queue one
        JOIN callback_endpoints endpoint ON endpoint.client_id = one.client_id AND endpoint.id = one.endpoint_id
        WHERE one.lease IS NOT NULL OR (one.due_at <= ${clock.now()} AND NOT endpoint.is_held
          AND (endpoint.paused_until IS NULL OR endpoint.paused_until <= ${clock.now()}))) AS quiet`.execute(db)
    return rows[0]?.quiet
  })
}

/** Moves the clock on to a moment, unless that has passed. */
export function advanceTo({ clock }: Pick<TestApp, 'clock'>, moment: Date): void {
  clock.advance(Math.max(0, (moment.getTime() - clock.now().getTime()) / 1000))
}

/** Runs a job here and now. */
export async function runJob<Data extends object>(
  service: TestApp,
  job: JobDefinition<Data>,
  data: Data,
): Promise<void> {
  await job.run(data, { ...service, signal: new AbortController().signal })
}

/** The data of the jobs of a kind that wait to be run for a client. */
export async function jobsFor({ pool }: Pick<TestApp, 'pool'>, name: string, clientId: string): Promise<object[]> {
  const { rows } = await pool.query<{ data: object }>(
    `SELECT data FROM jobs.job WHERE name = $1 AND data ->> 'client_id' = $2`,
    [name, clientId],
  )
  return rows.map((one) => one.data)
}
