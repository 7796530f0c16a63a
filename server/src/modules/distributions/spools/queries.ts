import { sql } from 'kysely'
import type { Actor, Client } from '#kernel/work.ts'
import { type Counts, type DocumentOutcome, OUTCOMES } from '#modules/distributions/projects/schemas.ts'
import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { DistributionStatus, ListDistributionsQuery, SpoolError } from './schemas.ts'

export type DistributionRow = {
  id: number
  project_id: number
  name: string
  type: DistributionType
  filename: string
  content_type: string
  size: string
  sha256: string | null
  status: DistributionStatus
  error: SpoolError | null
  actor: Actor
  runs: number
  progress: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
} & Counts

const COLUMNS = `id, project_id, name, type, filename, content_type, size, sha256, status, error, actor, runs, progress,
  documents, ${OUTCOMES.join(', ')}, delivered, created_at, started_at, finished_at`

const find = lookup<DistributionRow, { client_id: string; id: number }>(`
  SELECT ${COLUMNS} FROM distributions WHERE client_id = $client_id AND id = $id`)

export async function findDistribution(db: Db, client: { id: string }, id: number) {
  return (await find(db, { client_id: client.id, id }))[0]
}

export async function getDistribution(db: Db, client: Client, id: number): Promise<DistributionRow> {
  const row = await findDistribution(db, client, id)
  if (!row) throw new Error(`The distribution ${id} no longer exists.`)
  return row
}

const ofProject = statement<DistributionRow, { client_id: string; project_id: number }>(`
  SELECT ${COLUMNS} FROM distributions WHERE client_id = $client_id AND project_id = $project_id ORDER BY id`)

/** In the order in which they came: the first is the main one. */
export async function listProjectDistributions(db: Db, client: Client, projectId: number): Promise<DistributionRow[]> {
  return ofProject(db, { client_id: client.id, project_id: projectId })
}

const nextId = statement<{ id: number }>("SELECT nextval('distribution_ids')::integer AS id")

export type NewDistribution = Pick<
  DistributionRow,
  'project_id' | 'name' | 'type' | 'filename' | 'content_type' | 'actor'
> & { size: number; sha256: string }

/** Nothing comes back when the name is taken in the project. */
export async function insertDistribution(
  tx: Tx,
  client: Client,
  one: NewDistribution,
  now: Date,
): Promise<DistributionRow | undefined> {
  const [made] = await nextId(tx)
  if (!made) throw new Error('No number was generated for the distribution.')
  const inserted = await tx
    .insertInto('distributions')
    .values({
      client_id: client.id,
      id: made.id,
      ...one,
      status: 'new',
      created_at: now,
      type: JSON.stringify(one.type),
      actor: JSON.stringify(one.actor),
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'project_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && getDistribution(tx, client, made.id)
}

const begin = statement<never, { client_id: string; id: number; now: Date }>(`
  UPDATE distributions SET status = 'processing', runs = runs + 1, started_at = coalesce(started_at, $now)
  WHERE client_id = $client_id AND id = $id`)

/** Counts one more run. */
export async function markBegun(tx: Tx, client: Client, id: number, now: Date): Promise<DistributionRow> {
  await begin(tx, { client_id: client.id, id, now })
  return getDistribution(tx, client, id)
}

const counted = OUTCOMES.map((one) => `${one} = ${one} + $${one}`).join(', ')
const addCounts = statement<
  never,
  Record<(typeof OUTCOMES)[number], number> & { client_id: string; id: number; documents: number; progress: number }
>(`
  UPDATE distributions SET documents = documents + $documents, ${counted}, progress = greatest(progress, $progress)
  WHERE client_id = $client_id AND id = $id`)

export type OutcomeCounts = Partial<Record<DocumentOutcome, number>>

type CountedOutcomes = { outcomes: OutcomeCounts; parts: number; progress: number }

/** Adds up what became of some parts; `parts` of them are new. */
export async function countOutcomes(
  tx: Tx,
  client: Client,
  id: number,
  { outcomes, parts, progress }: CountedOutcomes,
): Promise<void> {
  const counts = Object.fromEntries(OUTCOMES.map((one) => [one, outcomes[one] ?? 0])) as Record<
    (typeof OUTCOMES)[number],
    number
  >
  await addCounts(tx, { ...counts, client_id: client.id, id, documents: parts, progress })
}

const finish = statement<
  never,
  { client_id: string; id: number; status: 'ready' | 'error'; error: string | null; finished_at: Date }
>(`
  UPDATE distributions SET status = $status, error = $error::json, finished_at = $finished_at, progress = 1
  WHERE client_id = $client_id AND id = $id`)

type FinishedDistribution = { id: number; error: SpoolError | null; now: Date }

export async function markFinished(tx: Tx, client: Client, { id, error, now }: FinishedDistribution) {
  await finish(tx, {
    client_id: client.id,
    id,
    status: error ? 'error' : 'ready',
    error: error && JSON.stringify(error),
    finished_at: now,
  })
  return getDistribution(tx, client, id)
}

export const deleteDistributionRow = statement<never, { client_id: string; id: number }>(`
  DELETE FROM distributions WHERE client_id = $client_id AND id = $id`)

export const addDelivered = statement<never, { client_id: string; id: number; delivered: number }>(`
  UPDATE distributions SET delivered = delivered + $delivered WHERE client_id = $client_id AND id = $id`)

export async function listDistributions(
  db: Db,
  client: Client,
  { distribution_project_id, status }: ListDistributionsQuery,
  request: OrderedRequest,
): Promise<DistributionRow[]> {
  const { beyond, sequence, limit } = keysetSql('distributions', request)
  const conditions = [sql`client_id = ${client.id}`, ...beyond]
  if (distribution_project_id !== undefined) conditions.push(sql`project_id = ${distribution_project_id}`)
  if (status !== undefined) conditions.push(sql`status = ${status}::distribution_status`)
  const { rows } = await sql<DistributionRow>`
    SELECT ${sql.raw(COLUMNS)} FROM distributions WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

export const spoolBlobs = blobNames('distributions', 'distribution')
