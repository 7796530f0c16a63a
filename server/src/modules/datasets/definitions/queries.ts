import { type RawBuilder, sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { lockAncestors, lockDatasetShared, lockWholeDataset } from '#modules/datasets/dataset-locks.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'

/** Its level is its position in the list. */
export type DimensionRow = { id: string; localized_names: Translations }
export type DatasetRow = {
  key: string
  id: string
  localized_names: Translations
  dimensions: DimensionRow[]
  values_count: string
  last_import_status: string | null
  last_import_result: string | null
  created_at: Date
  updated_at: Date
}

const datasetColumns = (client: Client) => sql`
  dataset.key, dataset.id, dataset.localized_names, dataset.dimensions, dataset.last_import_status, dataset.last_import_result,
  dataset.created_at, dataset.updated_at,
  (SELECT coalesce(sum(change), 0) FROM dataset_value_changes
   WHERE client_id = ${client.id} AND dataset_key = dataset.key) AS values_count`

export async function findDataset(db: Db, client: Client, id: string): Promise<DatasetRow | undefined> {
  const { rows } = await sql<DatasetRow>`
    SELECT ${datasetColumns(client)} FROM datasets dataset
    WHERE dataset.client_id = ${client.id} AND dataset.id = ${id} AND dataset.deleted_at IS NULL`.execute(db)
  return rows[0]
}

/** Like findDataset, and locks the data set itself until the transaction ends. */
export async function lockDataset(tx: Tx, client: Client, id: string): Promise<DatasetRow | undefined> {
  await lockDatasetShared(tx, client, id)
  return lock(tx, client, id, sql`FOR NO KEY UPDATE`)
}

/** Like lockDataset, and also locks its values against other writers. */
export async function lockDatasetAndValues(
  tx: Tx,
  client: Client,
  id: string,
  { isImport }: { isImport: boolean },
): Promise<DatasetRow | undefined> {
  await lockWholeDataset(tx, client, id, { isImport })
  return lock(tx, client, id, sql`FOR UPDATE`)
}

/** Like findDataset, and the data set stays until the transaction ends, with the ancestors of the values at `paths`. */
export async function lockForValues(
  tx: Tx,
  client: Client,
  id: string,
  paths: string[],
): Promise<DatasetRow | undefined> {
  await lockAncestors(tx, client, id, paths)
  return lock(tx, client, id, sql`FOR KEY SHARE`)
}

async function lock(
  tx: Tx,
  client: Client,
  id: string,
  strength: RawBuilder<unknown>,
): Promise<DatasetRow | undefined> {
  const { rows } = await sql`
    SELECT FROM datasets WHERE client_id = ${client.id} AND id = ${id} AND deleted_at IS NULL ${strength}`.execute(tx)
  // A second statement, so that it sees what the last holder of the lock committed.
  return rows.length > 0 ? findDataset(tx, client, id) : undefined
}

type LastImport = { status: string; result: string | null; mayWait: boolean }

/** Writes down how the newest import stands. One that a running import has at the moment is left to that import's end. */
export async function updateLastImport(
  tx: Tx,
  client: Client,
  id: string,
  { status, result, mayWait }: LastImport,
): Promise<void> {
  await sql`
    UPDATE datasets SET last_import_status = ${status}, last_import_result = ${result}
    WHERE client_id = ${client.id} AND key = (
      SELECT key FROM datasets WHERE client_id = ${client.id} AND id = ${id} AND deleted_at IS NULL
      FOR NO KEY UPDATE ${mayWait ? sql`` : sql`SKIP LOCKED`})`.execute(tx)
}

type NewDataset = { id: string; search_text: string }

/** Inserts an empty data set; false when the id is taken. */
export async function insertDataset(tx: Tx, client: Client, dataset: NewDataset, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO datasets (client_id, id, localized_names, dimensions, search_text, created_at, updated_at)
    VALUES (${client.id}, ${dataset.id}, '{}', '[]', ${dataset.search_text}, ${now}, ${now})
    ON CONFLICT (client_id, id) WHERE deleted_at IS NULL DO NOTHING RETURNING key`.execute(tx)
  return rows.length > 0
}

type DatasetChange = {
  localized_names: Translations
  dimensions: DimensionRow[]
  search_text: string
  updated_at: Date
}

export async function updateDataset(tx: Tx, client: Client, key: string, change: DatasetChange): Promise<void> {
  await tx
    .updateTable('datasets')
    .set({
      ...change,
      localized_names: JSON.stringify(change.localized_names),
      dimensions: JSON.stringify(change.dimensions),
    })
    .where('client_id', '=', client.id)
    .where('key', '=', key)
    .execute()
}

export async function markDatasetDeleted(tx: Tx, client: Client, key: string, now: Date): Promise<void> {
  await tx
    .updateTable('datasets')
    .set({ deleted_at: now })
    .where('client_id', '=', client.id)
    .where('key', '=', key)
    .execute()
}

/** Who relies on a data set. */
export async function listDatasetLinks(db: Db, client: Client, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dataset_links')
    .select('holder')
    .where('client_id', '=', client.id)
    .where('dataset_key', '=', key)
    .orderBy('holder')
    .execute()
  return rows.map((row) => row.holder)
}

/** Makes these data sets the ones that `holder` relies on. */
export async function replaceDatasetLinks(tx: Tx, client: Client, holder: string, keys: string[]): Promise<void> {
  await tx.deleteFrom('dataset_links').where('client_id', '=', client.id).where('holder', '=', holder).execute()
  await sql`
    INSERT INTO dataset_links (client_id, dataset_key, holder)
    SELECT ${client.id}, key, ${holder} FROM unnest(${keys}::bigint[]) AS key`.execute(tx)
}

export type DatasetFilters = { q?: string; last_import_status?: string; last_import_result?: string }
export type DatasetOrder = { column: 'id' | 'created_at' | 'updated_at'; descending: boolean }

export async function listDatasets(
  db: Db,
  client: Client,
  filters: DatasetFilters,
  { order: { column, descending }, after, reversed, limit }: KeysetRequest & { order: DatasetOrder },
): Promise<DatasetRow[]> {
  const isDown = descending !== reversed
  const direction = isDown ? sql`DESC` : sql`ASC`
  const beyond = isDown ? sql`<` : sql`>`
  const by = sql.ref(`dataset.${column}`)
  const conditions: RawBuilder<unknown>[] = [sql`dataset.client_id = ${client.id}`, sql`dataset.deleted_at IS NULL`]
  if (filters.q !== undefined) conditions.push(sql`dataset.search_text LIKE ${containing(filters.q)}`)
  if (filters.last_import_status !== undefined) {
    conditions.push(sql`dataset.last_import_status = ${filters.last_import_status}`)
  }
  if (filters.last_import_result !== undefined) {
    conditions.push(sql`dataset.last_import_result = ${filters.last_import_result}`)
  }
  if (after) conditions.push(sql`(${by}, dataset.key) ${beyond} (${after[0]}, ${after[1]})`)
  const { rows } = await sql<DatasetRow>`
    SELECT ${datasetColumns(client)} FROM datasets dataset WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${by} ${direction}, dataset.key ${direction} LIMIT ${limit}`.execute(db)
  return rows
}
