import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo } from '#test/harness/builders.ts'
import { listEvents } from './list-events.ts'

const service = await startApp()
const { app, db } = service
const client = { id: 'acme', languages: [] }
const reader = (...permissions: string[]) => ({
  actor: { type: 'application' as const, id: 'app', name: 'app' },
  permissions,
})

let last = 0

/** Events of a long time ago, each later than the one before. */
async function logged(type: string, count: number, actor = 'payroll'): Promise<void> {
  const from = last + 1
  last += count
  await sql`
    INSERT INTO events (client_id, id, type, resource_id, actor_type, actor_id, data, created_at)
    SELECT 'acme', (lpad(to_hex(number), 12, '0') || '70008000' || lpad('', 12, '0'))::uuid, ${type},
      'thing-' || number % 7, 'application', ${actor}, '{}', now()
    FROM generate_series(${from}::integer, ${last}::integer) AS number`.execute(db)
}

describe('GET /events of an application that may read some resources', () => {
  for (const query of ['', 'sort=created_at', 'actor=robot', 'resource_id=thing-3', 'actor=robot&sort=created_at']) {
    test(`has the pages, forwards and back, that all events would have without the others: ${query || 'all'}`, async () => {
      for (const type of ['employee.created', 'note.created', 'dataset.updated', 'employee.updated']) {
        await logged(type, 9, 'robot')
      }
      const path = `/api/v2/client/events?per_page=100&${query}`
      const everything = (await app.inject({ url: path, headers: await service.as('payroll') })).json()
      const expected = everything.filter(({ type }: { type: string }) => /^(employee|note)\./.test(type))
      const headers = await allowedTo(service, 'events:read', 'employees:read', 'notes:read')
      const pageAt = (cursor?: unknown) =>
        app.inject({
          url: `/api/v2/client/events?per_page=4&${query}${cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : ''}`,
          headers,
        })

      const pages = [await pageAt()]
      for (;;) {
        const next = pages.at(-1)?.headers['next-cursor']
        if (!next || pages.length * 4 >= expected.length) break
        pages.push(await pageAt(next))
      }

      const seen = pages.flatMap((page) => page.json())
      assert.ok(expected.length > 4)
      assert.deepEqual(seen.slice(0, expected.length), expected)
      const back = await pageAt(pages[1]?.headers['prev-cursor'])
      assert.deepEqual(back.json(), pages[0]?.json())
    })
  }

  test('finds what is rare at the cost of a page, however long the log is', async () => {
    async function blocksOf(...permissions: string[]): Promise<number> {
      const own = openDatabase(service.connection, { poolSize: 1 })
      const soFar = async () => {
        await sql`SELECT pg_stat_force_next_flush()`.execute(own.db)
        const { rows } = await sql<{ blocks: number }>`
          SELECT (heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::integer AS blocks
          FROM pg_statio_user_tables WHERE relname = 'events'`.execute(own.db)
        return rows[0]?.blocks ?? 0
      }
      try {
        const before = await soFar()
        const page = await listEvents(own.db, client, { reader: reader(...permissions), query: {} }, { perPage: 20 })
        assert.ok(page.rows.length > 0)
        return (await soFar()) - before
      } finally {
        await own.close()
      }
    }
    await logged('article.created', 5)
    const few = [await blocksOf('articles:read'), await blocksOf('articles:read', 'employees:read')]
    await logged('employee.updated', 30_000)
    await sql`ANALYZE events`.execute(db)

    const many = [await blocksOf('articles:read'), await blocksOf('articles:read', 'employees:read')]

    assert.ok(Math.max(...many) <= Math.max(...few) * 2 + 50, `${few} blocks before, ${many} after`)
  })
})
