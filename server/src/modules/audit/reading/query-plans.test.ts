import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listEntriesAbout } from '#modules/audit/people/list-entries-about.ts'
import { listViews } from '#modules/audit/people/list-views.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { bySequence, listEntries } from './queries.ts'
import type { AuditFilters } from './schemas.ts'

const service = await startApp()
const { db: own, close } = openDatabase(service.connection, { poolSize: 1 })
service.beforeClose(close)

const ENTRIES = 300_000
const PAGE = 101
/** A page, looked at in each of the runs that have entries, and one look at those that have none. */
const MAX_ROWS_READ = 40 * PAGE
const MAX_BLOCKS_READ = 60 * PAGE

/**
 * The first half of the chain is reads by people, the second downloads by an application and sessions; some of everything is
 * rare, and lies deep in it. One employee has a tenth of all entries. Times go back by up to ten minutes.
 */
async function fill(db: Db): Promise<void> {
  await sql`
    CREATE TABLE made AS SELECT n,
      timestamptz '2025-01-01' + n * interval '30 seconds' - n * 577 % 600 * interval '1 second' AS at,
      CASE WHEN n % 60000 = 777 THEN 'role.deleted' WHEN n = 7777 THEN 'request.deleted'
        WHEN n <= ${ENTRIES / 2}::integer THEN CASE WHEN n % 10 < 7 THEN 'document.viewed' ELSE 'vault.downloaded' END
        WHEN n % 10 < 6 THEN 'document.downloaded' ELSE 'session.opened' END AS action,
      CASE WHEN n % 50000 = 11 THEN 'refused' ELSE 'done' END AS outcome,
      CASE WHEN n % 70000 = 99 THEN 'external' WHEN n <= ${ENTRIES / 2}::integer THEN 'user' WHEN n % 10 < 6 THEN 'application'
        ELSE 'employee' END AS actor_type,
      CASE WHEN n % 70000 = 99 THEN 'X-1' WHEN n <= ${ENTRIES / 2}::integer THEN 'M-' || n % 2 WHEN n % 10 < 6 THEN 'payroll'
        ELSE 'E-' || n % 5000 END AS actor_id,
      CASE WHEN n % 10 = 3 THEN 'E-BUSY' ELSE 'E-' || n % 5000 END AS subject,
      CASE WHEN n = 7777 THEN 'request' WHEN n % 40000 = 1 THEN 'company_document'
        WHEN n <= ${ENTRIES / 2}::integer OR n % 10 < 6 THEN 'employee_document' END AS resource_type
    FROM generate_series(1, ${ENTRIES}::integer) AS n`.execute(db)
  await sql`
    INSERT INTO audit_entries (client_id, sequence, at, action, outcome, actor_type, actor_hash, subject_hash, resource_type,
      resource_id, details, previous_hash, hash)
    SELECT 'acme', n, at, action, outcome, actor_type, '\\x00', '\\x00', resource_type,
      CASE WHEN resource_type IS NOT NULL THEN ('00000000-0000-7000-8000-' || lpad((n % 4000)::text, 12, '0')) END, '{}',
      '\\x00', '\\x00' FROM made ORDER BY n`.execute(db)
  await sql`
    INSERT INTO audit_people (client_id, sequence, action, outcome, actor_type, actor_id, actor_salt, subject_type,
      subject_technical_id, subject_salt)
    SELECT 'acme', n, action, outcome, actor_type, actor_id, '\\x00', 'employee', subject, '\\x00' FROM made ORDER BY n`.execute(
    db,
  )
  await sql`
    INSERT INTO audit_heads (client_id, sequence, at, hash) VALUES ('acme', ${ENTRIES}::integer, now(), '\\x00')
    ON CONFLICT (client_id) DO UPDATE SET sequence = excluded.sequence`.execute(db)
  await sql`DROP TABLE made`.execute(db)
  await vacuum(db, 'audit_entries', 'audit_people', 'audit_heads')
}

await sql`DELETE FROM audit_pending`.execute(own)
await fill(own)

type Entry = {
  sequence: string
  at: Date
  action: string
  outcome: string
  actor_type: string
  actor_id: string
  subject_technical_id: string
  resource_type: string | null
  resource_id: string | null
}

const { rows: ALL } = await sql<Entry>`
  SELECT sequence, at, entry.action, entry.outcome, entry.actor_type, actor_id, subject_technical_id, resource_type, resource_id
  FROM audit_entries entry JOIN audit_people USING (client_id, sequence) WHERE client_id = 'acme' ORDER BY sequence`.execute(
  own,
)

/** Those that filters leave, in the order of the chain. */
function matching({ at_since, at_until, action, ...others }: AuditFilters): string[] {
  const [since, until] = [at_since ? Date.parse(at_since) : -Infinity, at_until ? Date.parse(at_until) : Infinity]
  const group = action?.endsWith('.*') ? action.slice(0, -1) : undefined
  const equal = Object.entries(others) as [keyof Entry, string][]
  return ALL.filter(
    (one) =>
      equal.every(([name, value]) => one[name] === value) &&
      (action === undefined || (group ? one.action.startsWith(group) : one.action === action)) &&
      one.at.getTime() >= since &&
      one.at.getTime() <= until,
  ).map(({ sequence }) => sequence)
}

type Read = { scans: number; rows: number; blocks: number }

async function readSoFar(): Promise<Read> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(own)
  const { rows } = await sql<Read>`
    SELECT sum(seq_scan)::int AS scans,
      (sum(coalesce(seq_tup_read, 0)) + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes
        WHERE relname IN ('audit_entries', 'audit_people')))::int AS rows,
      (SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int FROM pg_statio_user_tables
        WHERE relname IN ('audit_entries', 'audit_people')) AS blocks
    FROM pg_stat_user_tables WHERE relname IN ('audit_entries', 'audit_people')`.execute(own)
  return rows[0] ?? assert.fail()
}

/** What a step finds, once it read little. */
async function readingLittle<T>(step: () => Promise<T>): Promise<T> {
  const before = await readSoFar()
  const found = await step()
  const after = await readSoFar()
  assert.equal(after.scans, before.scans, 'a table was read from its beginning to its end')
  const [rows, blocks] = [after.rows - before.rows, after.blocks - before.blocks]
  assert.ok(rows <= MAX_ROWS_READ, `${rows} rows were read`)
  assert.ok(blocks <= MAX_BLOCKS_READ, `${blocks} blocks were read`)
  return found
}

const day = { at_since: '2025-02-10T00:00:00Z', at_until: '2025-02-11T00:00:00Z' }
const DOCUMENT = '00000000-0000-7000-8000-000000000003'

const asked: AuditFilters[] = [
  {},
  ...['document.*', 'document.viewed', 'role.*', 'role.deleted', 'session.refused', 'api_key.*'].map((action) => ({
    action,
  })),
  { outcome: 'done' },
  { outcome: 'refused' },
  ...['M-1', 'payroll', 'E-7', 'X-1', 'not there'].map((actor_id) => ({ actor_id })),
  ...(['user', 'employee', 'external', 'system'] as const).map((actor_type) => ({ actor_type })),
  ...['E-BUSY', 'E-7', 'not there'].map((subject_technical_id) => ({ subject_technical_id })),
  ...['employee_document', 'company_document', 'request', 'note'].map((resource_type) => ({ resource_type })),
  { resource_type: 'employee_document', resource_id: DOCUMENT },
  { resource_id: 'not there' },
  day,
  { at_since: '2025-04-14T00:00:00Z' },
  { at_since: '2030-01-01T00:00:00Z' },
  { at_until: '2025-01-01T01:00:00Z' },
  { at_until: '2020-01-01T00:00:00Z' },
  { action: 'document.*', outcome: 'refused' },
  { action: 'document.viewed', actor_type: 'application' },
  { action: 'document.*', actor_id: 'M-1' },
  { action: 'document.viewed', actor_id: 'payroll' },
  { action: 'document.viewed', actor_id: 'M-1', outcome: 'refused' },
  { action: 'session.opened', actor_id: 'M-0', outcome: 'done' },
  { action: 'role.*', subject_technical_id: 'E-BUSY' },
  { action: 'request.*', subject_technical_id: 'E-BUSY', outcome: 'done' },
  { action: 'session.opened', resource_type: 'employee_document' },
  { action: 'document.viewed', resource_type: 'company_document' },
  { action: 'document.*', ...day },
  { action: 'session.opened', ...day },
  { actor_id: 'M-1', ...day },
  { actor_id: 'payroll', ...day },
  { subject_technical_id: 'E-BUSY', ...day },
  { actor_type: 'user', outcome: 'refused' },
  { actor_type: 'employee', ...day },
  { outcome: 'refused', ...day },
  { resource_type: 'employee_document', ...day },
  { resource_type: 'employee_document', outcome: 'refused' },
  { resource_type: 'request', actor_type: 'application' },
  { resource_type: 'request', actor_id: 'payroll' },
  { resource_type: 'request', subject_technical_id: 'E-BUSY' },
  { actor_id: 'X-1', subject_technical_id: 'E-BUSY' },
  { actor_id: 'M-1', subject_technical_id: 'E-7' },
  { actor_id: 'payroll', resource_id: DOCUMENT },
]

describe(`of ${ENTRIES} entries, a page reads little and is what was asked for:`, () => {
  for (const filters of asked) {
    test(JSON.stringify(filters), async () => {
      const all = matching(filters)
      for (const descending of [true, false]) {
        const expected = descending ? all.toReversed() : all
        const middle = Math.floor(all.length / 2)
        for (const from of descending ? [0, middle] : [0]) {
          const after = from > 0 ? [expected[from - 1] ?? assert.fail()] : undefined
          const request = { order: bySequence(descending), after, reversed: false, limit: PAGE }
          const found = await readingLittle(() => listEntries(own, acme.client, filters, request))
          assert.deepEqual(
            found.map(({ sequence }) => sequence),
            expected.slice(from, from + PAGE),
          )
        }
      }
    })
  }
})

describe('who looked at the file of an employee reads little', () => {
  for (const technical_id of ['E-BUSY', 'E-7', 'not there']) {
    test(technical_id, async () => {
      const { rows } = await readingLittle(() =>
        listViews(own, acme.client, { technical_id, language: null }, { perPage: PAGE - 1 }),
      )
      const looks = ['document.viewed', 'document.downloaded', 'vault.downloaded']
      const expected = ALL.filter(
        (one) => one.subject_technical_id === technical_id && one.outcome === 'done' && looks.includes(one.action),
      )
      assert.deepEqual(
        rows.map(({ at }) => Date.parse(at)),
        expected
          .toReversed()
          .slice(0, PAGE - 1)
          .map(({ at }) => at.getTime()),
      )
    })
  }
})

test('what is about a person is found whole', async () => {
  const found: number[] = []
  for await (const { sequence } of listEntriesAbout(own, acme.client, { type: 'employee', technical_id: 'E-7' })) {
    found.push(sequence)
  }
  const expected = ALL.filter((one) => one.actor_id === 'E-7' || one.subject_technical_id === 'E-7')
  assert.deepEqual(
    found,
    expected.map(({ sequence }) => Number(sequence)),
  )
})
