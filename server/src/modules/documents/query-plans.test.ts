import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { listEmployeeCompanyDocuments } from '#modules/documents/company/employee-company-documents.ts'
import { deleteVaultLink } from '#modules/documents/vault/link-queries.ts'
import { findVaultFile, listVault } from '#modules/documents/vault/list-vault.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { findSignedFile } from './download/queries.ts'
import { listDocuments } from './list-documents.ts'
import { findDocument, lockDocument } from './queries.ts'
import type { Kind, ListDocumentsQuery } from './schemas.ts'

const service = await startApp()

const DOCUMENTS = 20_000
const EMPLOYEES = 50
/** What a page may look at: a short walk along the order, and what an index finds. */
const MAX_ROWS_READ = 4500
const SORTS = ['created_at', '-created_at', 'date', '-date'] as const

const organizations = { every: await anOrganization(service), few: await anOrganization(service) }
const types = {
  employee: await aDocumentType(service, { kind: 'employee' }),
  rare: await aDocumentType(service, { kind: 'employee' }),
  company: await aDocumentType(service, { kind: 'company', visible_by_employee: true }),
}
const employees: string[] = []
for (let number = 0; number < EMPLOYEES; number += 1) employees.push(await anEmployee(service))

/**
 * One in ten is a company document, one in twenty lies in the trash, one in a hundred is of the rare type. Vaults have kept
 * half as many again.
 */
async function fill(db: Db): Promise<void> {
  await sql`
    WITH person AS (
      SELECT key, row_number() OVER (ORDER BY key) - 1 AS rank FROM employees WHERE client_id = 'acme'
    ), type AS (SELECT code, id FROM document_types WHERE client_id = 'acme')
    INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, external_unique_id, date, metas,
      filters, filename, content_type, size, sha256, page_count, origin, is_linked, search_text, trashed_at, created_at,
      updated_at)
    SELECT 'acme', gen_random_uuid(), CASE WHEN number % 10 = 0 THEN 'company' ELSE 'employee' END, type.id, person.key,
      ARRAY[CASE WHEN number % 500 = 7 THEN few.key ELSE every.key END],
      'Letter ' || md5(number::text), 'ext-' || number, timestamptz '2020-01-01' + number * 37 % 1000 * interval '1 day',
      '{}', '{}', 'f' || number || '.pdf', 'application/pdf', 1000, md5(number::text) || md5(number::text), 1, 'api',
      number % 10 <> 0,
      ' letter ' || md5(number::text) || ' f' || number || '.pdf ext-' || number || ' ',
      CASE WHEN number % 20 = 1 THEN now() END, timestamptz '2024-01-01' + number * interval '1 minute', now()
    FROM generate_series(1, ${DOCUMENTS}::integer) AS number
    JOIN type ON type.code = CASE WHEN number % 10 = 0 THEN ${types.company}
      WHEN number % 100 = 3 THEN ${types.rare} ELSE ${types.employee} END
    JOIN organizations every ON every.client_id = 'acme' AND every.code = ${organizations.every}
    JOIN organizations few ON few.client_id = 'acme' AND few.code = ${organizations.few}
    LEFT JOIN person ON number % 10 <> 0 AND person.rank = number % ${EMPLOYEES}::integer`.execute(db)
  await sql`
    INSERT INTO vault_documents (client_id, id, employee_key, document_type_id, title, date, filename, content_type, size, sha256,
      page_count, search_text, filed_at)
    SELECT client_id, gen_random_uuid(), employee_key, document_type_id, title, date, filename, content_type, size,
      md5(sha256) || md5(sha256), page_count, search_text, created_at
    FROM documents WHERE kind = 'employee' AND key % 2 = 0`.execute(db)
  await sql`
    INSERT INTO vault_links (client_id, employee_key, id, created_at)
    SELECT client_id, key, gen_random_uuid(), created_at FROM employees`.execute(db)
  await vacuum(db, 'documents', 'vault_documents', 'vault_links', 'employees')
}

type Read = { scans: number; rows: number; indexes: Map<string, number> }

async function readSoFar(): Promise<Read> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(own)
  const { rows } = await sql<{ scans: number; rows: number }>`
    SELECT sum(seq_scan)::int AS scans, sum(seq_tup_read + idx_tup_fetch)::int AS rows
    FROM pg_stat_user_tables WHERE relname IN ('documents', 'vault_documents')`.execute(own)
  const indexes = await sql<{ name: string; uses: number }>`
    SELECT indexrelname AS name, idx_scan::int AS uses FROM pg_stat_user_indexes
    WHERE relname IN ('documents', 'vault_documents')`.execute(own)
  const [table] = rows
  assert.ok(table)
  return { ...table, indexes: new Map(indexes.rows.map(({ name, uses }) => [name, uses])) }
}

const { db: own, close } = openDatabase(service.connection, { poolSize: 1 })
service.beforeClose(close)

/** What a step read of documents, and by which indexes: on one connection of its own, so that all of it is counted. */
async function costOf(step: () => Promise<number>) {
  const before = await readSoFar()
  const found = await step()
  const after = await readSoFar()
  const used = [...after.indexes].filter(([name, uses]) => uses > (before.indexes.get(name) ?? 0))
  const read = { scans: after.scans - before.scans, rows: after.rows - before.rows }
  return { found, ...read, indexes: used.map(([name]) => name) }
}

const pageOf = (query: ListDocumentsQuery, kind: Kind = 'employee') =>
  costOf(async () => (await listDocuments(own, acme.client, { kind, query }, { perPage: query.per_page })).rows.length)

await fill(own)

describe('GET /employee_documents of 20,000 reads a small part of them, by an index', () => {
  const word = 'c4ca4238a0b923820dcc509a6f75849b' // of the first one, which lies in the trash
  const other = 'c81e728d9d4c2f636f067f89cc14862c' // of the second one
  const byOrder = (sort: string) => (sort.endsWith('date') ? 'documents_by_date' : 'documents_by_created_at')
  const cases: [what: string, query: ListDocumentsQuery, finds: number, index?: string][] = [
    ['no filter', {}, 20],
    ['an employee', { employee_technical_id: employees[7] ?? '' }, 20, 'documents_by_employee'],
    ['an employee who is not there', { employee_technical_id: 'nobody' }, 0],
    ['a type that most have', { document_type_code: types.employee }, 20],
    ['a type that few have', { document_type_code: types.rare }, 20],
    ['a type that is not there', { document_type_code: 'nosuch' }, 0],
    ['an organization that most have', { organization_code: organizations.every }, 20],
    ['an organization that few have', { organization_code: organizations.few }, 20, 'documents_search'],
    ['an organization that is not there', { organization_code: 'nowhere' }, 0],
    ['an external_unique_id', { external_unique_id: 'ext-777' }, 1, 'documents_by_external_unique_id'],
    ['a search that finds one', { q: other }, 1, 'documents_search'],
    ['a search by a part of a title', { q: other.slice(5, 20) }, 1, 'documents_search'],
    ['a search that finds all', { q: 'letter' }, 20],
    ['a search that finds none', { q: 'nothing at all' }, 0, 'documents_search'],
    ['a search of two characters', { q: 'c8' }, 20],
    ['a search of two characters that finds none', { q: 'zz' }, 0, 'documents_search'],
    ['a search for one that lies in the trash', { q: word }, 0, 'documents_search'],
    ['a day of dates', { date_since: '2021-03-01', date_until: '2021-03-01' }, 20],
    ['a date that none has', { date_since: '2090-01-01' }, 0],
    [
      'an hour of creation',
      { created_at_since: '2024-01-02T00:00:00Z', created_at_until: '2024-01-02T01:00:00Z' },
      20,
      'documents_by_created_at',
    ],
    ['a type and a search', { document_type_code: types.employee, q: other }, 1, 'documents_search'],
    [
      'an organization and an employee',
      { organization_code: organizations.every, employee_technical_id: employees[7] ?? '' },
      20,
    ],
  ]
  for (const [what, query, finds, index] of cases) {
    test(`200 for ${what}, in every order`, async () => {
      for (const sort of SORTS) {
        const { found, scans, rows, indexes } = await pageOf({ ...query, sort })

        assert.equal(found, finds, sort)
        assert.equal(scans, 0, sort)
        assert.ok(rows <= MAX_ROWS_READ, `${rows} rows by ${sort}`)
        if (index) assert.ok(indexes.includes(index), `${indexes} by ${sort}`)
        else if (what === 'no filter') assert.deepEqual(indexes.toSorted(), [byOrder(sort)])
      }
    })
  }

  test('200 for the trash, and for an external_unique_id in it', async () => {
    for (const query of [{ trashed: true }, { trashed: true, external_unique_id: 'ext-1' }]) {
      for (const sort of SORTS) {
        const { found, scans, rows } = await pageOf({ ...query, sort })

        assert.equal(found, 'external_unique_id' in query ? 1 : 20)
        assert.deepEqual([scans, rows <= MAX_ROWS_READ], [0, true], `${rows} rows by ${sort}`)
      }
    }
  })

  test('200 for company documents, which are few among many', async () => {
    for (const query of [
      {},
      { document_type_code: types.company },
      { q: 'letter' },
      { organization_code: organizations.every },
    ]) {
      for (const sort of SORTS) {
        const { found, scans, rows } = await pageOf({ ...query, sort }, 'company')

        assert.deepEqual([found, scans, rows <= MAX_ROWS_READ], [20, 0, true], `${rows} rows by ${sort}`)
      }
    }
  })

  test('200 reads as little of a page in the middle of the list as of the first', async () => {
    const key = [new Date('2024-01-08T00:00:00Z').toISOString(), '10000']

    for (const [before, sort] of [
      [false, 'created_at'],
      [true, 'created_at'],
      [false, '-created_at'],
    ] as const) {
      const { found, scans, rows } = await costOf(
        async () =>
          (await listDocuments(own, acme.client, { kind: 'employee', query: { sort } }, { at: { before, key } })).rows
            .length,
      )

      assert.deepEqual([found, scans], [20, 0])
      assert.ok(rows <= 50, `${rows} rows`)
    }
  })
})

describe('one document of 20,000 is found by an index', () => {
  const { client } = acme
  const steps: [what: string, index: string, step: (db: Db, id: string) => Promise<unknown>][] = [
    ['by its id', 'documents_by_id', (db, id) => findDocument(db, client, 'employee', id)],
    ['for a signed download', 'documents_by_id', (db, id) => findSignedFile(db, id)],
  ]
  for (const [what, index, step] of steps) {
    test(what, async () => {
      for (const id of [await anId(), randomUUID()]) {
        const cost = await costOf(async () => ((await own.transaction().execute((tx) => step(tx, id))) ? 1 : 0))

        assert.deepEqual([cost.scans, cost.rows <= 2, cost.indexes.includes(index)], [0, true, true])
      }
    })
  }

  test('to be changed', async () => {
    const id = await anId()

    const cost = await costOf(async () => {
      const row = await own.transaction().execute((tx) => lockDocument(tx, client, 'employee', id))
      return row ? 1 : 0
    })

    assert.deepEqual([cost.found, cost.scans], [1, 0])
  })

  test('by the bytes that it names', async () => {
    const keys = ['x'.repeat(64), ...Array.from({ length: 499 }, () => randomUUID())]

    const cost = await costOf(async () => (await service.namedBlobs(own, keys)).size)

    const indexes = ['documents_by_sha256', 'vault_documents_by_sha256']
    assert.deepEqual([cost.found, cost.scans, cost.indexes.toSorted()], [0, 0, indexes])
  })
})

describe('company documents of an employee are found by indexes', () => {
  const { client } = acme

  for (const place of ['every', 'few'] as const) {
    test(`whose organization has ${place} of them`, async () => {
      const technical_id = await anEmployee(service, { organizations: [organizations[place]] })
      const cost = await costOf(async () => {
        const page = await listEmployeeCompanyDocuments(
          own,
          client,
          { employee: { technical_id, language: null }, query: {} },
          {},
        )
        return page.rows.length
      })

      assert.deepEqual([cost.found, cost.scans], [place === 'every' ? 20 : 0, 0])
      assert.ok(cost.rows <= MAX_ROWS_READ, `${cost.rows} rows`)
    })
  }
})

describe('a vault among those of 50 employees is found by indexes', () => {
  const { client } = acme
  const employee = employees[7] ?? ''
  /** What lies in the vault of each: the linked ones are sorted, the kept ones are in order. */
  const MAX_IN_VAULT = (DOCUMENTS / EMPLOYEES) * 2

  test('page by page', async () => {
    const middle = { key: [new Date('2024-01-08T00:00:00Z').toISOString(), randomUUID()] }
    for (const at of [undefined, { ...middle, before: false }, { ...middle, before: true }]) {
      const cost = await costOf(
        async () => (await listVault(own, client, { employeeTechnicalId: employee }, { perPage: 20, at })).rows.length,
      )

      assert.deepEqual([cost.found, cost.scans], [20, 0])
      assert.ok(cost.rows <= MAX_IN_VAULT, `${cost.rows} rows`)
      assert.deepEqual(cost.indexes.toSorted(), ['documents_by_employee', 'vault_documents_by_employee'])
    }
  })

  test('for one file, linked, kept or neither', async () => {
    const page = await listVault(own, client, { employeeTechnicalId: employee }, { perPage: 20 })
    for (const id of [...page.rows.map((one) => one.id), randomUUID()]) {
      const step = async () =>
        (await own.transaction().execute((tx) => findVaultFile(tx, client, employee, id))) ? 1 : 0
      const cost = await costOf(step)

      assert.deepEqual([cost.scans, cost.rows <= 1], [0, true])
    }
  })

  test('to be unlinked', async () => {
    const link = await own.selectFrom('vault_links').select('id').limit(1).executeTakeFirstOrThrow()

    const cost = await costOf(async () => {
      const isCut = await own.transaction().execute((tx) => deleteVaultLink(tx, client, link.id, service.clock.now()))
      return isCut ? 1 : 0
    })

    assert.deepEqual([cost.found, cost.scans], [1, 0])
    assert.ok(cost.rows <= MAX_IN_VAULT, `${cost.rows} rows`)
  })
})

async function anId(): Promise<string> {
  const query = service.db.selectFrom('documents').select('id').where('kind', '=', 'employee').limit(1)
  return (await query.executeTakeFirstOrThrow()).id
}
