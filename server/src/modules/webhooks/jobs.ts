import { defineJob } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { DELIVERIES, removeWaitingBefore, thinOutPartitions } from '#modules/webhooks/deliveries/delivery-partitions.ts'
import {
  expireEndpoint,
  listEndpoints,
  type OldDeliveries,
  removeUnusedEndpoints,
  removeWaiting,
} from '#modules/webhooks/deliveries/expiry-queries.ts'
import { recoverBatch } from '#modules/webhooks/deliveries/recovery-queries.ts'
import { disabledMail } from '#modules/webhooks/subscriptions/disabled-mail.ts'
import { findWebhook } from '#modules/webhooks/subscriptions/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { dropPartitions, makePartitionsAhead } from '#platform/db/partitions/partitions.ts'
import { forgetTraces } from '#platform/events/event-traces.ts'

const DAY_MS = 24 * 3600 * 1000
const RETENTION_MS = 30 * DAY_MS
const FAILED_RETENTION_MS = 90 * DAY_MS

/** Retries after that begin no part of a trace: nobody keeps one open for so long. */
const TRACE_RETENTION_MS = 2 * DAY_MS

type Endpoint = { client_id: string; endpoint_id: string }

/** Removes the rows of a deleted webhook in small batches, so that no other transaction waits. */
export const purgeEndpoint = defineJob<Endpoint>('webhooks.purge', async (endpoint, { db, clock, signal }) => {
  while ((await removeWaiting(db, endpoint)) > 0) signal.throwIfAborted()
  const everything = new Date(clock.now().getTime() + DAY_MS)
  await expire(db, endpoint, { succeeded: everything, all: everything }, signal)
  await removeUnusedEndpoints(db, everything, endpoint)
})

/** Keeps the log of deliveries for at least 30 days, of those that failed for at least 90. */
export const expireDeliveries = defineJob(
  'webhooks.expire-deliveries',
  async (_data, { db, clock, signal }) => {
    const now = clock.now()
    const before = {
      succeeded: new Date(now.getTime() - RETENTION_MS),
      all: new Date(now.getTime() - FAILED_RETENTION_MS),
    }
    signal.throwIfAborted()
    await makePartitionsAhead(db, DELIVERIES, now)
    await dropPartitions(db, DELIVERIES, { before: before.all, andAlso: removeWaitingBefore })
    for (const range of await thinOutPartitions(db, before.succeeded)) {
      for await (const endpoint of listEndpoints(db)) await expire(db, endpoint, { ...before, range }, signal)
    }
    await removeUnusedEndpoints(db, before.all)
    await forgetTraces(db, new Date(now.getTime() - TRACE_RETENTION_MS))
  },
  { schedule: '23 2 * * *', timeoutSeconds: 4 * 3600 },
)

async function expire(db: Db, endpoint: Endpoint, old: OldDeliveries, signal: AbortSignal): Promise<void> {
  let reached = old.range?.from
  do {
    signal.throwIfAborted()
    reached = await expireEndpoint(db, endpoint, old, reached)
  } while (reached !== undefined)
}

const RECOVERY_BATCH_SIZE = 500

/** Makes failed deliveries due again, step by step; each step remembers how far it got. */
export const recoverFailed = defineJob<{ client_id: string; recovery_id: string }>(
  'webhooks.recover',
  async ({ client_id, recovery_id }, { doWork, clock, signal }) => {
    const caller = { client: { id: client_id, languages: [] }, actor: systemActor }
    for (;;) {
      signal.throwIfAborted()
      const recovery = { clientId: client_id, id: recovery_id }
      const step = await doWork(caller, ({ tx }) => recoverBatch(tx, recovery, RECOVERY_BATCH_SIZE, clock.now()))
      if (step.isFinished) return
    }
  },
)

/** Tells the owner of a webhook that the service has switched it off. */
export const mailDisabled = defineJob<{ client_id: string; webhook_id: string }>(
  'webhooks.mail-disabled',
  async ({ client_id, webhook_id }, { db, mailer, mailboxesFor }) => {
    const webhook = await findWebhook(db, { id: client_id, languages: [] }, webhook_id)
    // It may have been switched on again, or deleted, by the time this runs.
    if (!webhook?.disabled_at) return
    const owners = webhook.owner_email ? [webhook.owner_email] : await mailboxesFor(client_id, 'webhooks:write')
    const about = { clientId: client_id, kind: 'webhook_disabled' }
    for (const to of owners) await mailer.send(disabledMail(webhook, to), about)
  },
)
