import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Bench } from '../harness/bench.ts'
import { loadPeople } from '../harness/content/load-people.ts'
import { COMPANIES, companyOf } from '../harness/content/people.ts'
import { withoutIndexes } from '../harness/content/without-indexes.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { loading } from '../harness/say.ts'
import { endProcess, type Session, startService } from '../harness/service.ts'
import { decimals } from '../harness/table.ts'
import type { Findings } from '../report/findings.ts'
import { timeCall } from './list-times.ts'

const CLIENT_ID = COMPANIES.large
const TYPES = 50
const DOCUMENTS_OF_EMPLOYEE = 30
const ROUNDS = 5
const EXPLAIN_TARGET = 3
const SIMULATE_TARGET = 4
const HEAD = ['retention', 'reference', 'reference ms', 'ms', 'times', 'target', 'verdict']

/** What an explanation costs beside a GET of the document, and a simulation beside a bare GROUP BY with the same filters. */
export async function measureRetention(bench: Bench): Promise<Findings> {
  const small = await measureWith(bench, Math.floor(bench.options.requests / 100))
  const large = await measureWith(bench, bench.options.requests)
  const rows = [
    rowOf('explain, p95', 'GET of the document', [large.read, large.explained], EXPLAIN_TARGET),
    rowOf('explain, p95', 'with a hundredth of the documents', [small.explained, large.explained], EXPLAIN_TARGET),
    ...large.simulations.map(({ name, bare, simulated }) =>
      rowOf(`simulate ${name}`, 'bare GROUP BY', [bare, simulated], SIMULATE_TARGET),
    ),
  ]
  const title = `${bench.options.requests} documents of ${TYPES} types, 50 policies, 20 holds`
  return { title, tables: [{ head: HEAD, rows }], figures: [] }
}

function rowOf(name: string, reference: string, [before, after]: [number, number], target: number): string[] {
  const times = after / before
  const verdict = times <= target ? 'met' : 'above'
  return [name, reference, decimals(before, 2), decimals(after, 2), decimals(times, 2), `≤ ${target}`, verdict]
}

async function measureWith(bench: Bench, documents: number) {
  const database = await startDatabase({
    settings: { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' },
  })
  const service = await startService(database, bench.options)
  const session = await service.as(CLIENT_ID)
  await loading(`${documents} documents`, () => load(database, session, documents))
  await putPolicies(session)
  const sample = await sampleOf(database)
  await placeHolds(session, database, sample)
  const place = { ...bench, database, service }
  const read = (await timeCall(place, session, `/employee_documents/${sample}`)).p95
  const explained = (await timeCall(place, session, `/employee_documents/${sample}/retention`)).p95
  const simulations = []
  for (const one of SIMULATED) simulations.push(await measureSimulation(session, database.client, one))
  await endProcess(service)
  return { read, explained, simulations }
}

const policy = {
  name: 'A policy',
  resource_type: 'employee_document',
  trigger: { event: 'document_date' },
  delay: 'P5Y',
  action: 'delete',
}

/** Most are of some types; some of organizations, of a field, or of everything. */
async function putPolicies(session: Session): Promise<void> {
  const limits = [
    { filters: { organization_codes: ['org-1'] }, trigger: { event: 'created' }, delay: 'P4Y' },
    { filters: { custom_fields: { grade: ['senior'] } }, delay: 'P1Y' },
    { delay: 'P2Y' },
    { trigger: { event: 'created' }, delay: 'P1Y', protects: true },
  ]
  const others = Array.from({ length: 50 - limits.length }, (_, index) => ({
    filters: { document_type_codes: [index, index + 1].map((type) => `type-${type}`) },
    delay: `P${(index % 10) + 1}Y`,
  }))
  for (const [index, over] of [...limits, ...others].entries()) {
    await session.call('PUT', `/retention_policies/p-${index}`, { ...policy, ...over })
  }
}

const SIMULATED = [
  { name: 'of all documents', body: { ...policy, delay: 'P3Y' }, bare: 'true' },
  {
    name: 'of five types',
    body: { ...policy, delay: 'P3Y', filters: { document_type_codes: [1, 2, 3, 4, 5].map((type) => `type-${type}`) } },
    bare: "type.code IN ('type-1', 'type-2', 'type-3', 'type-4', 'type-5')",
  },
]

async function measureSimulation(
  session: Session,
  client: pg.Client,
  { name, body, bare }: (typeof SIMULATED)[number],
) {
  const simulate = () => session.call<{ matched: number }>('POST', '/retention_policies/simulate', { ...body })
  const group = () =>
    client.query<{ count: number }>(
      `SELECT document_type_id, date_trunc('month', date) AS month, count(*)::integer AS count FROM documents
       WHERE client_id = $1 AND kind = 'employee' AND document_type_id IN (
         SELECT id FROM document_types type WHERE client_id = $1 AND ${bare}) GROUP BY 1, 2`,
      [CLIENT_ID],
    )
  const [{ body: found }, { rows }] = [await simulate(), await group()]
  assert.equal(
    found.matched,
    rows.reduce((sum, { count }) => sum + count, 0),
  )
  return { name, bare: await fastest(group), simulated: await fastest(simulate) }
}

async function fastest(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await run()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

const INSERT = `
  INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, external_unique_id, date,
    metas, filters, filename, content_type, size, sha256, page_count, origin, is_linked, search_text, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'employee', type.id, employee.key, 
    ARRAY(SELECT -key FROM unnest(employee.ancestors) AS key WHERE key < 0), 'Document ' || made.n, 'x-' || made.n, made.at, '{}', '{}',
    'd-' || made.n || '.pdf', 'application/pdf', 100000, encode(sha256(made.n::text::bytea), 'hex'), 1, 'api', false,
    format(' document %s d-%1$s.pdf x-%1$s ', made.n), made.at, made.at
  FROM (
    SELECT n, 'type-' || n % ${TYPES} AS type, 'E' || lpad((1 + n % $3::bigint)::text, 7, '0') AS technical_id,
      now() - (n::float8 / $2::bigint) * interval '4000 days' AS at
    FROM generate_series(1, $2::bigint) AS n
  ) AS made
  JOIN document_types type ON type.client_id = $1 AND type.code = made.type
  JOIN employees employee ON employee.client_id = $1 AND employee.technical_id = made.technical_id`

async function load({ client }: Database, session: Session, documents: number): Promise<void> {
  for (let type = 0; type < TYPES; type += 1) {
    await session.call('PUT', `/document_types/type-${type}`, { kind: 'employee' })
  }
  const employees = Math.max(3000, Math.floor(documents / DOCUMENTS_OF_EMPLOYEE))
  await withoutIndexes(client, ['employees', 'registrations', 'documents'], async () => {
    await loadPeople(client, CLIENT_ID, companyOf(employees))
    await client.query('SET session_replication_role = replica')
    await client.query(INSERT, [CLIENT_ID, documents, employees])
    await client.query('SET session_replication_role = origin')
  })
  await client.query('VACUUM (ANALYZE) documents, employees, registrations')
}

/** A document of which several policies want something. */
async function sampleOf({ client }: Database): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM documents WHERE client_id = $1 AND external_unique_id = 'x-123'`,
    [CLIENT_ID],
  )
  return rows[0]?.id ?? assert.fail('Nothing was loaded.')
}

/** Holds on a few thousand documents, and one on the sample. */
async function placeHolds(session: Session, { client }: Database, sample: string): Promise<void> {
  const { rows } = await client.query<{ technical_id: string }>(
    'SELECT technical_id FROM employees WHERE client_id = $1 ORDER BY technical_id LIMIT 1900',
    [CLIENT_ID],
  )
  const people = rows.map(({ technical_id }) => technical_id)
  for (let hold = 0; hold < 20; hold += 1) {
    const scope =
      hold === 0 ? { document_ids: [sample] } : { employee_technical_ids: people.slice(hold * 95 - 95, hold * 95) }
    await session.call('POST', '/legal_holds', { name: `Matter ${hold}`, reason: 'Dispute', scope })
  }
  await client.query('VACUUM (ANALYZE) legal_hold_items, legal_holds')
}
