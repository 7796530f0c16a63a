import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { DumpedSequence, DumpedTable, Manifest } from './manifest.ts'
import { columnList, listTables, readSchemaVersion, tableName } from './tables-to-back-up.ts'

export type Dump = Pick<Manifest, 'migration' | 'jobs_version' | 'secret_key_checks' | 'tables' | 'sequences'>

/** The schemas of the service. */
export const SCHEMAS = ['public', 'jobs']

/** Stores every table as the transaction of this connection sees it, as a stream: nothing is held in memory. */
export async function dumpDatabase(
  connection: pg.Client,
  contents: Blobs,
  onTable: (share: number) => void = () => {},
): Promise<Dump> {
  const version = await readSchemaVersion(connection)
  if (!version) throw new StartRefused('The database is empty: there is nothing to back up.')
  const listed = await listTables(connection, SCHEMAS)
  const tables: DumpedTable[] = []
  for (const table of listed) {
    const columns = columnList(connection, table.columns)
    const rows = connection.query(copyTo(`COPY (SELECT ${columns} FROM ${tableName(connection, table)}) TO STDOUT`))
    const compressed = createGzip({ level: 1 })
    const [stored] = await Promise.all([contents.put(compressed), pipeline(rows, compressed)])
    tables.push({ ...table, rows: rows.rowCount, blob: stored.key })
    onTable(tables.length / listed.length)
  }
  return {
    ...version,
    tables,
    // No part of the snapshot, and at least as far as what it holds.
    sequences: await listSequences(connection),
    secret_key_checks: await listKeyChecks(connection),
  }
}

async function listSequences(connection: pg.Client): Promise<DumpedSequence[]> {
  const { rows } = await connection.query<DumpedSequence>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1, 2`,
    [SCHEMAS],
  )
  return rows
}

async function listKeyChecks(connection: pg.Client): Promise<string[]> {
  const { rows } = await connection.query<{ checks: string[] }>(`
    SELECT array_remove(ARRAY[encode(secret_key_check, 'hex'), encode(next_key_check, 'hex')], NULL) AS checks
    FROM installation`)
  return rows[0]?.checks ?? []
}
