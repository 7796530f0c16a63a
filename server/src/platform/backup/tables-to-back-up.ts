import type pg from 'pg'

export type BackedUpTable = { schema: string; name: string; columns: string[] }

/** What every database of one version has alike is made by the migrations, and not part of a backup. */
const TABLES = `
  SELECT namespace.nspname AS schema, class.relname AS name,
    array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
  FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
  JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0
    AND NOT attribute.attisdropped AND attribute.attgenerated = ''
  WHERE namespace.nspname = ANY ($1) AND class.relkind IN ('r', 'p') AND NOT class.relispartition
    AND (namespace.nspname, class.relname) NOT IN (('public', 'migrations'), ('jobs', 'version'))
  GROUP BY 1, 2 ORDER BY 1, 2`

export async function listTables(connection: pg.Client, schemas: readonly string[]): Promise<BackedUpTable[]> {
  return (await connection.query<BackedUpTable>(TABLES, [schemas])).rows
}

export function tableName(connection: pg.Client, { schema, name }: { schema: string; name: string }): string {
  return `${connection.escapeIdentifier(schema)}.${connection.escapeIdentifier(name)}`
}

export function columnList(connection: pg.Client, columns: readonly string[]): string {
  return columns.map((column) => connection.escapeIdentifier(column)).join(', ')
}

export type SchemaVersion = { migration: string; jobs_version: number }

/** Without a migration in an empty database. */
export async function readSchemaVersion(connection: pg.Client): Promise<SchemaVersion | undefined> {
  const { rows: found } = await connection.query<{ is_there: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AND to_regclass('jobs.version') IS NOT NULL AS is_there`,
  )
  if (!found[0]?.is_there) return undefined
  const { rows } = await connection.query<SchemaVersion>(
    'SELECT max(name) AS migration, (SELECT version FROM jobs.version) AS jobs_version FROM migrations',
  )
  return rows[0]
}
