import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listDocumentsForManager } from '#modules/documents/list-documents-for-manager.ts'
import { openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'

const service = await startApp()
const { db: own, close } = openDatabase(service.connection, { poolSize: 1 })
service.beforeClose(close)

const DOCUMENTS = 20_000
/** A short walk along the order, and what the index finds. */
const MAX_ROWS_READ = 2500

const hq = await anOrganization(service)
const role = await aRole(service)
const filters = [{ code: 'site', type: 'string' }]
const type = await aDocumentType(service, { kind: 'company', filters })
const managerOf = (...values: string[]) => {
  const access_restrictions = [{ document_type_code: type, filter_code: 'site', values }]
  return aManager(service, { profiles: [{ role, organizations: [hq], access_restrictions }] })
}

/** One in a thousand is of the rare site; these are the oldest. */
await sql`
  INSERT INTO documents (client_id, id, kind, document_type_id, organization_keys, title, date, metas, filters, filename,
    content_type, size, sha256, page_count, origin, is_linked, search_text, created_at, updated_at)
  SELECT 'acme', gen_random_uuid(), 'company', type.id, ARRAY[organization.key], 'Letter', now(), '{}',
    json_build_object('site', CASE WHEN number <= ${DOCUMENTS / 1000}::integer THEN 'rare' ELSE 'site ' || number % 40 END),
    'f.pdf', 'application/pdf', 1000, md5(number::text), 1, 'api', false, ' letter ',
    timestamptz '2024-01-01' + number * interval '1 minute', now()
  FROM generate_series(1, ${DOCUMENTS}::integer) AS number
  JOIN document_types type ON type.client_id = 'acme' AND type.code = ${type}
  JOIN organizations organization ON organization.client_id = 'acme' AND organization.code = ${hq}`.execute(own)
await vacuum(own, 'documents')

async function rowsRead(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(own)
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_user_tables WHERE relname = 'documents'`.execute(
    own,
  )
  return rows[0]?.read ?? assert.fail('PostgreSQL keeps no statistics')
}

for (const [what, values, finds] of [
  ['values that few documents have', ['rare', 'none'], DOCUMENTS / 1000],
  ['a value that no document has', ['none'], 0],
  ['a value that many documents have', ['site 1'], 20],
] as const) {
  test(`a manager with ${what} lists a type of 20,000 documents without reading all of them`, async () => {
    const manager = await managerOf(...values)
    for (const sort of ['-created_at', 'date'] as const) {
      const before = await rowsRead()
      const reader = { technical_id: manager, language: null }
      const query = { document_type_code: type, sort }
      const page = await listDocumentsForManager(own, acme.client, { reader, kind: 'company', query }, {})

      const read = (await rowsRead()) - before
      assert.equal(page.rows.length, finds)
      assert.ok(read <= MAX_ROWS_READ, `${read} rows by ${sort}`)
    }
  })
}
