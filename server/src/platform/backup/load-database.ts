import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { SCHEMAS } from './dump-database.ts'
import type { DumpedTable, Manifest } from './manifest.ts'
import { columnList, listTables, tableName } from './tables-to-back-up.ts'

/**
 * Puts the content of a backup in place of that of a database of the same version, in one transaction. Foreign keys are made
 * again after the rows, so that their order does not matter and all of them are checked.
 */
export async function loadDatabase(
  connection: pg.Client,
  contents: Blobs,
  manifest: Manifest,
  onTable: (share: number) => void = () => {},
): Promise<void> {
  await connection.query('BEGIN')
  const tables = await listTables(connection, SCHEMAS)
  refuseOtherTables(tables, manifest.tables)
  const foreignKeys = await listForeignKeys(connection)
  for (const { table, name } of foreignKeys) await connection.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  // The rows come as the triggers left them.
  for (const table of tables) await connection.query(`ALTER TABLE ${tableName(connection, table)} DISABLE TRIGGER USER`)
  await connection.query(`TRUNCATE ${tables.map((table) => tableName(connection, table)).join(', ')}`)
  let loaded = 0
  for (const table of manifest.tables) {
    await loadTable(connection, contents, table)
    loaded += 1
    onTable(loaded / manifest.tables.length)
  }
  for (const { table, name, definition } of foreignKeys) {
    await connection.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  for (const table of tables) await connection.query(`ALTER TABLE ${tableName(connection, table)} ENABLE TRIGGER USER`)
  for (const sequence of manifest.sequences) {
    await connection.query('SELECT setval($1::regclass, $2::bigint)', [tableName(connection, sequence), sequence.value])
  }
  await connection.query('COMMIT')
}

async function loadTable(connection: pg.Client, contents: Blobs, table: DumpedTable): Promise<void> {
  const name = `${table.schema}.${table.name}`
  const stored = await contents.get(table.blob)
  if (!stored) throw new StartRefused(`The backup is not whole: the table ${name} is missing.`)
  const into = `COPY ${tableName(connection, table)} (${columnList(connection, table.columns)}) FROM STDIN`
  const rows = connection.query(copyFrom(into))
  await pipeline(stored, createGunzip(), rows)
  if (rows.rowCount !== table.rows)
    throw new StartRefused(`The table ${name} has ${rows.rowCount} rows, and the backup says ${table.rows}.`)
}

function refuseOtherTables(
  present: readonly { schema: string; name: string; columns: string[] }[],
  dumped: DumpedTable[],
) {
  const described = (tables: typeof present) =>
    tables
      .map(({ schema, name, columns }) => `${schema}.${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join(' ')
  if (described(present) === described(dumped)) return
  throw new StartRefused(
    'The tables of the backup are not those of this version; restore it with the version that made it.',
  )
}

type ForeignKey = { table: string; name: string; definition: string }

async function listForeignKeys(connection: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await connection.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace
     WHERE contype = 'f' AND conparentid = 0 AND nspname = ANY ($1)`,
    [SCHEMAS],
  )
  return rows
}
