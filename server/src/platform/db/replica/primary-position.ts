import type { Database } from '#platform/db/db.ts'
import { loneStatement, lookup } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import { onPrimary, type Position } from './reading.ts'

/**
 * Everything whose commit was answered lies before this place. It is flushed by then, unless the server answers commits
 * before: what is inserted then counts.
 */
const COMMITTED = `CASE current_setting('synchronous_commit')
    WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END`
const BYTES = `(${COMMITTED} - '0/0'::pg_lsn)::float8`
/** A server that takes over begins a new one. */
const TIMELINE = `left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

const findPosition = lookup<{ bytes: number; timeline: string }>(`SELECT ${BYTES} AS bytes, ${TIMELINE} AS timeline`)

type MarkRow = { bytes: number; timeline: string; mark: string | null; marked_timeline: string | null }
const findMark = lookup<MarkRow>(`
  SELECT ${BYTES} AS bytes, ${TIMELINE} AS timeline, replica_mark AS mark, replica_timeline AS marked_timeline
  FROM installation`)

/** Only the first of several processes marks a timeline that has no mark yet. */
const markTimeline = loneStatement<never>(`
  UPDATE installation SET replica_mark = gen_random_uuid(), replica_timeline = ${TIMELINE}
  WHERE replica_timeline IS DISTINCT FROM ${TIMELINE}`)
const markAnew = loneStatement<never>(`
  UPDATE installation SET replica_mark = gen_random_uuid(), replica_timeline = ${TIMELINE}`)

/** Where the primary is. Calls that ask while an answer is on its way share the next: theirs must be newer. */
export function openPositions(db: Database): () => Promise<Position> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Position> | undefined
  return () => {
    next ??= last.then(() => {
      const asked = onPrimary(() => ask(db))
      next = undefined
      last = asked.catch(() => undefined)
      return asked
    })
    return next
  }
}

async function ask(db: Database): Promise<Position> {
  const [found] = await findPosition(db)
  if (!found) throw new Error('The position of the primary has no row.')
  return found
}

/** A position together with what only replicas have that follow the history in which it lies. */
export type MarkedPosition = Position & { mark: string }

/**
 * Positions of two histories cannot be compared: a replica that missed a fail-over may be ahead by its bytes, and lack what
 * was committed since. Each history therefore has a mark, a row with a random number, which reaches those that follow it.
 */
export async function markedPosition(db: Database): Promise<MarkedPosition> {
  const known = await findMarked(db)
  if (known) return known
  await transact(db, (tx) => markTimeline(tx), { isOneStatement: true })
  const marked = await findMarked(db)
  if (!marked) throw new Error('The primary has no mark.')
  return marked
}

async function findMarked(db: Database): Promise<MarkedPosition | undefined> {
  const [found] = await onPrimary(() => findMark(db))
  if (!found?.mark || found.marked_timeline !== found.timeline) return undefined
  return { bytes: found.bytes, timeline: found.timeline, mark: found.mark }
}

/** A replica of a copy of the database may know its mark; it does not get a new one. */
export async function renewMark(db: Database): Promise<void> {
  await transact(db, (tx) => markAnew(tx), { isOneStatement: true })
}
