import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from '../harness/bench.ts'
import { prepareFiling } from '../harness/content/filing.ts'
import { CLIENT } from '../harness/content/tree.ts'
import { startDatabase } from '../harness/database.ts'
import { profile } from '../harness/profile.ts'
import { loading } from '../harness/say.ts'
import { endProcess, startService } from '../harness/service.ts'
import { decimals, type TargetRow, table, targetRow, targetTable } from '../harness/table.ts'
import { cpuSeconds, peakMemoryOf } from '../harness/usage.ts'
import { type Findings, ratio } from '../report/findings.ts'
import { loadUploads } from './documents.ts'

const MOST = 100_000
const BATCH = 500
const HOLDS = 20
const GUARDED = 20_000
const ROUNDS = 3

/**
 * A disposal from the call to the certificate, against a bare batched DELETE that also inserts the events; and what legal holds
 * cost those who delete and file.
 */
export async function measureDisposals(whole: Bench): Promise<Findings> {
  const { options } = whole
  const documents = Math.min(options.requests, MOST)
  const database = await startDatabase({ countsStatements: options.isProfiled })
  const service = await startService(database, options)
  const bench = { ...whole, database, service }
  await prepareFiling(service)
  await service.call('PUT', '/document_types/bare', { kind: 'employee' })
  await service.call('PUT', '/document_types/due', { kind: 'employee' })
  await loading(`2 × ${documents} documents`, async () => {
    for (const type of ['bare', 'due']) await insertDocuments(database.client, type, documents)
    await database.client.query('VACUUM (ANALYZE) documents')
  })
  const bare = await measured(bench, () => deleteBare(database.client, 'bare'))
  const { disposed, details } = await profiled(bench, documents)
  const memory = await peakMemoryOf(service.pid)
  const guarded = await measureGuard(bench)
  await endProcess(service)
  const rows = [
    rateRow(`disposal of ${documents} documents`, {
      count: documents,
      bare: bare.seconds,
      subject: disposed.seconds,
      target: 0.35,
    }),
    ...guarded,
    targetRow('memory of the service during the disposal, MB', {
      sides: ['–', decimals(memory, 0)],
      ratio: memory ?? Number.NaN,
      target: 250,
      direction: 'at most',
    }),
  ]
  const cpu = cpuTable(documents, { bare, disposed })
  return {
    tables: [targetTable(rows, 'disposals and holds'), cpu],
    details,
    figures: [ratio('disposal', bare.seconds / disposed.seconds)],
  }
}

type Measured = { seconds: number; process: number; database: number }

function cpuTable(documents: number, { bare, disposed }: { bare: Measured; disposed: Measured }) {
  const micros = (seconds: number) => decimals((seconds * 1e6) / documents, 0)
  const line = (name: string, one: Measured) => [name, micros(one.process), micros(one.database)]
  return {
    head: ['CPU µs a document', 'service', 'database'],
    rows: [line('bare DELETE with events', bare), line('disposal', disposed)],
  }
}

/** With what the service and the database spend their time on, in a profiled run. */
async function profiled(bench: Bench, documents: number): Promise<{ disposed: Measured; details: string }> {
  const { service, database } = bench
  if (service.inspectorPort === undefined)
    return { disposed: await measured(bench, () => dispose(bench, documents)), details: '' }
  let disposed: Measured = { seconds: Number.NaN, process: Number.NaN, database: Number.NaN }
  await database.client.query('SELECT pg_stat_statements_reset()')
  const taken = await profile(service.inspectorPort, async () => {
    disposed = await measured(bench, () => dispose(bench, documents))
  })
  return { disposed, details: `Profile of a disposal: ${taken}\n\n${await longestStatements(database.client)}` }
}

async function longestStatements(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ ms: number; calls: string; rows: string; query: string }>(
    `SELECT total_exec_time AS ms, calls, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 140) AS query
     FROM pg_stat_statements ORDER BY 1 DESC LIMIT 25`,
  )
  const lines = rows.map((one) => [decimals(one.ms, 0), one.calls, one.rows, one.query])
  return table(['ms', 'calls', 'rows', 'statement'], lines)
}

type Rates = { count: number; bare: number; subject: number; target: number }

function rateRow(name: string, { count, bare, subject, target }: Rates): TargetRow {
  const rate = (seconds: number) => `${decimals(count / seconds, 0)}/s`
  return targetRow(name, { sides: [rate(bare), rate(subject)], ratio: bare / subject, target, direction: 'at least' })
}

/** With the CPU seconds of the service and of all connections to the database. */
async function measured({ service, database }: Bench, run: () => Promise<unknown>): Promise<Measured> {
  const cpu = async () => {
    const { rows } = await database.client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
    const backends = await Promise.all(rows.map(async ({ pid }) => [pid, await cpuSeconds(pid)] as const))
    return { process: await cpuSeconds(service.pid), backends: new Map(backends) }
  }
  const before = await cpu()
  const seconds = await timed(run)
  const after = await cpu()
  const spent = [...after.backends].reduce((sum, [pid, one]) => sum + one - (before.backends.get(pid) ?? 0), 0)
  return { seconds, process: after.process - before.process, database: spent }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (performance.now() - startedAt) / 1000
}

async function insertDocuments(client: pg.Client, type: string, count: number): Promise<void> {
  await client.query(
    `INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, date, metas, filters,
       filename, content_type, size, sha256, page_count, origin, is_linked, search_text, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'employee', type.id, employee.key, '{}', 'Document ' || n, now() - interval '6 years', '{}', '{}',
       'd.pdf', 'application/pdf', 100000, encode(sha256(($2 || n)::bytea), 'hex'), 1, 'api', false, format(' document %s ', n),
       now() - interval '6 years', now() - interval '6 years'
     FROM generate_series(1, $3::integer) AS n, document_types type, employees employee
     WHERE type.client_id = $1 AND type.code = $2 AND employee.client_id = $1 AND employee.technical_id = 'E-1'`,
    [CLIENT.id, type, count],
  )
}

/** Without the triggers of legal holds. */
async function deleteBare(client: pg.Client, type: string): Promise<void> {
  await client.query('ALTER TABLE documents DISABLE TRIGGER USER')
  while ((await deleteBatch(client, type, true)) > 0);
  await client.query('ALTER TABLE documents ENABLE TRIGGER USER')
}

async function deleteBatch(client: pg.Client, type: string, withEvents: boolean): Promise<number> {
  const gone = `DELETE FROM documents WHERE client_id = $1 AND key IN (
    SELECT document.key FROM documents document JOIN document_types type ON type.client_id = $1 AND type.id = document.document_type_id
    WHERE document.client_id = $1 AND type.code = $2 LIMIT ${BATCH}) RETURNING *`
  const events = `WITH gone AS (${gone})
    INSERT INTO events (client_id, id, type, resource_id, actor_type, data, created_at)
    SELECT client_id, uuidv7(), 'employee_document.deleted', gone.id::text, 'system', to_json(gone), now() FROM gone`
  return (await client.query(withEvents ? events : gone, [CLIENT.id, type])).rowCount ?? 0
}

/** Until the certificate is there; each document is gone, and has its event. */
async function dispose({ service, database: { client } }: Bench, documents: number): Promise<void> {
  await service.call('PUT', '/retention_policies/bench', {
    name: 'Due',
    resource_type: 'employee_document',
    filters: { document_type_codes: ['due'] },
    trigger: { event: 'document_date' },
    delay: 'P5Y',
    action: 'delete',
    needs_approval: 0,
  })
  const before = await countEvents(client)
  const { body } = await service.call<{ id: string }>('POST', '/disposals', { retention_policy_id: 'bench' })
  for (;;) {
    const found = await service.call<{ status: string; has_certificate: boolean }>('GET', `/disposals/${body.id}`)
    assert.notEqual(found.body.status, 'failed')
    if (found.body.has_certificate) break
    await delay(100)
  }
  assert.equal((await countEvents(client)) - before, documents)
}

async function countEvents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM events WHERE client_id = $1 AND type = 'employee_document.deleted' AND actor_type = 'system'`,
    [CLIENT.id],
  )
  return Number(rows[0]?.count)
}

/** Deleting by plain SQL and filing by the API, with twenty open holds and without, in turns. */
async function measureGuard(bench: Bench): Promise<TargetRow[]> {
  const { database, service, options } = bench
  const deleted = { none: [] as number[], held: [] as number[] }
  const filed = { none: [] as number[], held: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of ['none', 'held'] as const) {
      const holds = side === 'held' ? await placeHolds(bench) : []
      await insertDocuments(database.client, 'due', GUARDED)
      deleted[side].push(
        await timed(async () => {
          while ((await deleteBatch(database.client, 'due', false)) > 0);
        }),
      )
      filed[side].push((await loadUploads(bench, options.seconds)).rate)
      for (const id of holds) await service.call('POST', `/legal_holds/${id}/release`, { reason: 'Settled' })
    }
  }
  const median = (values: number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  const rate = (value: number) => `${decimals(value, 0)}/s`
  const [none, held] = [median(filed.none), median(filed.held)]
  const upload = { sides: [rate(none), rate(held)] as [string, string], ratio: held / none, target: 0.95 }
  return [
    rateRow(`deleting with ${HOLDS} open holds`, {
      count: GUARDED,
      bare: median(deleted.none),
      subject: median(deleted.held),
      target: 0.7,
    }),
    targetRow(`uploading with ${HOLDS} open holds`, { ...upload, direction: 'at least' }),
  ]
}

/** Of documents that are neither deleted nor filed here. */
async function placeHolds({ service }: Bench): Promise<string[]> {
  const ids: string[] = []
  for (let hold = 0; hold < HOLDS; hold += 1) {
    const scope = { document_type_codes: ['bare'], date_since: `2${100 + hold}-01-01` }
    const { body } = await service.call<{ id: string }>('POST', '/legal_holds', {
      name: `M ${hold}`,
      reason: 'R',
      scope,
    })
    ids.push(body.id)
  }
  return ids
}
