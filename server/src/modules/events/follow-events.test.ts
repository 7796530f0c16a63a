import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import type { Event } from './schemas.ts'

const { v2, db, doWork, clock, connection: address } = await startApp()
const updated = defineEvent<{ id: string }>('organization.updated')

const setClock = (moment: number) => clock.advance((moment - clock.now().getTime()) / 1000)
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id)

async function tell(resourceId: string): Promise<void> {
  await doWork(acme, async (work) => emit(work, updated, { id: resourceId }))
}

async function list(resourceId: string, sort: 'created_at' | '-created_at'): Promise<Event[]> {
  return (await v2('GET', `/events?resource_id=${resourceId}&sort=${sort}`)).json()
}

/** A transaction that is left open, and when it began. */
async function openTransaction(applicationName: string) {
  const connection = new pg.Client({ ...address, application_name: applicationName })
  await connection.connect()
  after(() => connection.end())
  await connection.query('BEGIN')
  const { rows } = await connection.query<{ at: Date }>('SELECT now() AS at')
  return { connection, beganAt: rows[0]?.at.getTime() ?? 0 }
}

async function untilDatabaseClock(moment: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db)
    return (rows[0]?.at.getTime() ?? 0) > moment
  })
}

/** An event that a transaction has written and not yet committed. */
async function write(connection: pg.Client, resourceId: string, moment: Date): Promise<string> {
  const id = uuidv7(moment)
  await connection.query(
    `INSERT INTO events (client_id, id, type, resource_id, actor_type, data, created_at)
     VALUES ('acme', $1, 'organization.updated', $2, 'system', '{}', $3)`,
    [id, resourceId, moment],
  )
  return id
}

describe('GET /events?sort=created_at', () => {
  for (const name of ['dossier', 'dossier - 10.0.0.5:40112'])
    test(`200 holds an event back while an older change of ${name} is under way, and shows both in their order afterwards`, async () => {
      const resourceId = unique('org')
      const { connection, beganAt } = await openTransaction(name)
      const older = await write(connection, resourceId, new Date(beganAt - 1900))
      // More than two seconds before the check below, and after the older change.
      setClock(beganAt - 1600)
      await tell(resourceId)
      const [younger] = await list(resourceId, '-created_at')
      await untilDatabaseClock(Date.parse(younger?.created_at ?? '') + 2050)

      const during = await list(resourceId, 'created_at')
      await connection.query('COMMIT')
      const afterwards = await list(resourceId, 'created_at')

      assert.ok(Date.parse(younger?.created_at ?? '') > beganAt - 2000)
      assert.deepEqual(during, [])
      assert.deepEqual(idsOf(afterwards), [older, younger?.id])
    })

  test('200 shows what is older than the open change', async () => {
    const resourceId = unique('org')
    setClock(Date.now() - 60_000)
    await tell(resourceId)
    const { connection } = await openTransaction('dossier')

    const found = await list(resourceId, 'created_at')
    await connection.query('ROLLBACK')

    assert.equal(found.length, 1)
  })

  test('200 does not wait for a transaction of another program', async () => {
    const resourceId = unique('org')
    const { connection, beganAt } = await openTransaction('pg_dump')
    setClock(beganAt - 1900)
    await tell(resourceId)
    await untilDatabaseClock(clock.now().getTime() + 2050)

    const found = await list(resourceId, 'created_at')
    await connection.query('ROLLBACK')

    assert.equal(found.length, 1)
  })

  test('200 holds back what is so young that clocks may disagree on it; newest first shows it at once', async () => {
    const resourceId = unique('org')
    setClock(Date.now() + 60_000)
    await tell(resourceId)

    const ascending = await list(resourceId, 'created_at')
    const descending = await list(resourceId, '-created_at')

    assert.deepEqual(ascending, [])
    assert.equal(descending.length, 1)
  })
})

describe('following the log', () => {
  /** For how long each change of a writer stays under way, in milliseconds; the first has a long one. */
  const writers = [
    [1300],
    ...Array.from({ length: 7 }, (_, n) => Array.from({ length: 10 }, (_, m) => (n * 37 + m * 53) % 120)),
  ]
  const COUNT = writers.flat().length * 2

  /** Follows the log by its cursors, as docs/api/events.md says, until that many events were seen. */
  async function follow(count: number): Promise<string[]> {
    const seen: string[] = []
    let cursor = ''
    let taken = 0
    await eventually(async () => {
      const path = `/events?sort=created_at&type=organization.updated&per_page=7${cursor && `&cursor=${cursor}`}`
      const answer = await v2('GET', path, { application: 'rival' })
      const ids = idsOf(answer.json())
      assert.deepEqual(ids.slice(0, taken), seen.slice(seen.length - taken), 'what a page had stays there')
      seen.push(...ids.slice(taken))
      taken = ids.length
      const next = answer.headers['next-cursor']
      if (next !== undefined) [cursor, taken] = [String(next), 0]
      return next === undefined && seen.length >= count
    })
    return seen
  }

  test('8 writers commit out of order: every event is seen once, in order', async () => {
    setClock(Date.now() - 1000) // Half of the two seconds for which clocks may disagree.
    const committed: string[] = []
    async function write(delays: number[]) {
      for (const each of delays) {
        const first = await doWork(globex, async (work) => {
          await sql`SELECT`.execute(work.tx)
          for (const id of ['a', 'b']) emit(work, updated, { id })
          await delay(each)
          return work.pendingEvents[0]?.id ?? ''
        })
        committed.push(first)
      }
    }

    const following = follow(COUNT)
    await Promise.all(writers.map(write))
    const seen = await following

    const { rows } = await sql<{ id: string }>`
      SELECT id FROM events WHERE client_id = 'globex' AND type = 'organization.updated' ORDER BY id`.execute(db)
    assert.notDeepEqual(committed, committed.toSorted(), 'the writers must commit out of order')
    assert.equal(rows.length, COUNT)
    assert.deepEqual(seen, idsOf(rows))
  })
})
