import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listEmployees } from '#modules/directory/employees/list-employees.ts'
import type { ListEmployeesQuery } from '#modules/directory/employees/schemas.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

const service = await startApp()

const EMPLOYEES = 20_000
const REGIONS = 20
const SITES_OF_EACH = 24
/** What a page may look at: a short walk along the order, and what an index finds. */
const MAX_ROWS_READ = 3000

/** 501 organizations on three levels, with employees spread over the lowest one. */
async function fill(db: Db): Promise<void> {
  const root = await anOrganization(service, { code: 'root' })
  const below = (parents: string, count: number) => sql`
    INSERT INTO organizations
      (client_id, key, code, name, parent_key, ancestors, sort_name, search_text, created_at, updated_at)
    SELECT 'acme', made.key, made.code, made.code, made.parent_key,
      made.above || made.key || -made.key, made.code, ' ' || made.code || ' ', now(), now()
    FROM (
      SELECT nextval('organization_keys')::integer AS key, parent.code || '.' || number AS code, parent.key AS parent_key,
        ARRAY(SELECT ancestor FROM unnest(parent.ancestors) AS ancestor WHERE ancestor > 0) AS above
      FROM organizations parent, generate_series(1, ${count}::integer) AS number
      WHERE parent.client_id = 'acme' AND parent.code LIKE ${parents}
    ) AS made`
  await below(root, REGIONS).execute(db)
  await below(`${root}.%`, SITES_OF_EACH).execute(db)
  await sql`
    WITH site AS (
      SELECT key, ancestors, row_number() OVER (ORDER BY code) - 1 AS rank FROM organizations
      WHERE client_id = 'acme' AND code LIKE ${`${root}.%.%`}
    ), made AS (
      INSERT INTO employees (client_id, technical_id, core_uuid, first_name, last_name, email, custom_fields, terminated,
        ancestors, sort_name, sort_first_name, search_text, created_at, updated_at)
      SELECT 'acme', 'e' || number, gen_random_uuid(), 'Eve', md5(number::text), 'e' || number || '@acme.test', '{}',
        number % 50 = 0, ARRAY(SELECT ancestor FROM unnest(site.ancestors) AS ancestor ORDER BY 1), md5(number::text) || ' eve',
        'eve ' || md5(number::text), ' eve ' || md5(number::text) || ' eve e' || number || ' ', now(), now()
      FROM generate_series(1, ${EMPLOYEES}::integer) AS number
      JOIN site ON site.rank = number % ${REGIONS * SITES_OF_EACH}::integer
      RETURNING key, technical_id, terminated
    )
    INSERT INTO registrations (client_id, employee_key, position, organization_key, employee_number, active)
    SELECT 'acme', made.key, 0, site.key, made.technical_id, NOT made.terminated
    FROM made JOIN site ON site.rank = substr(made.technical_id, 2)::integer % ${REGIONS * SITES_OF_EACH}::integer`.execute(
    db,
  )
  await vacuum(db, 'employees', 'registrations', 'organizations')
}

async function readSoFar(own: Db): Promise<{ scans: number; rows: number }> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(own)
  const { rows } = await sql<{ scans: number; rows: number }>`
    SELECT seq_scan::int AS scans, (seq_tup_read + idx_tup_fetch)::int AS rows
    FROM pg_stat_user_tables WHERE relname = 'employees'`.execute(own)
  return rows[0] ?? assert.fail('no such table')
}

/** On one connection of its own, so that all it did is counted when it says so. */
async function onOneConnection<T>(step: (own: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(service.connection, { poolSize: 1 })
  try {
    return await step(db)
  } finally {
    await close()
  }
}

/** What a page of the list finds, and what was read of the table for it. */
function costOf(query: ListEmployeesQuery) {
  return onOneConnection(async (own) => {
    const before = await readSoFar(own)
    const { rows } = await listEmployees(own, acme.client, query, { perPage: query.per_page })
    const after = await readSoFar(own)
    return { found: rows.length, scans: after.scans - before.scans, rows: after.rows - before.rows }
  })
}

await onOneConnection(async (own) => {
  await fill(own)
  await readSoFar(own)
})
const role = await aRole(service)
const managerOf = (organizations: string[], include_below = false) =>
  aManager(service, { profiles: [{ role, organizations, include_below }] })
const sitesOf = (region: number) => Array.from({ length: SITES_OF_EACH }, (_, site) => `root.${region}.${site + 1}`)

const managers = {
  everywhere: await managerOf(['root'], true),
  'in one region': await managerOf(['root.7'], true),
  'in one site': await managerOf(['root.7.7']),
  'in three sites': await managerOf(['root.1.1', 'root.9.9', 'root.20.24']),
  'in 480 sites by name': await managerOf(Array.from({ length: REGIONS }, (_, region) => sitesOf(region + 1)).flat()),
  'in 24 sites by name': await managerOf(sitesOf(3)),
  'where nobody works': await managerOf(['root', 'root.1']),
  nowhere: await managerOf([]),
}

describe('GET /employees of 20,000 reads a small part of them', () => {
  const expected = { 'where nobody works': 0, nowhere: 0 } as Record<string, number>
  for (const [where, visible_by_technical_id] of Object.entries(managers)) {
    test(`200 for a manager ${where}, in every order`, async () => {
      for (const sort of ['name', '-name', 'technical_id', 'updated_at', '-updated_at'] as const) {
        const { found, scans, rows } = await costOf({ visible_by_technical_id, sort })

        assert.equal(found, expected[where] ?? 20, sort)
        assert.equal(scans, 0, sort)
        assert.ok(rows <= MAX_ROWS_READ, `${rows} rows by ${sort}`)
      }
    })
  }

  const word = 'c4ca4238a0b923820dcc509a6f75849b' // the name of the first one
  const searches: [string, ListEmployeesQuery, number][] = [
    ['a search that finds one', { q: word }, 1],
    ['a search by a part of a name', { q: word.slice(5, 15) }, 1],
    ['a search that finds all', { q: 'eve' }, 20],
    ['a search that finds none', { q: 'nobody at all' }, 0],
    ['a search of two characters', { q: 'c4' }, 20],
    ['a search in one site', { q: 'eve', visible_by_technical_id: managers['in one site'] }, 20],
    [
      'a search for one by a manager of 480 sites',
      { q: word, visible_by_technical_id: managers['in 480 sites by name'] },
      1,
    ],
    ['a search for one by a manager of another site', { q: word, visible_by_technical_id: managers['in one site'] }, 0],
    ['an organization', { organization_code: 'root.7.7' }, 20],
    ['an organization and those below', { organization_code: 'root.7', include_below: true }, 20],
    ['terminated ones', { status: 'terminated' }, 20],
    ['terminated ones of a site', { status: 'terminated', organization_code: 'root.7.7' }, 0],
    ['an e-mail address', { email: 'E77@acme.test' }, 1],
    ['an employee number', { employee_number: 'e77' }, 1],
    ['no filter', {}, 20],
    ['deleted ones', { deleted: true }, 0],
    ['deleted ones of a region', { deleted: true, organization_code: 'root.7', include_below: true }, 0],
  ]
  for (const [what, query, finds] of searches) {
    test(`200 for ${what}`, async () => {
      const { found, scans, rows } = await costOf(query)

      assert.equal(found, finds)
      assert.equal(scans, 0)
      assert.ok(rows <= MAX_ROWS_READ, `${rows} rows`)
    })
  }
})
