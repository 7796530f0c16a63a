import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatasetImport } from '#modules/imports/index.ts'
import { type Hold, POINTS, type Point } from '#test/faults/holds.ts'
import { isLong } from '#test/faults/length.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { aReceivingWebhook } from '#test/harness/features/webhooks/dispatcher.ts'

const COUNTRIES = 6

/** Cities of every country, from one to another; every name says of which file it is. */
function rowsOf(generation: string, from: number, to: number, padding = ''): string[] {
  const called = `of the ${generation} file`
  return Array.from({ length: COUNTRIES }, (_, country) =>
    Array.from({ length: to - from }, (_, index) => {
      const city = from + index
      return `c${country},Country ${country} ${called},t${city},City ${city}${padding} ${called}`
    }),
  ).flat()
}

/** A file of this size is read in a thread, in several parts. */
const PADDING = ' with a long name'.repeat(3)

const HEADER = 'country,country.en-us,city,city.en-us'
const BAD_ROW = 'c1,Country,a/b,A code with a slash'

/** What the data set has at first. */
const FIRST = [HEADER, ...rowsOf('first', 0, 400)].join('\n')
/** What is disturbed: it deletes, renames and adds more than it deletes, and has mistakes in its first part and in its last. */
const SECOND = [HEADER, BAD_ROW, ...rowsOf('second', 100, 520, PADDING), BAD_ROW].join('\n')
/** What waits behind it. */
const THIRD = [HEADER, ...rowsOf('third', 518, 522)].join('\n')

const FILES = [
  { bytes: SECOND, options: { mode: 'replace', on_error: 'skip' } },
  { bytes: THIRD, options: { mode: 'merge' } },
] as const

/** What a data set is like after so many imports, in one snapshot. */
type State = { finished: number; content: string; values: number; count: number }

export type ImportProof = {
  service: TestApp
  datasetId: string
  /** The disturbed one, and the one behind it. */
  imports: [DatasetImport, DatasetImport]
  /** What readers may see, in this order. */
  states: State[]
  /** The same imports, undisturbed, into another data set. */
  undisturbed: { datasetId: string; records: DatasetImport[] }
  stopReading(): Promise<void>
}

/** A data set with an import in line and another behind it, readers who look at it all the time, and how it must end. */
export async function openImportProof({ tellsOfValues = true } = {}): Promise<ImportProof> {
  const service = await startApp()
  const calls = importCalls(service)
  const datasetId = unique('ds')
  const other = unique('undisturbed')
  for (const id of [datasetId, other]) await calls.imported(id, FIRST)
  // It never answers: nothing is delivered, and anyone who makes events makes all of them.
  if (tellsOfValues)
    await aReceivingWebhook(service, { events: ['dataset_value.*'], answer: () => new Promise(() => {}) })
  const states = [await stateOf(service, other)]
  const records: DatasetImport[] = []
  for (const { bytes, options } of FILES) {
    records.push(await calls.imported(other, bytes, options))
    states.push(await stateOf(service, other))
  }
  assert.equal(new Set(states.map(({ content }) => content)).size, 3)
  const [one, two] = FILES
  const imports = [
    await calls.submit(datasetId, one.bytes, one.options),
    await calls.submit(datasetId, two.bytes, two.options),
  ] as ImportProof['imports']
  const proof = { service, datasetId, imports, states, undisturbed: { datasetId: other, records } }
  return { ...proof, stopReading: startReading(proof) }
}

/** Makes the import wait at a point, once a worker comes to it. */
export function holdAt({ service, datasetId, imports: [{ id }] }: ImportProof, point: Point): Promise<Hold> {
  return POINTS[point](service, { datasetId, importId: id })
}

/** The jobs of imports that somebody is doing, dead or alive. */
export async function runningJobs({ pool }: TestApp): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM jobs.job WHERE name LIKE 'imports.%' AND state = 'active'`,
  )
  return rows.map((row) => row.id)
}

/** Their worker is no longer believed to live: by itself in the long form, which takes its 15 s. */
export async function expireDeadWorkers({ pool }: TestApp, jobs: string[]): Promise<void> {
  if (isLong) return
  const again = `UPDATE jobs.job SET state = 'retry', start_after = now() WHERE id = ANY ($1) AND state = 'active'`
  await pool.query(again, [jobs])
}

/** A job that finds an import in other hands looks again after 15 s, or now in the short form. */
export async function lookAgainNow({ pool }: TestApp): Promise<void> {
  if (isLong) return
  await pool.query(`UPDATE jobs.job SET start_after = now() WHERE name LIKE 'imports.%' AND state = 'created'`)
}

/** How often an import was begun. */
export async function runsOf({ pool }: TestApp, id: string): Promise<number> {
  const { rows } = await pool.query<{ runs: number }>('SELECT runs FROM imports WHERE id = $1', [id])
  return rows[0]?.runs ?? 0
}

/** Waits until both imports have ended, and looks at everything that they left. */
export async function assertAsUndisturbed(proof: ImportProof, { withinSeconds = 60 } = {}): Promise<void> {
  const { service, datasetId, undisturbed } = proof
  const calls = importCalls(service)
  for (const { id } of proof.imports) {
    await eventually(async () => (await calls.read(id)).status === 'finished', { withinSeconds, everyMs: 50 })
  }
  await assertNothingLeft(service)
  await proof.stopReading()

  const records = await Promise.all(proof.imports.map(({ id }) => calls.read(id)))
  assert.deepEqual(records.map(outcomeOf), undisturbed.records.map(outcomeOf))
  for (const { id } of records) assert.deepEqual(await importEvents(service, id), ['created', 'started', 'completed'])
  assert.deepEqual(await calls.content(datasetId), await calls.content(undisturbed.datasetId))
  assert.deepEqual(await eventsAbout(service, datasetId), await eventsAbout(service, undisturbed.datasetId))
  for (const [index, { id }] of records.entries()) {
    assert.deepEqual(await reportOf(service, id), await reportOf(service, undisturbed.records[index]?.id ?? ''))
  }
  const { values_count, last_import_status, last_import_result } = (
    await service.v2('GET', `/datasets/${datasetId}`)
  ).json()
  assert.deepEqual(
    { values_count, last_import_status, last_import_result },
    { values_count: proof.states.at(-1)?.values, last_import_status: 'finished', last_import_result: 'success' },
  )
}

/** No job that is still to run, no staged table, no lock that somebody keeps. */
export async function assertNothingLeft(service: TestApp): Promise<void> {
  const { pool } = service
  const look = async () => {
    const { rows } = await pool.query<{ left: string }>(`
      SELECT 'job ' || name || ' ' || state AS left FROM jobs.job WHERE name LIKE 'imports.%' AND state < 'completed'
      UNION ALL SELECT 'failed job ' || name FROM jobs.job WHERE name LIKE 'imports.%' AND state > 'completed'
      UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relpersistence = 't' AND relkind = 'r'
      UNION ALL SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    return rows.map((row) => row.left)
  }
  let left: string[] = []
  const isNothingLeft = async () => {
    await lookAgainNow(service)
    left = await look()
    return left.length === 0
  }
  // In the long form a job whose workers died several times waits by itself before it is looked at again.
  await eventually(isNothingLeft, { withinSeconds: isLong ? 90 : 25, everyMs: 50 }).catch(() => {})
  assert.deepEqual(left, [])
}

function outcomeOf({ result, stats, errors, progress, total_values_count, total_dimensions_count }: DatasetImport) {
  return { result, stats, errors, progress, total_values_count, total_dimensions_count }
}

async function importEvents({ pool }: TestApp, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ type: string }>(
    `SELECT replace(type, 'dataset_import.', '') AS type FROM events WHERE resource_id = $1 ORDER BY id`,
    [id],
  )
  return rows.map((row) => row.type)
}

/** Each kind of event of each value, and of the data set itself, with how often it was told. */
async function eventsAbout({ pool }: TestApp, datasetId: string) {
  const { rows } = await pool.query(
    `SELECT type, data ->> 'path' AS path, data ->> 'name' AS name, count(*)::integer AS times FROM events
     WHERE (type LIKE 'dataset_value.%' AND data ->> 'dataset_id' = $1) OR (type LIKE 'dataset.%' AND resource_id = $1)
     GROUP BY 1, 2, CASE WHEN type LIKE 'dataset_value.%' THEN data ->> 'name' END, 3 ORDER BY 1, 2, 3`,
    [datasetId],
  )
  return rows.map((row) => (row.path === null ? { ...row, name: null } : row))
}

async function reportOf({ pool }: TestApp, importId: string) {
  const { rows } = await pool.query(
    'SELECT position, severity, line, field, code FROM import_report_lines WHERE import_id = $1 ORDER BY position',
    [importId],
  )
  return rows
}

/** One statement: one snapshot of the content, the count and the imports that have ended. */
async function stateOf({ pool }: TestApp, datasetId: string): Promise<State> {
  const { rows } = await pool.query<State>(
    `SELECT content, values, 
       (SELECT sum(change)::integer FROM dataset_value_changes WHERE dataset_key = dataset.key) AS count,
       (SELECT count(*)::integer - 1 FROM imports WHERE dataset_id = dataset.id AND status = 'finished') AS finished
     FROM datasets dataset, LATERAL (
       SELECT md5(string_agg(path || localized_names::text || search_text, ',' ORDER BY path)) AS content,
         count(*)::integer AS values
       FROM dataset_values WHERE dataset_key = dataset.key) AS seen
     WHERE dataset.client_id = 'acme' AND dataset.id = $1`,
    [datasetId],
  )
  return rows[0] ?? { finished: -1, content: '', values: 0, count: 0 }
}

/** Looks all the time, in the database and by calls. What is seen must be what was before an import or after it. */
function startReading(proof: Omit<ImportProof, 'stopReading'>): () => Promise<void> {
  const { service, datasetId, states } = proof
  const wrong: unknown[] = []
  let looks = 0
  let isOver = false
  let newest = 0
  const reading = (async () => {
    while (!isOver) {
      // The database may be down, and says so.
      await look().catch(() => delay(50))
      await delay(150)
    }
  })()
  const stop = async () => {
    isOver = true
    await reading
  }
  service.beforeClose(stop)
  return async () => {
    await stop()
    assert.deepEqual(wrong, [])
    assert.ok(looks > 10, `Readers looked ${looks} times.`)
  }

  async function look(): Promise<void> {
    const seen = await stateOf(service, datasetId)
    if (JSON.stringify(seen) !== JSON.stringify(stateNumber(seen.finished)) || seen.finished < newest) wrong.push(seen)
    newest = seen.finished
    const page = await service.v2('GET', `/datasets/${datasetId}/values?per_page=1000&parent_code=c3`)
    if (page.statusCode === 200) {
      const generations = new Set((page.json() as { name: string }[]).map(({ name }) => name.split(' ').at(-2)))
      if (generations.size > 1 && generations.has('first')) wrong.push([...generations])
    }
    looks += 1
  }

  function stateNumber(finished: number): State | undefined {
    const { content, values, count } = states[finished] ?? {}
    return { content, values, count, finished } as State
  }
}
