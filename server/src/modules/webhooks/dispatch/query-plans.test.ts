import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Caller } from '#kernel/work.ts'
import { expireEndpoint } from '#modules/webhooks/deliveries/expiry-queries.ts'
import { listDeliveries } from '#modules/webhooks/deliveries/list-deliveries.ts'
import type { DeliveryStatus } from '#modules/webhooks/subscriptions/schemas.ts'
import { type Database, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { aHook, anOwner, emitEvents } from '#test/harness/features/webhooks/deliveries.ts'
import { type Claimed, claim } from './claim.ts'
import { fanOut } from './fan-out.ts'
import { type Result, recordResults } from './record-results.ts'

const service = await startApp()
const TABLES = ['callback_queue', 'callback_deliveries', 'callback_endpoints', 'event_outbox', 'event_subscriptions']
const FEW = 200
const MANY = 20_000

type Read = { blocks: number; rows: number }

async function readSoFar(db: Database): Promise<Read> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<Read>`
    SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS blocks,
      (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE relname = ANY(${TABLES}))::int AS rows
    FROM pg_statio_user_tables WHERE relname = ANY(${TABLES})`.execute(db)
  return rows[0] ?? { blocks: 0, rows: 0 }
}

/** What a step reads of the queue, on one connection of its own, as a new installation would. */
async function readBy(step: (db: Database) => Promise<unknown>): Promise<Read> {
  const { db, close } = openDatabase(service.connection, { poolSize: 1 })
  try {
    const before = await readSoFar(db)
    await step(db)
    const after = await readSoFar(db)
    return { blocks: after.blocks - before.blocks, rows: after.rows - before.rows }
  } finally {
    await close()
  }
}

/** How many blocks of the queue it looks at. */
async function blocksOf(step: (db: Database) => Promise<unknown>): Promise<number> {
  return (await readBy(step)).blocks
}

type State = { status: DeliveryStatus; is_retry?: boolean; dueInSeconds?: number; type?: string }

let round = 0

/** Deliveries of an endpoint: their ids ascend with what is put later. */
async function put(owner: Caller, endpointId: string, count: number, state: State): Promise<void> {
  const { status, is_retry = false, dueInSeconds = -10, type = 'dataset.updated' } = state
  const now = service.clock.now()
  round += 1
  const dueAt = new Date(now.getTime() + dueInSeconds * 1000)
  await sql`
    WITH delivery AS (
      INSERT INTO callback_deliveries
        (client_id, endpoint_id, id, event_type, body, created_at, succeeded_at, failed_at)
      SELECT ${owner.client.id}, ${endpointId}::uuid,
        (lpad(to_hex(${round}::integer), 12, '0') || '7000' || '8' || lpad(to_hex(number), 15, '0'))::uuid,
        ${type}, '{}', ${now}::timestamptz,
        CASE WHEN ${status}::text = 'succeeded' THEN ${now}::timestamptz END,
        CASE WHEN ${status}::text = 'failed' THEN ${now}::timestamptz END
      FROM generate_series(1, ${count}::integer) AS number RETURNING client_id, endpoint_id, id
    )
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, tries, is_retry, due_at)
    SELECT client_id, endpoint_id, id, ${is_retry ? 1 : 0}, ${is_retry}, ${dueAt}::timestamptz FROM delivery
    WHERE ${status}::text = 'pending'`.execute(service.db)
}

async function clear(): Promise<void> {
  for (const table of ['callback_queue', 'callback_deliveries', 'event_outbox', 'event_subscriptions']) {
    await sql`TRUNCATE ${sql.table(table)}`.execute(service.db)
  }
}

/** A hundred times as much may cost a little more, for a deeper index, and not a hundred times as much. */
async function assertSteady(costOf: (count: number) => Promise<number>): Promise<void> {
  await clear()
  const few = await costOf(FEW)
  await clear()
  const many = await costOf(MANY)
  await clear()
  assert.ok(many <= few * 2 + 50, `${few} read for ${FEW}, ${many} for ${MANY}`)
}

const request = () => ({
  now: service.clock.now(),
  lease: randomUUID(),
  most: 100,
  mostRetries: 75,
  ahead: [],
  ownLeases: [],
})

describe('claim reads as much, however much waits at one endpoint', () => {
  const busy: Record<string, State> = {
    'first tries': { status: 'pending' },
    retries: { status: 'pending', is_retry: true },
    'retries for later': { status: 'pending', is_retry: true, dueInSeconds: 3600 },
  }
  for (const [what, state] of Object.entries(busy)) {
    test(what, async () => {
      const owner = await anOwner(service)
      const one = await aHook(service, owner)
      const other = await aHook(service, owner)
      await assertSteady(async (count) => {
        await put(owner, one.id, count, state)
        await put(owner, other.id, 5, { status: 'pending' })
        return blocksOf(async (db) => {
          const claimed = await claim(db, request())
          assert.equal(claimed.filter((each) => each.endpoint_id === other.id).length, 5)
        })
      })
    })
  }

  test('also when that one is held, or paused', async () => {
    const owner = await anOwner(service)
    const held = await aHook(service, owner)
    const paused = await aHook(service, owner)
    const later = new Date(service.clock.now().getTime() + 3_600_000)
    await sql`UPDATE callback_endpoints SET is_held = true WHERE id = ${held.id}`.execute(service.db)
    await sql`UPDATE callback_endpoints SET paused_until = ${later} WHERE id = ${paused.id}`.execute(service.db)
    await assertSteady(async (count) => {
      for (const { id } of [held, paused]) await put(owner, id, count / 2, { status: 'pending' })
      return blocksOf(async (db) => assert.deepEqual(await claim(db, request()), []))
    })
  })
})

/** Of what was claimed: all succeeded, or all wait for another try. */
function resultsOf(claimed: Claimed[], outcome: 'succeeded' | 'waits'): Result[] {
  const attempt = { attempted_at: '', outcome: 'answered', status_code: 200, duration_ms: 1, response_body: '' }
  const at = service.clock.now()
  return claimed.map(({ client_id, endpoint_id, delivery_id, lease }) => ({
    clientId: client_id,
    endpointId: endpoint_id,
    deliveryId: delivery_id,
    lease,
    attempt,
    outcome,
    at,
    dueAt: outcome === 'waits' ? new Date(at.getTime() + 5000) : undefined,
  }))
}

describe('what was claimed is recorded at the same cost, however much waits', () => {
  test('ten results of one endpoint', async () => {
    const owner = await anOwner(service)
    const { id } = await aHook(service, owner)
    await assertSteady(async (count) => {
      await put(owner, id, count, { status: 'pending' })
      const claimed = await claim(service.db, request())
      assert.equal(claimed.length, 10)
      return blocksOf((db) => recordResults(db, resultsOf(claimed, 'succeeded'), [], service.clock.now()))
    })
  })
})

/** What PostgreSQL remembers of a table that was long, when it was looked at with one row left. */
async function seenNearlyEmpty(table: string): Promise<void> {
  await sql`SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', ${table}::text, 'relpages', 200, 'reltuples', 1::real)`.execute(
    service.db,
  )
}

describe('a step reads as much, although the queue was nearly empty when PostgreSQL last looked', () => {
  for (const outcome of ['succeeded', 'waits'] as const) {
    test(`claiming, and recording what ${outcome}`, async () => {
      const owner = await anOwner(service)
      const { id } = await aHook(service, owner)
      await assertSteady(async (count) => {
        await put(owner, id, count, { status: 'pending' })
        await seenNearlyEmpty('callback_queue')
        const blocks = await blocksOf(async (db) => {
          const claimed = await claim(db, request())
          assert.equal(claimed.length, 10)
          await recordResults(db, resultsOf(claimed, outcome), [], service.clock.now())
        })
        assert.equal(await leftOf(id), outcome === 'waits' ? count : count - 10)
        return blocks
      })
    })
  }

  test('handing out', async () => {
    const owner = await anOwner(service)
    await assertSteady(async (count) => {
      await aHook(service, owner, { events: ['role.created'] })
      await emitEvents(service, owner, { count: count + 500 })
      await seenNearlyEmpty('event_outbox')
      const { rows } = await readBy(async (db) => assert.equal((await fanOut(db, service.clock.now())).events, 500))
      return rows
    })
  })
})

async function leftOf(endpointId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM callback_queue WHERE endpoint_id = ${endpointId}`.execute(service.db)
  return rows[0]?.count ?? 0
}

describe('fanOut reads as much', () => {
  test('however much waits at the endpoints', async () => {
    const owner = await anOwner(service)
    await assertSteady(async (count) => {
      const { id } = await aHook(service, owner)
      await put(owner, id, count, { status: 'pending' })
      await sql`TRUNCATE event_outbox`.execute(service.db)
      await emitEvents(service, owner, { count: 50 })
      return blocksOf(async (db) => assert.equal((await fanOut(db, service.clock.now())).deliveries, 50))
    })
  })

  test('however much of one client waits to be handed out', async () => {
    const owner = await anOwner(service)
    await assertSteady(async (count) => {
      await aHook(service, owner, { events: ['role.created'] })
      await emitEvents(service, owner, { count: count + 500 })
      return blocksOf(async (db) => assert.equal((await fanOut(db, service.clock.now())).events, 500))
    })
  })
})

describe('a step of the expiry reads as much', () => {
  test('however long the log of the endpoint is', async () => {
    const owner = await anOwner(service)
    const { id } = await aHook(service, owner)
    await assertSteady(async (count) => {
      await put(owner, id, 100, { status: 'succeeded' })
      const { rows } = await sql<{ last: string }>`
        SELECT max(id::text) AS last FROM callback_deliveries WHERE endpoint_id = ${id}`.execute(service.db)
      await put(owner, id, count, { status: 'failed' })
      // The ids of this file count from the beginning of time.
      const before = { succeeded: new Date(round), all: new Date(0) }
      return blocksOf(async (db) => {
        const reached = await expireEndpoint(db, { client_id: owner.client.id, endpoint_id: id }, before)
        assert.equal(reached, rows[0]?.last)
      })
    })
  })
})

describe('a page of deliveries reads as much, however long the log is', () => {
  type Query = { status?: DeliveryStatus; event_type?: string }
  const cases: [string, State, Query][] = [
    ['all of them', { status: 'pending' }, {}],
    ['of many that wait, all that wait', { status: 'pending' }, { status: 'pending' }],
    ['of many that succeeded, all that succeeded', { status: 'succeeded' }, { status: 'succeeded' }],
    ['of many that failed, all that failed', { status: 'failed' }, { status: 'failed' }],
    ['of many that wait, the few that failed', { status: 'pending' }, { status: 'failed' }],
    ['of many that succeeded, the few that failed', { status: 'succeeded' }, { status: 'failed' }],
    ['of many that succeeded, the few that wait', { status: 'succeeded' }, { status: 'pending' }],
    ['of many that wait, the few of a type', { status: 'pending' }, { event_type: 'role.created' }],
    [
      'of many that succeeded, the few that wait of a type',
      { status: 'succeeded' },
      { status: 'pending', event_type: 'role.created' },
    ],
  ]
  for (const [what, state, query] of cases) {
    test(what, async () => {
      const owner = await anOwner(service)
      const { id } = await aHook(service, owner)
      const reader = { actor: owner.actor, permissions: ['*'] }
      await assertSteady(async (count) => {
        const rare = { status: query.status ?? 'succeeded', type: query.event_type ?? 'dataset.updated' } as const
        await put(owner, id, 5, rare)
        await put(owner, id, count, state)
        return blocksOf(async (db) => {
          const { rows } = await listDeliveries(db, owner.client, { reader, webhookId: id, query }, { perPage: 20 })
          assert.ok(rows.length >= 5)
        })
      })
    })
  }
})
