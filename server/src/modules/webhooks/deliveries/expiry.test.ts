import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { Caller } from '#kernel/work.ts'
import { enqueueCallback } from '#modules/webhooks/endpoints/enqueue-callback.ts'
import { expireDeliveries, purgeEndpoint } from '#modules/webhooks/jobs.ts'
import { deleteWebhook } from '#modules/webhooks/subscriptions/delete-webhook.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  aHook,
  anOwner,
  aReceiver,
  aReceivingHook,
  deliveriesAt,
  emitEvents,
  idsOf,
  runJob,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'

const { service, dispatch } = await startSending()

const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000)
const created = defineEvent<{ id: string }>('request.created')
const expire = () => runJob(service, expireDeliveries, {})

type State = 'pending' | 'succeeded' | 'failed'

/** Deliveries of events from so many days ago. */
async function deliveries(owner: Caller, endpointId: string, state: State, days: number, count = 1): Promise<string[]> {
  const at = daysAgo(days)
  const ids = Array.from({ length: count }, (_, position) => uuidv7(at, position))
  const succeededAt = state === 'succeeded' ? at : null
  const failedAt = state === 'failed' ? at : null
  await sql`
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, body, created_at, succeeded_at, failed_at)
    SELECT ${owner.client.id}, ${endpointId}::uuid, id, 'dataset.updated', '{}', ${at}::timestamptz,
      ${succeededAt}::timestamptz, ${failedAt}::timestamptz FROM unnest(${ids}::uuid[]) AS id`.execute(service.db)
  if (state !== 'pending') return ids
  await sql`
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT ${owner.client.id}, ${endpointId}::uuid, id, ${at}::timestamptz FROM unnest(${ids}::uuid[]) AS id`.execute(
    service.db,
  )
  return ids
}

const keptAt = async (endpointId: string) => (await deliveriesAt(service, endpointId)).map((one) => one.id)

/** The endpoint of an address that came with a request so many days ago, with its one delivery. */
async function aCallbackEndpoint(owner: Caller, days: number, url = 'https://hooks.example.com/in') {
  const event = await service.doWork(owner, async (work) => {
    const emitted = emit(work, created, { id: 'r1' })
    await enqueueCallback(work, service.keyring, { url, secret: 'secret', event: emitted })
    return emitted
  })
  const { rows } = await sql<{ id: string }>`
    UPDATE callback_endpoints SET created_at = ${daysAgo(days)} WHERE client_id = ${owner.client.id} AND url = ${url}
    RETURNING id`.execute(service.db)
  return { id: rows[0]?.id ?? assert.fail('no endpoint'), eventId: event.id }
}
async function withoutDeliveries(endpointId: string): Promise<void> {
  for (const table of ['callback_queue', 'callback_deliveries']) {
    await sql`DELETE FROM ${sql.table(table)} WHERE endpoint_id = ${endpointId}`.execute(service.db)
  }
}
async function exists(endpointId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM callback_endpoints WHERE id = ${endpointId}`.execute(service.db)
  return rows.length === 1
}

describe('the log of deliveries', () => {
  test('keeps what succeeded for 30 days, and what failed or waits for 90', async () => {
    const owner = await anOwner(service)
    const { id } = await aHook(service, owner, { is_active: false })
    const kept = [
      ...(await deliveries(owner, id, 'failed', 89)),
      ...(await deliveries(owner, id, 'pending', 89)),
      ...(await deliveries(owner, id, 'pending', 31)),
      ...(await deliveries(owner, id, 'succeeded', 29)),
      ...(await deliveries(owner, id, 'succeeded', 0)),
    ]
    for (const state of ['succeeded', 'failed', 'pending'] as const) await deliveries(owner, id, state, 91)
    await deliveries(owner, id, 'succeeded', 31)
    await deliveries(owner, id, 'succeeded', 1000)

    await expire()

    assert.deepEqual(await keptAt(id), kept.toSorted())
    const pending = kept.slice(1, 3).toSorted()
    assert.deepEqual(
      (await waitingAt(service, id)).map((one) => one.delivery_id),
      pending,
    )
  })

  test('is worked through in steps, and to the end', async () => {
    const owner = await anOwner(service)
    const { id } = await aHook(service, owner)
    // Those that stay come first, so that a step which removes nothing is not an end.
    const failed = await deliveries(owner, id, 'failed', 60, 2500)
    await deliveries(owner, id, 'succeeded', 40, 2500)

    await expire()

    assert.deepEqual(await keptAt(id), failed)
  })

  test('is left as it is by a job that is told to stop', async () => {
    const owner = await anOwner(service)
    const { id } = await aHook(service, owner)
    const old = await deliveries(owner, id, 'succeeded', 40, 3)

    await assert.rejects(expireDeliveries.run({}, { ...service, signal: AbortSignal.abort() }))

    assert.deepEqual(await keptAt(id), old)
    await expire()
    assert.deepEqual(await keptAt(id), [])
  })

  test('of each webhook of each client is looked at', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, () => anOwner(service)))
    const hooks = await Promise.all(
      [...owners, ...owners].map(async (owner) => ({ ...(await aHook(service, owner)), owner })),
    )
    for (const { owner, id } of hooks) await deliveries(owner, id, 'succeeded', 31)

    await expire()

    for (const { id } of hooks) assert.deepEqual(await keptAt(id), [])
  })
})

describe('endpoints', () => {
  test('of requests go once nothing is logged of them and they are old, others stay', async () => {
    const owner = await anOwner(service)
    const at = (name: string) => `https://hooks.example.com/${name}`
    const unused = (await aCallbackEndpoint(owner, 91, at('unused'))).id
    const recent = (await aCallbackEndpoint(owner, 89, at('recent'))).id
    const used = (await aCallbackEndpoint(owner, 91, at('used'))).id
    const emptied = (await aCallbackEndpoint(owner, 91, at('emptied'))).id
    for (const id of [unused, recent, emptied]) await withoutDeliveries(id)
    await deliveries(owner, emptied, 'succeeded', 31)
    const webhook = await aHook(service, owner)
    await sql`UPDATE callback_endpoints SET created_at = ${daysAgo(500)} WHERE id = ${webhook.id}`.execute(service.db)

    await expire()

    assert.deepEqual(await Promise.all([unused, emptied, recent, used, webhook.id].map(exists)), [
      false,
      false,
      true,
      true,
      true,
    ])
  })

  test('that are named again after they went are made anew', async () => {
    const owner = await anOwner(service)
    const before = await aCallbackEndpoint(owner, 91)
    await withoutDeliveries(before.id)
    await expire()

    const after = await aCallbackEndpoint(owner, 0)

    assert.notEqual(after.id, before.id)
    assert.deepEqual(await keptAt(after.id), [after.eventId])
  })

  test('that are named at the same time as they are removed keep what is put there', async () => {
    const owner = await anOwner(service)
    for (let round = 0; round < 10; round += 1) {
      const url = `https://hooks.example.com/${round}`
      const { id } = await aCallbackEndpoint(owner, 91, url)
      await withoutDeliveries(id)

      const [, { id: endpointId, eventId }] = await Promise.all([expire(), aCallbackEndpoint(owner, 91, url)])

      assert.ok(await exists(endpointId))
      assert.deepEqual(await keptAt(endpointId), [eventId])
    }
  })

  test('of a deleted webhook go with all that was logged and waits there, and nothing else does', async () => {
    const owner = await anOwner(service)
    const gone = await aHook(service, owner)
    const stays = await aHook(service, owner)
    for (const { id } of [gone, stays]) {
      await deliveries(owner, id, 'succeeded', 0, 2100)
      await deliveries(owner, id, 'pending', 10, 2100)
      await deliveries(owner, id, 'failed', 1)
    }
    await service.doWork(owner, (work) =>
      deleteWebhook(work, gone.id, { keyring: service.keyring, permissions: ['*'] }),
    )

    await runJob(service, purgeEndpoint, { client_id: owner.client.id, endpoint_id: gone.id })

    assert.deepEqual([await keptAt(gone.id), await waitingAt(service, gone.id)], [[], []])
    assert.equal(await exists(gone.id), false)
    assert.equal((await keptAt(stays.id)).length, 4201)
    assert.equal((await waitingAt(service, stays.id)).length, 2100)
    await withoutDeliveries(stays.id)
  })
})

describe('while deliveries are made', () => {
  test('it runs beside them: none is lost, and the old ones go', async () => {
    await sql`DELETE FROM callback_queue`.execute(service.db)
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    const address = await aReceiver()
    await deliveries(owner, webhook.id, 'succeeded', 40, 3000)
    dispatch()

    const told: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const [events, callback] = await Promise.all([
        emitEvents(service, owner, { count: 40 }),
        aCallbackEndpoint(owner, 91, address.url),
        expire(),
      ])
      told.push(...events)
      await eventually(() => idsOf(address).includes(callback.eventId))
    }
    await eventually(() => receiver.received.length >= told.length)
    await untilQuiet(service)
    await expire()

    assert.deepEqual(idsOf(receiver).toSorted(), told.toSorted())
    assert.deepEqual(await keptAt(webhook.id), told.toSorted())
    assert.equal(address.received.length, 6)
  })
})
