import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EventDefinition, emit } from '#platform/events/define-event.ts'
import { defineJob, enqueue } from '#platform/jobs/define-job.ts'
import { firstIdOf } from '#platform/uuid.ts'
import { unique } from '#test/harness/builders.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import type { Work } from './work.ts'

const remind = defineJob<{ about: string }>('test.remind', async () => {})
const unknownJob = defineJob<{ about: string }>('test.unknown', async () => {})
const organizationCreated: EventDefinition<{ id: string }> = {
  name: 'organization.created',
  resourceId: ({ id }) => id,
}
const { db, pool, doWork } = await startPlatform(remind)

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
      work.renewMoment()
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
      const [bad, good] = [unique('bad'), unique('good')]
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
