import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller } from '#kernel/work.ts'
import { decryptKey } from '#modules/webhooks/endpoints/endpoint-key.ts'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  aHook,
  anOwner,
  aReceivingHook,
  deliveriesAt,
  emitEvents,
  endpointAt,
  idsOf,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { type Claimed, type ClaimRequest, claim, LEASE_MS } from './claim.ts'
import { type Result, recordResults } from './record-results.ts'

const { service, dispatch } = await startSending()
dispatch()
dispatch()
/** Another database, on which nobody sends. */
const still = await startApp()

/** Counts how many callbacks are being answered at the same time. */
function counting(milliseconds: number) {
  const seen = { now: 0, most: 0 }
  async function answer(): Promise<number> {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    await wait(milliseconds)
    seen.now -= 1
    return 200
  }
  return { seen, answer }
}

describe('two dispatchers on one database', () => {
  test('send an endpoint ten callbacks at once at most, and each once', async () => {
    const owner = await anOwner(service)
    const { seen, answer } = counting(25)
    const { receiver } = await aReceivingHook(service, owner, { answer })

    const events = await emitEvents(service, owner, { count: 300 })
    await eventually(() => receiver.received.length >= 300, { withinSeconds: 20 })
    await untilQuiet(service)

    assert.ok(seen.most > 1 && seen.most <= 10, `${seen.most} at once`)
    assert.deepEqual(idsOf(receiver).toSorted(), events)
  })

  test('send a quick endpoint ten at once at most, though many are taken ahead', async () => {
    const owner = await anOwner(service)
    const { seen, answer } = counting(0)
    const { receiver } = await aReceivingHook(service, owner, { answer })

    for (let round = 0; round < 5; round += 1) await emitEvents(service, owner, { count: 120 })
    await eventually(() => receiver.received.length >= 600, { withinSeconds: 20 })
    await untilQuiet(service)

    assert.ok(seen.most <= 10, `${seen.most} at once`)
    assert.equal(new Set(idsOf(receiver)).size, 600)
    assert.equal(receiver.received.length, 600)
  })

  test('send to others while one hangs with thousands waiting', async () => {
    const owner = await anOwner(service)
    const never = new Promise<number>(() => {})
    const hanging = await aReceivingHook(service, owner, { events: ['role.*'], answer: () => never })
    await emitEvents(service, owner, { type: 'role.created', count: 3000 })
    await eventually(() => hanging.receiver.received.length === 10)

    const quick = await aReceivingHook(service, owner, { events: ['dataset.*'] })
    const events = await emitEvents(service, owner, { count: 50 })
    await eventually(() => quick.receiver.received.length === 50)

    assert.deepEqual(idsOf(quick.receiver).toSorted(), events)
    // More than ten only if their time was up meanwhile.
    assert.ok(hanging.receiver.received.length <= 20)
    const waiting = await waitingAt(service, hanging.webhook.id)
    assert.equal(waiting.length, 3000)
  })
})

type Row = { count?: number; tries?: number; dueInSeconds?: number }

/** Deliveries that wait for an endpoint; those that were tried before are retries. */
async function queued(owner: Caller, endpointId: string, { count = 1, tries = 0, dueInSeconds = -1 }: Row = {}) {
  const dueAt = new Date(still.clock.now().getTime() + dueInSeconds * 1000)
  await sql`
    WITH delivery AS (
      INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, body, created_at)
      SELECT ${owner.client.id}, ${endpointId}::uuid, gen_random_uuid(), 'dataset.updated', '{}', ${dueAt}::timestamptz
      FROM generate_series(1, ${count}::integer) RETURNING client_id, endpoint_id, id
    )
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, tries, is_retry, due_at)
    SELECT client_id, endpoint_id, id, ${tries}, ${tries > 0}, ${dueAt}::timestamptz FROM delivery`.execute(still.db)
}

async function anEndpoint(owner: Caller, rows: Row = {}): Promise<string> {
  const { id } = await aHook(still, owner)
  await queued(owner, id, rows)
  return id
}

function claimNow(changes: Partial<ClaimRequest> = {}): Promise<Claimed[]> {
  const now = still.clock.now()
  return claim(still.db, { now, lease: randomUUID(), most: 100, mostRetries: 75, ahead: [], ownLeases: [], ...changes })
}
/** How many were taken for each of these endpoints. */
const counts = (claimed: Claimed[], ids: string[]) =>
  ids.map((id) => claimed.filter((one) => one.endpoint_id === id).length)
const clearQueue = () => sql`DELETE FROM callback_queue`.execute(still.db)
const change = (id: string, changes: { is_held?: boolean; failures_in_row?: number; paused_until?: Date }) =>
  still.db.updateTable('callback_endpoints').set(changes).where('id', '=', id).execute()

describe('claim', () => {
  test('gives ten of one endpoint, and no more while they are held', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const id = await anEndpoint(owner, { count: 30 })

    const claimed = await claimNow()

    assert.deepEqual(counts(claimed, [id]), [10])
    assert.ok(claimed.every((one) => one.has_more))
    assert.deepEqual(await claimNow(), [])
  })

  test('counts first tries and retries together', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const id = await anEndpoint(owner, { count: 8 })
    await queued(owner, id, { count: 8, tries: 1 })

    assert.deepEqual(counts(await claimNow(), [id]), [10])
  })

  test('gives more of one that is known to be quick, unless another worker has some of it', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const alone = await anEndpoint(owner, { count: 50 })
    const shared = await anEndpoint(owner, { count: 50 })
    const only = (id: string) => [{ clientId: owner.client.id, endpointId: id, capacity: 25 }]
    const lease = randomUUID()

    assert.deepEqual(counts(await claimNow({ most: 6, lease }), [alone, shared]), [3, 3])
    const mine = await claimNow({ ahead: only(alone), ownLeases: [lease] })
    assert.deepEqual(counts(mine, [alone, shared]), [22, 7])
    assert.deepEqual(await claimNow({ ahead: only(shared), ownLeases: [] }), [])
  })

  test('lets endpoints take turns, so that much of one does not delay little of another', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const busy = [
      await anEndpoint(owner, { count: 500, dueInSeconds: -100 }),
      await anEndpoint(owner, { count: 500, dueInSeconds: -100 }),
    ]
    const little = await anEndpoint(owner, { count: 2 })

    assert.deepEqual(counts(await claimNow({ most: 6 }), [...busy, little]), [2, 2, 2])
  })

  test('gives retries only a part of the slots, however many are due', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const failing = await Promise.all(
      Array.from({ length: 12 }, () => anEndpoint(owner, { count: 20, tries: 3, dueInSeconds: -1000 })),
    )
    const fresh = await anEndpoint(owner, { count: 20 })

    const claimed = await claimNow({ most: 40, mostRetries: 30 })

    assert.deepEqual(counts(claimed, [fresh]), [10])
    assert.equal(
      counts(claimed, failing).reduce((sum, one) => sum + one),
      30,
    )
    assert.deepEqual(await claimNow({ most: 40, mostRetries: 0 }), [])
  })

  test('gives first tries all the slots when there are no retries', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    await Promise.all(Array.from({ length: 5 }, () => anEndpoint(owner, { count: 20 })))

    assert.equal((await claimNow({ most: 45, mostRetries: 30 })).length, 45)
  })

  test('gives nothing of one that is held, paused, or not due yet', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const held = await anEndpoint(owner)
    const paused = await anEndpoint(owner)
    await anEndpoint(owner, { dueInSeconds: 30 })
    const due = await anEndpoint(owner)
    await change(held, { is_held: true })
    await change(paused, { paused_until: new Date(still.clock.now().getTime() + 5000) })

    const claimed = await claimNow()

    assert.deepEqual(
      claimed.map((one) => one.endpoint_id),
      [due],
    )
  })

  test('gives one of an endpoint that has failed ten times in a row, once its pause is over', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const id = await anEndpoint(owner, { count: 5 })
    await queued(owner, id, { count: 5, tries: 2 })
    const ended = new Date(still.clock.now().getTime() - 1000)
    await change(id, { failures_in_row: 10, paused_until: ended })

    assert.equal((await claimNow()).length, 1)
    assert.equal((await claimNow()).length, 0)
  })

  test('gives each to one of many who ask at once, and ten of an endpoint in all', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const ids = [await anEndpoint(owner, { count: 40 }), await anEndpoint(owner, { count: 4 })]

    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claimNow({ most: 5 })))).flat()

    assert.deepEqual(counts(claimed, ids), [10, 4])
    assert.equal(new Set(claimed.map((one) => one.delivery_id)).size, 14)
  })

  test('gives all that it takes to send', async () => {
    await clearQueue()
    const owner = await anOwner(still)
    const { id, callback_url } = await aHook(still, owner)
    await queued(owner, id)

    const [claimed] = await claimNow()

    assert.deepEqual([claimed?.url, claimed?.is_webhook, claimed?.body, claimed?.tries], [callback_url, true, '{}', 0])
    assert.equal(claimed?.event_type, 'dataset.updated')
    assert.equal(decryptKey(still.keyring, owner.client.id, id, String(claimed?.sealed_key)).length, 32)
  })
})

describe('a lease', () => {
  function resultOf(claimed: Claimed, changes: Partial<Result> = {}): Result {
    const at = still.clock.now()
    const attempt = { attempted_at: '', outcome: 'answered', status_code: 200, duration_ms: 1, response_body: '' }
    const { client_id: clientId, endpoint_id: endpointId, delivery_id: deliveryId, lease } = claimed
    const succeeded = { attempt, outcome: 'succeeded', at, dueAt: undefined } as const
    return { clientId, endpointId, deliveryId, lease, ...succeeded, ...changes }
  }
  async function aClaimed(): Promise<Claimed> {
    await clearQueue()
    await anEndpoint(await anOwner(still))
    const [claimed] = await claimNow()
    return claimed ?? assert.fail('nothing was given')
  }
  const record = (...results: Result[]) => recordResults(still.db, results, [], still.clock.now())

  test('that nobody ends lapses after a minute: the delivery is due again, and no try is used up', async () => {
    const claimed = await aClaimed()
    still.clock.advance(LEASE_MS / 1000 - 10)
    assert.deepEqual(await claimNow(), [])
    still.clock.advance(11)

    const [again] = await claimNow()

    assert.equal(again?.delivery_id, claimed.delivery_id)
    assert.equal(again?.tries, 0)
    assert.notEqual(again?.lease, claimed.lease)
  })

  for (const outcome of ['succeeded', 'failed', 'waits'] as const) {
    test(`that was lost to another changes nothing any more: ${outcome}`, async () => {
      const claimed = await aClaimed()
      still.clock.advance(LEASE_MS / 1000 + 1)
      const [again] = await claimNow()
      const before = await waitingAt(still, claimed.endpoint_id)

      await record(resultOf(claimed, { outcome, dueAt: outcome === 'waits' ? new Date() : undefined }))

      assert.deepEqual(await waitingAt(still, claimed.endpoint_id), before)
      const [delivery] = await deliveriesAt(still, claimed.endpoint_id)
      assert.deepEqual([delivery?.attempts, delivery?.succeeded_at, delivery?.failed_at], [[], null, null])
      await record(resultOf(again ?? assert.fail('nothing was given')))
      assert.deepEqual(await waitingAt(still, claimed.endpoint_id), [])
      assert.ok((await deliveriesAt(still, claimed.endpoint_id))[0]?.succeeded_at)
    })
  }

  test('that ended changes nothing a second time', async () => {
    const claimed = await aClaimed()
    const dueAt = new Date(still.clock.now().getTime() + 5000)

    await record(resultOf(claimed, { outcome: 'waits', dueAt }))
    await record(resultOf(claimed, { outcome: 'waits', dueAt }))

    const [waiting] = await waitingAt(still, claimed.endpoint_id)
    assert.deepEqual([waiting?.tries, waiting?.is_retry, waiting?.lease, waiting?.due_at], [1, true, null, dueAt])
    assert.equal((await deliveriesAt(still, claimed.endpoint_id))[0]?.attempts.length, 1)
  })

  test('of what was not sent ends without using up a try', async () => {
    const claimed = await aClaimed()
    const dueAt = new Date(still.clock.now().getTime() + 5000)

    await record(resultOf(claimed, { outcome: 'waits', dueAt, attempt: undefined }))

    const [waiting] = await waitingAt(still, claimed.endpoint_id)
    assert.deepEqual([waiting?.tries, waiting?.is_retry, waiting?.lease, waiting?.due_at], [0, false, null, dueAt])
    assert.deepEqual((await deliveriesAt(still, claimed.endpoint_id))[0]?.attempts, [])
    assert.equal((await endpointAt(still, claimed.endpoint_id)).failures_in_row, 0)
  })

  test('of what is deleted meanwhile brings nothing back', async () => {
    const claimed = await aClaimed()
    await sql`DELETE FROM callback_deliveries WHERE id = ${claimed.delivery_id}`.execute(still.db)
    await clearQueue()

    await record(resultOf(claimed), resultOf(claimed, { outcome: 'waits', dueAt: new Date() }))

    assert.deepEqual(await waitingAt(still, claimed.endpoint_id), [])
    assert.deepEqual(await deliveriesAt(still, claimed.endpoint_id), [])
  })
})
