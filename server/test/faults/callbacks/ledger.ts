import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after } from 'node:test'
import { sql } from 'kysely'
import type { Webhook } from '#modules/webhooks/subscriptions/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { aDataset, storedPaths } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  type Received,
  type Receiver,
  type Reply,
  startReceiver,
  verify,
} from '#test/harness/features/webhooks/receiver.ts'

/** A callback that arrived; it counts as taken once it was answered with 2xx. */
export type Entry = { id: string; path: string; callback: Received; status: number | undefined }

export type Ledger = {
  service: TestApp
  datasetId: string
  webhook: Webhook
  receiver: Receiver
  entries: Entry[]
  /** The keys that callbacks may be signed with. */
  keys: string[]
  /** Callbacks that a receiver could not verify when they arrived. */
  unverified: string[]
  /** How to answer from now on. */
  answer: (entry: Entry) => Reply | Promise<Reply>
}

/**
 * A data set, and a webhook that is told of its values. What producers have committed is the stored values; against them
 * stands what arrived.
 */
export async function openLedger(service: TestApp, answer: Ledger['answer'] = () => 200): Promise<Ledger> {
  const state = { entries: [] as Entry[], keys: [] as string[], unverified: [] as string[], answer }
  const receiver = await startReceiver(async (callback) => {
    const { id, data } = callback.json
    if (!ledger.keys.some((key) => verifies(callback, key))) ledger.unverified.push(id)
    const entry: Entry = { id, path: data.path, callback, status: undefined }
    if (data.dataset_id === ledger.datasetId) ledger.entries.push(entry)
    const reply = await ledger.answer(entry)
    entry.status = typeof reply === 'number' ? reply : reply.status
    return reply
  })
  after(() => receiver.close())
  const datasetId = await aDataset(service)
  const webhook = await aWebhook(service, { url: receiver.url, events: ['dataset_value.*'] })
  const ledger: Ledger = Object.assign(state, { service, datasetId, webhook, receiver })
  ledger.keys.push(webhook.signature_key)
  return ledger
}

/**
 * By the package of Standard Webhooks, and by the plain header. The plain header has room for the newest key alone: it
 * may arrive before the answer that tells the key, so it is to be checked once all keys are known.
 */
export function isSigned(callback: Received, keys: string[]): boolean {
  const plain = callback.headers['x-event-signature']
  const isPlainlySigned = keys.some((key) => createHmac('sha256', key).update(callback.raw).digest('hex') === plain)
  return isPlainlySigned && keys.some((key) => verifies(callback, key))
}

export function verifies(callback: Received, key: string): boolean {
  try {
    verify(callback, key)
    return true
  } catch {
    return false
  }
}

export function taken({ entries }: Ledger): Entry[] {
  return entries.filter(({ status }) => status !== undefined && status >= 200 && status < 300)
}

/** The ids that arrived more than once. */
export function repeated({ entries }: Ledger): string[] {
  const times = Map.groupBy(entries, (entry) => entry.id)
  return [...times].filter(([, same]) => same.length > 1).map(([id]) => id)
}

/** Waits until nothing is left to hand out or to send. */
export async function settle({ service }: Ledger, withinSeconds = 45): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql<{ left: number }>`
        SELECT ((SELECT count(*) FROM event_outbox) + (SELECT count(*) FROM callback_queue))::integer AS left
      `.execute(service.db)
      return rows[0]?.left === 0
    },
    { withinSeconds, everyMs: 50 },
  )
}

/** Nothing lost, nothing invented, every signature good, the same bytes under the same id; repeats where they are allowed. */
export async function assertComplete(ledger: Ledger, mayRepeat: Iterable<string> = []): Promise<void> {
  const committed = await storedPaths(ledger.service.db, ledger.datasetId)
  const paths = new Set(taken(ledger).map(({ path }) => path))
  const allowed = new Set(mayRepeat)
  const byId = Map.groupBy(ledger.entries, (entry) => entry.id)
  const verdict = {
    lost: committed.filter((path) => !paths.has(path)),
    invented: [...paths].filter((path) => !committed.includes(path)),
    unverified: ledger.unverified,
    forged: ledger.entries.filter(({ callback }) => !isSigned(callback, ledger.keys)).map(({ id }) => id),
    changed: [...byId.values()].filter((same) => new Set(same.map(({ callback }) => callback.raw)).size > 1),
    repeated: repeated(ledger).filter((id) => !allowed.has(id)),
  }
  assert.deepEqual(verdict, { lost: [], invented: [], unverified: [], forged: [], changed: [], repeated: [] })
}
