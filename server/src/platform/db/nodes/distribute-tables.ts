import type pg from 'pg'
import { inOrder, type Reference } from './in-order.ts'

/** How the tables of a database are spread over the nodes of a Citus. Tables of neither kind stay on the coordinator. */
export type Layout = {
  /** Every table with this column is spread by it, all of them alike: the rows of one value lie on one node. */
  column: string
  /** Small tables, of which every node has a copy. */
  copied: readonly string[]
}

export type Distributed = { spread: string[]; copied: string[] }

/** Whether the database has the extension of Citus. */
export async function hasCitus(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  return rows.length > 0
}

const COUNT_NODES = `SELECT count(*)::integer AS nodes FROM pg_dist_node
  WHERE isactive AND shouldhaveshards AND noderole = 'primary'`

/** How many nodes of a Citus take tables. */
export async function countNodes(connection: pg.Client): Promise<number> {
  return (await connection.query<{ nodes: number }>(COUNT_NODES)).rows[0]?.nodes ?? 0
}

const LIST_KNOWN = `SELECT relname AS name, partmethod = 'h' AS is_spread FROM pg_dist_partition
  JOIN pg_class ON pg_class.oid = logicalrelid
  WHERE relnamespace = current_schema::regnamespace AND NOT relispartition ORDER BY 1`

/** What is distributed; nothing of a database without the extension. */
export async function listDistributed(connection: pg.Client): Promise<Distributed> {
  if (!(await hasCitus(connection))) return { spread: [], copied: [] }
  const { rows } = await connection.query<{ name: string; is_spread: boolean }>(LIST_KNOWN)
  const named = (isSpread: boolean) => rows.filter((row) => row.is_spread === isSpread).map(({ name }) => name)
  return { spread: named(true), copied: named(false) }
}

/** Tables that belong on the nodes and are not there. */
export async function listUndistributed(connection: pg.Client, layout: Layout): Promise<Distributed> {
  const { spread, copied } = await listDistributed(connection)
  const wanted = await listWanted(connection, layout)
  return {
    spread: wanted.spread.filter((name) => !spread.includes(name)),
    copied: wanted.copied.filter((name) => !copied.includes(name)),
  }
}

const LIST_WITH_COLUMN = `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = current_schema::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attname = $1
  ORDER BY 1`

async function listWanted(connection: pg.Client, { column, copied }: Layout): Promise<Distributed> {
  const { rows } = await connection.query<{ name: string }>(LIST_WITH_COLUMN, [column])
  return { spread: rows.map(({ name }) => name).filter((name) => !copied.includes(name)), copied: [...copied] }
}

const LIST_REFERENCES = `SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS needs
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid <> confrelid`

/**
 * Distributes the tables that are not, with the rows that they have: all of them, or none. A table that others refer to goes
 * before them. Tables that stay keep their identity columns, which Citus could not copy to other nodes.
 */
export async function distributeTables(connection: pg.Client, layout: Layout): Promise<Distributed> {
  const missing = await listUndistributed(connection, layout)
  if (missing.spread.length + missing.copied.length === 0) return missing
  const { rows: references } = await connection.query<Reference>(LIST_REFERENCES)
  await connection.query('BEGIN')
  try {
    await connection.query(`SET LOCAL citus.enable_local_reference_table_foreign_keys = off;
      SET LOCAL citus.multi_shard_modify_mode = sequential; SET LOCAL client_min_messages = warning`)
    for (const name of inOrder(missing.copied, references)) {
      await connection.query('SELECT create_reference_table($1::regclass)', [name])
    }
    const known = (await listDistributed(connection)).spread[0]
    const [first, ...others] = inOrder(missing.spread, references)
    const beside = known ?? first
    if (first) await spread(connection, first, layout, known)
    for (const name of others) await spread(connection, name, layout, beside)
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
  return missing
}

/** Citus takes no table with triggers. */
async function dropTriggers(connection: pg.Client, name: string): Promise<void> {
  const { rows } = await connection.query<{ drop: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop FROM pg_trigger
    WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
    [name],
  )
  for (const { drop } of rows) await connection.query(drop)
}

async function spread(connection: pg.Client, name: string, { column }: Layout, beside?: string): Promise<void> {
  await dropTriggers(connection, name)
  await connection.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    name,
    column,
    beside ?? 'none',
  ])
}
