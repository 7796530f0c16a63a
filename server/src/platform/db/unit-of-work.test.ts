import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type EventDefinition, emit } from '#kernel/events/define-event.ts'
import { defineJob } from '#kernel/jobs.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { Work } from '#kernel/work.ts'
import { systemClock } from '#platform/clock.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { firstIdOf } from '#platform/uuid.ts'
import { unique } from '#test/harness/builders.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import { openDatabase } from './db.ts'

const remind = defineJob<{ about: string }>('test.remind', async () => {})
const unknownJob = defineJob<{ about: string }>('test.unknown', async () => {})
const organizationCreated: EventDefinition<{ id: string }> = {
  name: 'organization.created',
  resourceId: ({ id }) => id,
}
const { connection, db, pool, queue, doWork } = await startPlatform([remind])

/** A change, an event and a job that all carry the same id. */
async function changeEverything(work: Work, id: string): Promise<void> {
  const row = { id, name: id, languages: [], sealed_shared_token: '', created_at: work.now, updated_at: work.now }
  await work.tx.insertInto('clients').values(row).execute()
  emit(work, organizationCreated, { id })
  enqueue(work, remind, { about: id })
}

async function whatIsThere(id: string) {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM clients WHERE id = $1) AS changes,
            (SELECT count(*)::int FROM events WHERE resource_id = $1) AS events,
            (SELECT count(*)::int FROM jobs.job WHERE data->>'about' = $1) AS jobs`,
    [id],
  )
  return rows[0]
}
const everything = { changes: 1, events: 1, jobs: 1 }
const nothing = { changes: 0, events: 0, jobs: 0 }

describe('a unit of work', () => {
  test('commits its change, its event and its job together, and hands on the answer', async () => {
    const id = unique('c')

    const answer = await doWork(caller, async (work) => {
      await changeEverything(work, id)
      return 42
    })

    assert.equal(answer, 42)
    assert.deepEqual(await whatIsThere(id), everything)
  })

  test('sends its last statements with the commit: each is stored with the rest', async () => {
    const id = unique('c')

    await doWork(caller, async (work) => {
      work.lastStatements.push(() => changeEverything(work, id))
      enqueue(work, remind, { about: id })
    })

    assert.equal((await whatIsThere(id)).changes, 1)
  })

  test('stores nothing when one of its last statements fails, and throws what that one says', async () => {
    const id = unique('c')

    const failing = doWork(caller, async (work) => {
      await changeEverything(work, id)
      work.lastStatements.push(() => sql`SELECT 1 / 0`.execute(work.tx))
    })

    await assert.rejects(failing, { code: '22012' })
    assert.deepEqual(await whatIsThere(id), nothing)
    assert.equal(await doWork(caller, async () => 42), 42)
  })

  test('has the moment at which it is first asked for, and no other', async () => {
    const moments = await doWork(caller, async (work) => {
      const asked = new Date()
      const first = work.now
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { asked, first, second: work.now }
    })

    assert.equal(moments.first, moments.second)
    assert.ok(moments.first >= moments.asked)
  })

  test('takes its moment anew when told to, and orders its events by it', async () => {
    const id = unique('c')

    await doWork(caller, async (work) => {
      emit(work, organizationCreated, { id })
      const first = work.now
      await new Promise((resolve) => setTimeout(resolve, 5))
      work.renewNow()
      assert.ok(work.now > first)
      emit(work, organizationCreated, { id })
    })

    const { rows } = await pool.query('SELECT id, created_at FROM events WHERE resource_id = $1 ORDER BY id', [id])
    assert.equal(rows.length, 2)
    assert.ok(rows[0].created_at < rows[1].created_at)
    for (const event of rows) assert.equal(event.id.slice(0, 13), firstIdOf(event.created_at).slice(0, 13))
  })

  test('leaves nothing of the three when a later step throws, and rejects with what it threw', async () => {
    const id = unique('c')
    const failure = new Error('a later step')

    const work = doWork(caller, async (one) => {
      await changeEverything(one, id)
      throw failure
    })

    await assert.rejects(work, (error) => error === failure)
    assert.deepEqual(await whatIsThere(id), nothing)
  })

  test('leaves nothing when a later statement fails, though its error is caught', async () => {
    const id = unique('c')

    await doWork(caller, async (work) => {
      await changeEverything(work, id)
      await pool.query('SELECT 1')
      await work.tx
        .insertInto('clients')
        .values({ id } as never)
        .execute()
        .catch(() => {})
    }).catch(() => {})

    assert.deepEqual(await whatIsThere(id), nothing)
  })

  test('rejects when its commit was turned into a rollback', async () => {
    const id = unique('c')

    const work = doWork(caller, async ({ tx, now }) => {
      const row = { id, name: id, languages: [], sealed_shared_token: '', created_at: now, updated_at: now }
      await tx.insertInto('clients').values(row).execute()
      await tx
        .insertInto('clients')
        .values(row)
        .execute()
        .catch(() => {})
    })

    await assert.rejects(work)
    assert.deepEqual(await whatIsThere(id), nothing)
  })

  test('rolls the change and the job back, and rejects, when its event cannot be written', async () => {
    const id = unique('c')

    const work = doWork(caller, async (one) => {
      await changeEverything(one, id)
      one.pendingEvents.push({
        id: crypto.randomUUID(),
        type: 'organization.created',
        resourceId: id,
        data: '{"broken',
        createdAt: one.now,
      })
    })

    await assert.rejects(work, { code: '22P02' })
    assert.deepEqual(await whatIsThere(id), nothing)
  })

  test('rolls the change and the event back, and rejects, when its job cannot be written', async () => {
    const id = unique('c')

    const work = doWork(caller, async (one) => {
      await changeEverything(one, id)
      enqueue(one, unknownJob, { about: id })
    })

    await assert.rejects(work, /test\.unknown/)
    assert.deepEqual(await whatIsThere(id), nothing)
  })

  test('that failed leaves its connection good for the next, event or not', async () => {
    for (let round = 0; round < 10; round++) {
      const bad = unique('bad')
      const good = unique('good')
      await assert.rejects(
        doWork(caller, async (work) => {
          await changeEverything(work, bad)
          work.pendingEvents.push({ id: 'no uuid', type: 'x', resourceId: bad, data: '{}', createdAt: work.now })
        }),
      )

      await doWork(caller, (work) => changeEverything(work, good))

      assert.deepEqual(await whatIsThere(good), everything)
    }
  })

  test('is invisible to others until it is done', async () => {
    const id = unique('c')

    const seen = await doWork(caller, async (work) => {
      await changeEverything(work, id)
      return whatIsThere(id)
    })

    assert.deepEqual(seen, nothing)
  })

  test('has one moment for everything in it', async () => {
    const id = unique('c')

    await doWork(caller, async (work) => {
      const { now } = work
      await changeEverything(work, id)
      await changeEverything(work, `${id}-2`)
      assert.equal(work.now, now)
    })

    const events = await db.selectFrom('events').select('created_at').where('resource_id', 'like', `${id}%`).execute()
    assert.equal(events.length, 2)
    assert.deepEqual(events[0], events[1])
  })

  test('of many at once keeps each to itself', async () => {
    const ids = Array.from({ length: 30 }, () => unique('c'))

    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        doWork(caller, async (work) => {
          await changeEverything(work, id)
          if (index % 3 === 0) throw new Error('every third')
        }),
      ),
    )

    assert.equal(outcomes.filter((one) => one.status === 'rejected').length, 10)
    const there = await Promise.all(ids.map(whatIsThere))
    assert.deepEqual(
      there,
      ids.map((_, index) => (index % 3 === 0 ? nothing : everything)),
    )
  })
})

describe('a unit of work that meets a lock', { concurrency: true }, () => {
  /** A work that does not wait for the row, on its own two connections. */
  function impatient(t: TestContext) {
    const small = openDatabase(connection, { poolSize: 2 })
    t.after(small.close)
    const doSmallWork = unitOfWork({ db: small.db, clock: systemClock, insertJobs: queue.insert })
    return {
      pool: small.pool,
      doSmallWork,
      change: (id: string) =>
        doSmallWork(caller, async (work) => {
          await sql`SELECT FROM clients WHERE id = ${id} FOR UPDATE NOWAIT`.execute(work.tx)
          await sql`UPDATE clients SET name = name || '+' WHERE id = ${id}`.execute(work.tx)
          emit(work, organizationCreated, { id })
          enqueue(work, remind, { about: id })
        }),
    }
  }

  /** A row that is locked until it is let go. */
  async function aLockedRow(t: TestContext) {
    const id = unique('c')
    await pool.query(
      `INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
       VALUES ($1, '', '{}', '', now(), now())`,
      [id],
    )
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM clients WHERE id = $1 FOR UPDATE', [id])
    let isHeld = true
    const letGo = async () => {
      if (isHeld) await holder.query('ROLLBACK')
      if (isHeld) holder.release()
      isHeld = false
    }
    t.after(letGo)
    return { id, letGo }
  }

  test('is run again without holding a connection: others are not kept waiting, and all get through', async (t) => {
    const { pool: small, doSmallWork, change } = impatient(t)
    const { id, letGo } = await aLockedRow(t)

    const changes = Array.from({ length: 10 }, () => change(id))
    const waits: number[] = []
    for (let call = 0; call < 20; call += 1) {
      const startedAt = performance.now()
      await doSmallWork(caller, ({ tx }) => sql`SELECT 1`.execute(tx))
      waits.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const stillWaiting = await Promise.race([Promise.all(changes).then(() => false), true])
    await letGo()
    await Promise.all(changes)

    assert.equal(stillWaiting, true)
    assert.ok(Math.max(...waits) < 4000, `a call waited ${Math.max(...waits)} ms`)
    assert.deepEqual((await pool.query('SELECT name FROM clients WHERE id = $1', [id])).rows, [
      { name: '+'.repeat(10) },
    ])
    assert.deepEqual(await whatIsThere(id), { changes: 1, events: 10, jobs: 10 })
    assert.ok(small.totalCount <= 2)
  })

  test('is refused as busy after five seconds, and leaves nothing', async (t) => {
    const { change } = impatient(t)
    const { id } = await aLockedRow(t)
    const startedAt = performance.now()

    await assert.rejects(change(id), {
      name: 'Problem',
      kind: 'unavailable',
      code: 'busy',
      message: 'Another call is changing the same data. Try again.',
      headers: { 'retry-after': '5' },
    })

    const waitedMs = performance.now() - startedAt
    assert.ok(waitedMs > 5000 && waitedMs < 10_000, `${waitedMs} ms`)
    assert.deepEqual(await whatIsThere(id), { changes: 1, events: 0, jobs: 0 })
  })

  test('is not run again when its connection breaks: it may have been committed', async (t) => {
    const { doSmallWork } = impatient(t)
    const id = unique('c')
    let runs = 0

    const broken = doSmallWork(caller, async ({ tx, lastStatements }) => {
      runs += 1
      await sql`SELECT FROM clients WHERE id = ${id}`.execute(tx)
      lastStatements.push(() => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx))
    })

    await assert.rejects(broken, { name: 'DatabaseUnavailable', code: '57P01' })
    assert.equal(runs, 1)
  })

  test('is not run again for another failure', async (t) => {
    const { doSmallWork } = impatient(t)
    let runs = 0

    const failed = doSmallWork(caller, async ({ tx }) => {
      runs += 1
      await sql`SELECT 1 / 0`.execute(tx)
    })

    await assert.rejects(failed, { code: '22012' })
    assert.equal(runs, 1)
  })
})
