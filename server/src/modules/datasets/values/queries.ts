import { randomUUID } from 'node:crypto'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client, Work } from '#kernel/work.ts'
import { lockSpaceOf, slotsOfPut } from '#modules/datasets/dataset-locks.ts'
import type { DimensionRow } from '#modules/datasets/definitions/queries.ts'
import { valueCreated, valueUpdated } from '#modules/datasets/events.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { LockNotAvailable } from '#platform/db/locks/lock-not-available.ts'
import { loneStatement, lookup, statement } from '#platform/db/statement.ts'
import { type EventStamp, eventCtes, stampEvent } from '#platform/events/outbox.ts'
import type { StoredValue } from './stored-value.ts'

/** What the event of a deleted value is made from. */
export type DeletedValue = { path: string; code: string; level: number; localized_names: Translations }

export type ValueRow = { path: string; code: string; dimension_id: string; localized_names: Translations }

const VALUE_BY_PATH = `
  SELECT value.path, value.code, value.localized_names, dataset.dimensions -> (value.level - 1) ->> 'id' AS dimension_id
  FROM datasets dataset
  JOIN dataset_values value
    ON value.client_id = dataset.client_id AND value.dataset_key = dataset.key AND value.path_key = $path_key
  WHERE dataset.client_id = $client_id AND dataset.id = $dataset_id AND dataset.deleted_at IS NULL`

type ByPath = { client_id: string; dataset_id: string; path_key: string }

/** One value of a data set, by its path. */
export const findValue = lookup<ValueRow, ByPath>(VALUE_BY_PATH)

/** The same, which no bulk changes until the transaction ends: bulks share the slots of ancestors only. */
export const lockValue = statement<ValueRow, ByPath>(`${VALUE_BY_PATH} FOR NO KEY UPDATE OF value`)

export type PutOutcome = {
  /** False if another transaction holds a lock; nothing was read then. */
  is_open: boolean
  /** Null when the data set does not exist. */
  depth: number | null
  dimension_id: string | null
  has_parent: boolean
  /** Null when nothing was stored: it was there with the same names, or could not be. */
  created: boolean | null
}

// The locks are tried first, then the data set and the parent are locked as rows: one that was deleted between the start
// of the statement and the grant of the locks is not found.
type PutParameters = EventStamp & {
  client_id: string
  dataset_id: string
  path_key: string
  parent_key: string | null
  level: number
  code: string
  path: string
  localized_names: string
  sort_name: string
  search_text: string
  event_data: string
  dimension_placeholder: string
}

const DATASET_OF_STATEMENT =
  'dataset JOIN dataset_values value ON value.client_id = $client_id AND value.dataset_key = dataset.key'
/** A row that is locked on its node is not joined to a result of the same statement. */
const DATASET_OF_CLIENT = `datasets owner JOIN dataset_values value ON value.client_id = $client_id AND value.dataset_key = owner.key
      WHERE owner.client_id = $client_id AND owner.id = $dataset_id AND owner.deleted_at IS NULL`

const putText = (entry: string) => `
  WITH ${entry}dataset AS MATERIALIZED (
    SELECT key, jsonb_array_length(dimensions) AS depth, dimensions -> ($level::int - 1) ->> 'id' AS dimension_id
    FROM ${entry ? 'entry, datasets WHERE is_open AND' : 'datasets WHERE'} client_id = $client_id AND id = $dataset_id AND deleted_at IS NULL FOR KEY SHARE OF datasets
  ), parent AS MATERIALIZED (
    SELECT true AS is_there FROM ${entry ? DATASET_OF_STATEMENT : DATASET_OF_CLIENT}
      AND value.path_key = $parent_key::uuid FOR KEY SHARE OF value
  ), put AS (
    INSERT INTO dataset_values AS known
      (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    SELECT $client_id, key, $path_key::uuid, $parent_key::uuid, $level::smallint, $code, $path, $localized_names::jsonb, $sort_name, $search_text FROM dataset
    WHERE dimension_id IS NOT NULL AND ($parent_key IS NULL OR EXISTS (SELECT FROM parent))
    ON CONFLICT (client_id, dataset_key, path_key) DO UPDATE SET
      localized_names = excluded.localized_names, sort_name = excluded.sort_name, search_text = excluded.search_text
      WHERE known.localized_names <> excluded.localized_names
    RETURNING dataset_key, xmax = 0 AS created -- no earlier version of the row
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $client_id, dataset_key, 1 FROM put WHERE created
  ), event AS (
    SELECT $client_id AS client_id, CASE WHEN created THEN '${valueCreated.name}' ELSE '${valueUpdated.name}' END AS type,
      dimension_id || '.' || $code AS resource_id, replace($event_data, $dimension_placeholder, dimension_id) AS data
    FROM put, dataset
  ), ${eventCtes('event')}
  SELECT is_open, depth, dimension_id, $parent_key IS NULL OR EXISTS (SELECT FROM parent) AS has_parent,
    (SELECT created FROM put) AS created
  FROM ${entry ? 'entry' : '(SELECT true AS is_open) AS entry'} LEFT JOIN dataset ON true`

const ENTRY = `entry AS MATERIALIZED (
    SELECT bool_and(pg_try_advisory_xact_lock_shared($lock_space::int, slot)) AS is_open FROM unnest($lock_slots::int[]) AS slot
  ), `
const put = loneStatement<PutOutcome, PutParameters & { lock_space: number; lock_slots: number[] }>(putText(ENTRY))
/** For a work that holds the locks. Where tables are distributed, they are no part of a statement with tables. */
const putLocked = statement<PutOutcome, PutParameters>(putText(''))

/** Stands for the dimension's id in the data of the event until the statement knows it. */
export const DIMENSION_PLACEHOLDER = randomUUID()

/**
 * Stores a value, counts it if it is new, and stores its event: all in one statement, since this is what
 * keeps other systems in step.
 */
export async function upsertValue(
  work: Work,
  datasetId: string,
  value: StoredValue,
  eventData: string,
): Promise<PutOutcome> {
  const parameters = {
    ...stampEvent(work),
    client_id: work.client.id,
    dataset_id: datasetId,
    path_key: value.pathKey,
    parent_key: value.parentKey,
    level: value.level,
    code: value.code,
    path: value.path,
    localized_names: JSON.stringify(value.localizedNames),
    sort_name: value.sortName,
    search_text: value.searchText,
    event_data: eventData,
    dimension_placeholder: DIMENSION_PLACEHOLDER,
  }
  const locks = { lock_space: lockSpaceOf(work.client, datasetId), lock_slots: slotsOfPut(value.path) }
  const [outcome] = await (work.isOneStatement
    ? put(work.tx, { ...parameters, ...locks })
    : putLocked(work.tx, parameters))
  if (!outcome?.is_open) throw new LockNotAvailable(`The data set ${datasetId} or an ancestor of the value is locked.`)
  return outcome
}

const upsertMany = statement<
  { path_key: string; created: boolean },
  {
    client_id: string
    dataset_key: string
    path_keys: string[]
    parent_keys: (string | null)[]
    levels: number[]
    codes: string[]
    paths: string[]
    localized_names: string[]
    sort_names: string[]
    search_texts: string[]
  }
>(`
  WITH put AS (
    INSERT INTO dataset_values AS known
      (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    SELECT $client_id, $dataset_key, path_key, parent_key, level, code, path, localized_names::jsonb, sort_name, search_text
    FROM unnest($path_keys::uuid[], $parent_keys::uuid[], $levels::smallint[], $codes::text[], $paths::text[], $localized_names::text[], $sort_names::text[], $search_texts::text[])
      AS given (path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    ORDER BY path_key -- always in one order, so that two calls never wait for each other in a circle
    ON CONFLICT (client_id, dataset_key, path_key) DO UPDATE SET
      localized_names = excluded.localized_names, sort_name = excluded.sort_name, search_text = excluded.search_text
      WHERE known.localized_names <> excluded.localized_names
    RETURNING path_key, xmax = 0 AS created
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change)
    SELECT $client_id, $dataset_key, count(*) FROM put WHERE created HAVING count(*) > 0
  )
  SELECT path_key, created FROM put`)

/** Stores many values at once; the ones that were new or changed come back. */
export function upsertValues(tx: Tx, client: Client, datasetKey: string, values: StoredValue[]) {
  return upsertMany(tx, {
    client_id: client.id,
    dataset_key: datasetKey,
    path_keys: values.map((value) => value.pathKey),
    parent_keys: values.map((value) => value.parentKey),
    levels: values.map((value) => value.level),
    codes: values.map((value) => value.code),
    paths: values.map((value) => value.path),
    localized_names: values.map((value) => JSON.stringify(value.localizedNames)),
    sort_names: values.map((value) => value.sortName),
    search_texts: values.map((value) => value.searchText),
  })
}

const known = statement<{ path_key: string }, { client_id: string; dataset_key: string; path_keys: string[] }>(`
  SELECT path_key FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key AND path_key = ANY($path_keys)`)

/** Those of the keys that are there. */
export async function listKnownKeys(db: Db, client: Client, datasetKey: string, keys: string[]): Promise<Set<string>> {
  return new Set(
    (await known(db, { client_id: client.id, dataset_key: datasetKey, path_keys: keys })).map((row) => row.path_key),
  )
}

export type DeletedLeaf = {
  dataset_key: string
  dimensions: DimensionRow[]
  /** Null if the value does not exist, or has children and was not changed. */
  deleted: DeletedValue | null
}

/** Deletes a value that has no children and counts it. No row comes back when the data set does not exist. */
export const deleteLeaf = statement<DeletedLeaf, { client_id: string; dataset_id: string; path_key: string | null }>(`
  WITH dataset AS MATERIALIZED (
    SELECT key, dimensions FROM datasets WHERE client_id = $client_id AND id = $dataset_id AND deleted_at IS NULL
  ), gone AS (
    DELETE FROM dataset_values value USING dataset
    WHERE value.client_id = $client_id AND value.dataset_key = dataset.key AND value.path_key = $path_key
      AND NOT EXISTS (SELECT FROM dataset_values child WHERE child.client_id = $client_id
        AND child.dataset_key = dataset.key AND child.parent_key = $path_key)
    RETURNING value.path, value.code, value.level, value.localized_names
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $client_id, dataset.key, -1 FROM gone, dataset
  )
  SELECT dataset.key AS dataset_key, dataset.dimensions, to_json(gone) AS deleted FROM dataset LEFT JOIN gone ON true`)

export const listChildKeys = statement<
  { path_key: string },
  { client_id: string; dataset_key: string; parent_keys: string[]; limit: number }
>(`
  SELECT path_key FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key AND parent_key = ANY($parent_keys) LIMIT $limit`)

/** Deletes values and counts them; what they were comes back. */
export const deleteValues = statement<DeletedValue, { client_id: string; dataset_key: string; path_keys: string[] }>(`
  WITH gone AS (
    DELETE FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key AND path_key = ANY($path_keys)
    RETURNING path, code, level, localized_names
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change)
    SELECT $client_id, $dataset_key, -count(*) FROM gone HAVING count(*) > 0
  )
  SELECT * FROM gone`)

/** Counts values that came (or, below zero, went) by other ways. */
export const countChange = statement<never, { client_id: string; dataset_key: string; change: number }>(`
  INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $client_id, $dataset_key, $change::bigint WHERE $change::bigint <> 0`)

/** Every language in which some value of a data set is named. It reads them all. */
export const listUsedLanguages = statement<{ language: string }, { client_id: string; dataset_key: string }>(`
  SELECT DISTINCT language FROM dataset_values, jsonb_object_keys(localized_names) AS language
  WHERE client_id = $client_id AND dataset_key = $dataset_key ORDER BY language`)
