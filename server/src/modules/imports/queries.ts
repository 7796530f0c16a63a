import { sql } from 'kysely'
import type { Actor, Client } from '#kernel/work.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { FileProblem } from '#platform/csv/file-problem.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { MODES, ON_ERRORS, ORIGINS, RESULTS, STATUSES } from './schemas.ts'

type OneOf<Values extends readonly string[]> = Values[number]

export type ImportRow = {
  id: string
  key: string
  kind: 'dataset' | 'managers'
  dataset_id: string | null
  mode: OneOf<typeof MODES> | null
  on_error: OneOf<typeof ON_ERRORS> | null
  is_dry_run: boolean
  dimensions_count: number
  values_count: number
  filename: string
  content_type: string
  sha256: string
  origin: OneOf<typeof ORIGINS>
  actor_type: Actor['type']
  actor_id: string | null
  actor_name: string | null
  status: OneOf<typeof STATUSES>
  result: OneOf<typeof RESULTS> | null
  stats: Record<string, number>
  errors: FileProblem[]
  progress: number
  runs: number
  steps_done: number
  started_at: Date | null
  finished_at: Date | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, key, kind, dataset_id, mode, on_error, is_dry_run, dimensions_count, values_count, filename, content_type,
  sha256, origin, actor_type, actor_id, actor_name, status, result, stats, errors, progress, runs, steps_done, started_at,
  finished_at, created_at, updated_at`

export type NewImport = Pick<ImportRow, 'id' | 'kind' | 'filename' | 'content_type' | 'sha256' | 'origin' | 'stats'> &
  Partial<Pick<ImportRow, 'dataset_id' | 'mode' | 'on_error' | 'is_dry_run'>>

type ImportToInsert = { actor: Actor; values: NewImport; now: Date }

export async function insertImport(
  tx: Tx,
  client: Client,
  { actor, values: one, now }: ImportToInsert,
): Promise<ImportRow> {
  await tx
    .insertInto('imports')
    .values({
      client_id: client.id,
      ...one,
      stats: JSON.stringify(one.stats),
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      status: 'queued',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return getImportRow(tx, client, one.id)
}

const find = lookup<ImportRow, { client_id: string; id: string }>(`
  SELECT ${COLUMNS} FROM imports WHERE client_id = $client_id AND id = $id`)

export async function findImport(db: Db, client: { id: string }, id: string): Promise<ImportRow | undefined> {
  return (await find(db, { client_id: client.id, id }))[0]
}

async function getImportRow(db: Db, client: Client, id: string): Promise<ImportRow> {
  const row = await findImport(db, client, id)
  if (!row) throw new Error(`The import ${id} no longer exists.`)
  return row
}

export type ImportFilters = {
  kind: ImportRow['kind'] | readonly ImportRow['kind'][]
  dataset_id?: string
  status?: string
  result?: string
}

export async function listImports(
  db: Db,
  client: Client,
  filters: ImportFilters,
  request: OrderedRequest,
): Promise<ImportRow[]> {
  const { beyond, sequence, limit } = keysetSql('imports', request)
  const { kind, dataset_id, status, result } = filters
  const conditions = [sql`imports.client_id = ${client.id}`, sql`imports.kind = ANY (${[kind].flat()})`, ...beyond]
  if (dataset_id !== undefined) conditions.push(sql`imports.dataset_id = ${dataset_id}`)
  if (status !== undefined) conditions.push(sql`imports.status = ${status}`)
  if (result !== undefined) conditions.push(sql`imports.result = ${result}`)
  const { rows } = await sql<ImportRow>`
    SELECT ${sql.raw(COLUMNS)} FROM imports WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

/** Imports that must not run side by side: of one data set, or of the managers of a client. */
const SAME_QUEUE = `client_id = $client_id AND kind = $kind AND dataset_id IS NOT DISTINCT FROM $dataset_id`
type QueueKey = { client_id: string; kind: string; dataset_id: string | null }

const first = statement<{ id: string }, QueueKey>(`
  SELECT id FROM imports WHERE ${SAME_QUEUE} AND status <> 'finished' ORDER BY key LIMIT 1`)

/** The import whose turn it is. */
export async function findFirstInQueue(db: Db, client: { id: string }, { kind, dataset_id }: ImportRow) {
  return (await first(db, { client_id: client.id, kind, dataset_id }))[0]?.id
}

const newest = statement<{ status: string; result: string | null }, QueueKey>(`
  SELECT status, result FROM imports WHERE ${SAME_QUEUE} AND NOT is_dry_run ORDER BY key DESC LIMIT 1`)

export async function findNewest(db: Db, client: Client, { kind, dataset_id }: ImportRow) {
  return (await newest(db, { client_id: client.id, kind, dataset_id }))[0]
}

const begin = statement<{ runs: number }, { client_id: string; id: string; now: Date }>(`
  UPDATE imports SET status = 'in_progress', runs = runs + 1, started_at = coalesce(started_at, $now), updated_at = $now
  WHERE client_id = $client_id AND id = $id AND status <> 'finished' RETURNING runs`)

/** Counts one more run; nothing comes back when the import has ended already. */
export async function markStarted(tx: Tx, client: Client, id: string, now: Date): Promise<ImportRow | undefined> {
  const [begun] = await begin(tx, { client_id: client.id, id, now })
  return begun && findImport(tx, client, id)
}

export const updateProgress = statement<never, { client_id: string; id: string; progress: number; now: Date }>(`
  UPDATE imports SET progress = greatest(progress, $progress), updated_at = $now
  WHERE client_id = $client_id AND id = $id AND status = 'in_progress'`)

const step = statement<
  never,
  {
    client_id: string
    id: string
    steps_done: number
    stats: string
    errors: string
    progress: number
    updated_at: Date
  }
>(`
  UPDATE imports SET steps_done = $steps_done, stats = $stats::json, errors = $errors::json, progress = $progress, updated_at = $updated_at
  WHERE client_id = $client_id AND id = $id`)

type ImportStep = { id: string; steps: number; stats: object; errors: FileProblem[]; progress: number; now: Date }

/** Writes down how far an import that is made in steps has come. */
export async function markStep(
  tx: Tx,
  client: Client,
  { id, steps, stats, errors, progress, now }: ImportStep,
): Promise<void> {
  await step(tx, {
    client_id: client.id,
    id,
    steps_done: steps,
    stats: JSON.stringify(stats),
    errors: JSON.stringify(errors),
    progress,
    updated_at: now,
  })
}

export type ImportEnd = {
  result: OneOf<typeof RESULTS>
  stats: object
  errors: FileProblem[]
  dimensionsCount: number
  valuesCount: number
}

const finish = statement<
  { id: string },
  {
    client_id: string
    id: string
    result: string
    stats: string
    errors: string
    dimensions_count: number
    values_count: number
    finished_at: Date
  }
>(`
  UPDATE imports SET status = 'finished', result = $result, stats = $stats::json, errors = $errors::json, dimensions_count = $dimensions_count,
    values_count = $values_count, progress = 1, finished_at = $finished_at, updated_at = $finished_at
  WHERE client_id = $client_id AND id = $id AND status <> 'finished' RETURNING id`)

type FinishedImport = { id: string; end: ImportEnd; now: Date }

/** Ends an import. One that has ended already takes back everything that was done in this transaction. */
export async function markFinished(tx: Tx, client: Client, { id, end, now }: FinishedImport): Promise<ImportRow> {
  const { result, stats, errors, dimensionsCount, valuesCount } = end
  const ended = await finish(tx, {
    client_id: client.id,
    id,
    result,
    stats: JSON.stringify(stats),
    errors: JSON.stringify(errors),
    dimensions_count: dimensionsCount,
    values_count: valuesCount,
    finished_at: now,
  })
  if (ended.length === 0) throw new Error(`The import ${id} has already ended.`)
  return getImportRow(tx, client, id)
}

export const importedBlobs = blobNames('imports', 'import')
