import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { statement } from '#platform/db/statement.ts'
import { firstIdOf, momentOf } from '#platform/uuid.ts'
import { nextStart, type Period } from './periods.ts'
import { whenUnlocked } from './when-unlocked.ts'

/**
 * A table that is partitioned by the time in its ids. Two partitions are always there: `…_before` takes whatever is older
 * than the others, `…_beyond` what is newer, so that every row has a place, whatever the clock says.
 */
export type PartitionedTable = {
  name: string
  /** What one partition holds. */
  period: Period
  /** How many periods beyond the present one are made. */
  ahead: number
  /** The share of its pages, in percent, that inserts fill. */
  fillfactor?: number
}

/** Which ids it holds: those from `from` on, or from the first, up to the one before `to`, or to the last. */
export type Partition = { name: string; from: string | undefined; to: string | undefined }

const list = statement<{ name: string; bounds: string | null }, { parent: string }>(`
  SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bounds
  FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = $parent::regclass`)

/** The oldest first. */
export async function listPartitions(db: Db, { name }: { name: string }): Promise<Partition[]> {
  const found = (await list(db, { parent: name })).map((row) => {
    const [from, to] =
      /FROM \((.*)\) TO \((.*)\)/
        .exec(row.bounds ?? '')
        ?.slice(1)
        .map(idIn) ?? []
    return { name: row.name, from, to }
  })
  return found.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
}

function idIn(bound: string): string | undefined {
  return /^'(.*)'$/.exec(bound)?.[1]
}

/** Makes the partitions of the periods to come. */
export async function makePartitionsAhead(db: Db, table: PartitionedTable, now: Date): Promise<void> {
  if ((await missingStarts(db, table, now)).length === 0) return
  await whenUnlocked(db, async (tx) => {
    await takeLock(tx, `partitions of ${table.name}`)
    // Another process may have made them meanwhile.
    const [begin, ...ends] = await missingStarts(tx, table, now)
    if (begin) await cutBeyond(tx, table, begin, ends)
  })
}

/** Where `…_beyond` begins, then where each partition that is to be cut from it ends. */
async function missingStarts(db: Db, { period, ahead, ...table }: PartitionedTable, now: Date): Promise<Date[]> {
  let last = nextStart(period, now)
  for (let count = 0; count < ahead; count += 1) last = nextStart(period, last)
  const begin = (await listPartitions(db, table)).at(-1)?.from
  const starts: Date[] = []
  if (begin === undefined || momentOf(begin) >= last) return starts
  for (let start = momentOf(begin); start < last; start = nextStart(period, start)) starts.push(start)
  return [...starts, last]
}

async function cutBeyond(tx: Tx, table: PartitionedTable, begin: Date, ends: Date[]): Promise<void> {
  const beyond = `${table.name}_beyond`
  await detach(tx, table, beyond)
  let from = begin
  const newest = await newestIn(tx, beyond)
  if (newest !== undefined) {
    // Rows stay where they are: their partition goes on under the name of its first period, and a new one takes its place.
    const full = nameFrom(table, begin)
    const end = nextStart(table.period, momentOf(newest))
    await sql`ALTER TABLE ${sql.table(beyond)} RENAME TO ${sql.table(full)}`.execute(tx)
    await attach(tx, table, { name: full, from: firstIdOf(begin), to: firstIdOf(end) })
    await createTable(tx, table, beyond)
    from = end
  }
  for (const to of ends.filter((end) => end > from)) {
    const name = nameFrom(table, from)
    await createTable(tx, table, name)
    await attach(tx, table, { name, from: firstIdOf(from), to: firstIdOf(to) })
    from = to
  }
  await attach(tx, table, { name: beyond, from: firstIdOf(from), to: undefined })
}

async function newestIn(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(name)} ORDER BY id DESC LIMIT 1`.execute(tx)
  return rows[0]?.id
}

function nameFrom({ name }: PartitionedTable, start: Date): string {
  return `${name}_${start.toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** `fillfactor` belongs to a partition, and the table that it is a part of cannot have any. */
async function createTable(tx: Tx, { name: parent, fillfactor = 100 }: PartitionedTable, name: string): Promise<void> {
  await sql`CREATE TABLE ${sql.table(name)} (LIKE ${sql.table(parent)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    WITH (fillfactor = ${sql.lit(fillfactor)})`.execute(tx)
}

async function attach(tx: Tx, table: PartitionedTable, { name, from, to }: Partition): Promise<void> {
  await sql`ALTER TABLE ${sql.table(table.name)} ATTACH PARTITION ${sql.table(name)}
    FOR VALUES FROM (${from === undefined ? sql`MINVALUE` : sql.lit(from)})
    TO (${to === undefined ? sql`MAXVALUE` : sql.lit(to)})`.execute(tx)
}

async function detach(tx: Tx, table: PartitionedTable, name: string): Promise<void> {
  await sql`ALTER TABLE ${sql.table(table.name)} DETACH PARTITION ${sql.table(name)}`.execute(tx)
}

type Expiry = {
  /** Nothing from then on is removed. */
  before: Date
  /** Done in the same transaction, for the rows with ids below this one. */
  andAlso?: (tx: Tx, to: string) => Promise<void>
}

/** Removes the partitions that hold nothing younger than that. Their room becomes that of `…_before`. */
export async function dropPartitions(db: Db, table: PartitionedTable, { before, andAlso }: Expiry): Promise<void> {
  const [oldest, ...others] = await listPartitionsBefore(db, table, before)
  const to = (others.at(-1) ?? oldest)?.to
  if (!oldest || to === undefined || (others.length === 0 && (await isEmpty(db, oldest.name)))) return
  await whenUnlocked(db, async (tx) => {
    await takeLock(tx, `partitions of ${table.name}`)
    await andAlso?.(tx, to)
    await sql`TRUNCATE ${sql.table(oldest.name)}`.execute(tx)
    for (const { name } of others) await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(tx)
    await detach(tx, table, oldest.name)
    await attach(tx, table, { name: oldest.name, from: undefined, to })
  })
}

/** Those that hold nothing from then on, the oldest first. */
export async function listPartitionsBefore(db: Db, table: PartitionedTable, moment: Date): Promise<Partition[]> {
  return (await listPartitions(db, table)).filter(({ to }) => to !== undefined && to <= firstIdOf(moment))
}

async function isEmpty(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(name)} LIMIT 1`.execute(db)
  return rows.length === 0
}
