import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Caller } from '#kernel/work.ts'
import { expireDeliveries } from '#modules/webhooks/jobs.ts'
import { listPartitions, makePartitionsAhead } from '#platform/db/partitions/partitions.ts'
import { momentOf, uuidv7 } from '#platform/uuid.ts'
import {
  aHook,
  anOwner,
  deliveriesAt,
  runJob,
  startSending,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { DELIVERIES, thinOutPartitions } from './delivery-partitions.ts'

const { service } = await startSending()
const { db, clock } = service
clock.stop()
const DAY_MS = 86_400_000

/** A quarter of a year on, when every week that matters has its partition. */
let now: Date
let owner: Caller
let hookId: string

beforeEach(async () => {
  const last = (await listPartitions(db, DELIVERIES)).at(-1)?.from ?? assert.fail('no partition')
  clock.advance((momentOf(last).getTime() - clock.now().getTime() + 100 * DAY_MS) / 1000)
  now = clock.now()
  await makePartitionsAhead(db, DELIVERIES, now)
  owner = await anOwner(service)
  hookId = (await aHook(service, owner, { is_active: false })).id
})

const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const expire = () => runJob(service, expireDeliveries, {})

type State = 'waiting' | 'succeeded' | 'failed'

async function deliveries(state: State, days: number, count = 1): Promise<string[]> {
  const at = daysAgo(days)
  const ids = Array.from({ length: count }, (_, position) => uuidv7(at, position))
  await sql`
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, body, created_at, succeeded_at, failed_at)
    SELECT ${owner.client.id}, ${hookId}::uuid, id, 'dataset.updated', '{}', ${at}::timestamptz,
      ${state === 'succeeded' ? at : null}::timestamptz, ${state === 'failed' ? at : null}::timestamptz
    FROM unnest(${ids}::uuid[]) AS id`.execute(db)
  if (state !== 'waiting') return ids
  await sql`
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT ${owner.client.id}, ${hookId}::uuid, id, ${at}::timestamptz FROM unnest(${ids}::uuid[]) AS id`.execute(db)
  return ids
}

const kept = async () => (await deliveriesAt(service, hookId)).map((one) => one.id)

describe('the log of deliveries, where every week has a partition', () => {
  test('keeps what succeeded for 30 to 37 days, and what failed or waits for 90 to 97', async () => {
    const young = [
      ...(await deliveries('failed', 89)),
      ...(await deliveries('waiting', 89)),
      ...(await deliveries('failed', 45)),
      ...(await deliveries('waiting', 45)),
      ...(await deliveries('succeeded', 29)),
      ...(await deliveries('succeeded', 0)),
    ]
    for (const state of ['waiting', 'succeeded', 'failed'] as const) await deliveries(state, 98)
    await deliveries('succeeded', 38)
    await deliveries('succeeded', 60)

    await expire()

    assert.deepEqual(await kept(), young.toSorted())
    const waiting = (await waitingAt(service, hookId)).map((one) => one.delivery_id)
    assert.deepEqual(waiting.toSorted(), [young[1], young[3]].toSorted())
  })

  test('leaves what stays as it was, and the same when run again', async () => {
    await deliveries('failed', 50, 20)
    await deliveries('waiting', 50, 20)
    const before = await deliveriesAt(service, hookId)
    await deliveries('succeeded', 50, 500)

    await expire()
    await expire()

    assert.deepEqual(await deliveriesAt(service, hookId), before)
  })

  test('goes row by row through a week of which too much stays, and through no other', async () => {
    const failed = await deliveries('failed', 60, 10_001)
    await deliveries('succeeded', 60, 10)
    await deliveries('succeeded', 80, 10)

    const left = await thinOutPartitions(db, daysAgo(30))
    assert.equal(left.length, 1)
    assert.equal((await kept()).length, 10_011)
    await expire()

    assert.deepEqual(await kept(), failed)
  })

  test('has no partition left that is older, and those of the weeks to come', async () => {
    await expire()

    const partitions = await listPartitions(db, DELIVERIES)
    const starts = partitions.flatMap(({ from }) => (from ? [momentOf(from)] : []))
    const [first, last] = [starts[0] ?? now, starts.at(-1) ?? now]
    assert.ok(first > daysAgo(98) && first <= daysAgo(90), `${first.toISOString()}`)
    assert.ok(last.getTime() - now.getTime() > 21 * DAY_MS)
    assert.equal(starts.length, Math.round((last.getTime() - first.getTime()) / (7 * DAY_MS)) + 1)
  })
})
