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
    ON value.client_id = dataset.client_id AND value.dataset_key = dataset.key AND value.path_key = $3
  WHERE dataset.client_id = $1 AND dataset.id = $2 AND dataset.deleted_at IS NULL`

type ByPath = [clientId: string, datasetId: string, pathKey: string]

/** One value of a data set, by its path. */
export const findValue = lookup<ValueRow, ByPath>(VALUE_BY_PATH)

/** The same, which no bulk changes until the transaction ends: bulks share the slots of ancestors only. */
export const lockValue = statement<ValueRow, ByPath>(`${VALUE_BY_PATH} FOR NO KEY UPDATE OF value`)

export type PutOutcome = {
  /** False when a lock is taken by another; nothing was looked at then. */
  is_open: boolean
  /** Null when there is no such data set. */
  depth: number | null
  dimension_id: string | null
  has_parent: boolean
  /** Null when nothing was stored: it was there with the same names, or could not be. */
  created: boolean | null
}

// The locks are tried first, then the data set and the parent are locked as rows: one that was deleted between the start
// of the statement and the grant of the locks is not found.
const put = loneStatement<
  PutOutcome,
  [
    ...[string, string, string, string | null, number, string, string, string, string, string, string, string],
    ...EventStamp,
    space: number,
    slots: number[],
  ]
>(`
  WITH entry AS MATERIALIZED (
    SELECT bool_and(pg_try_advisory_xact_lock_shared($18::int, slot)) AS is_open FROM unnest($19::int[]) AS slot
  ), place AS MATERIALIZED (
    SELECT key, jsonb_array_length(dimensions) AS depth, dimensions -> ($5::int - 1) ->> 'id' AS dimension_id
    FROM entry, datasets
    WHERE is_open AND client_id = $1 AND id = $2 AND deleted_at IS NULL FOR KEY SHARE OF datasets
  ), parent AS MATERIALIZED (
    SELECT FROM place JOIN dataset_values value ON value.client_id = $1 AND value.dataset_key = place.key
      AND value.path_key = $4::uuid FOR KEY SHARE OF value
  ), put AS (
    INSERT INTO dataset_values AS known
      (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    SELECT $1, key, $3::uuid, $4::uuid, $5::smallint, $6, $7, $8::jsonb, $9, $10 FROM place
    WHERE dimension_id IS NOT NULL AND ($4 IS NULL OR EXISTS (SELECT FROM parent))
    ON CONFLICT (client_id, dataset_key, path_key) DO UPDATE SET
      localized_names = excluded.localized_names, sort_name = excluded.sort_name, search_text = excluded.search_text
      WHERE known.localized_names <> excluded.localized_names
    RETURNING dataset_key, xmax = 0 AS created -- no earlier version of the row
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $1, dataset_key, 1 FROM put WHERE created
  ), event AS (
    SELECT $1 AS client_id, CASE WHEN created THEN '${valueCreated.name}' ELSE '${valueUpdated.name}' END AS type,
      dimension_id || '.' || $6 AS resource_id, replace($11, $12, dimension_id) AS data
    FROM put, place
  ), ${eventCtes('event', 13)}
  SELECT is_open, depth, dimension_id, $4 IS NULL OR EXISTS (SELECT FROM parent) AS has_parent,
    (SELECT created FROM put) AS created
  FROM entry LEFT JOIN place ON true`)

/** Stands for the dimension's id in the data of the event until the statement knows it. */
export const DIMENSION_PLACEHOLDER = randomUUID()

/**
 * Stores a value where it belongs, counts it when it is new, and tells of it: all in one statement, since this is what
 * keeps other systems in step.
 */
export async function upsertValue(
  work: Work,
  datasetId: string,
  value: StoredValue,
  eventData: string,
): Promise<PutOutcome> {
  const { pathKey, parentKey, level, code, path, localizedNames, sortName, searchText } = value
  const names = JSON.stringify(localizedNames)
  const [outcome] = await put(
    work.tx,
    ...[work.client.id, datasetId, pathKey, parentKey, level, code, path, names, sortName, searchText],
    ...[eventData, DIMENSION_PLACEHOLDER, ...stampEvent(work), lockSpaceOf(work.client, datasetId), slotsOfPut(path)],
  )
  if (!outcome?.is_open) throw new LockNotAvailable(`The data set ${datasetId} or an ancestor of the value is locked.`)
  return outcome
}

const upsertMany = statement<
  { path_key: string; created: boolean },
  [string, string, string[], (string | null)[], number[], string[], string[], string[], string[], string[]]
>(`
  WITH put AS (
    INSERT INTO dataset_values AS known
      (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    SELECT $1, $2, path_key, parent_key, level, code, path, localized_names::jsonb, sort_name, search_text
    FROM unnest($3::uuid[], $4::uuid[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
      AS given (path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
    ORDER BY path_key -- always in one order, so that two calls never wait for each other in a circle
    ON CONFLICT (client_id, dataset_key, path_key) DO UPDATE SET
      localized_names = excluded.localized_names, sort_name = excluded.sort_name, search_text = excluded.search_text
      WHERE known.localized_names <> excluded.localized_names
    RETURNING path_key, xmax = 0 AS created
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change)
    SELECT $1, $2, count(*) FROM put WHERE created HAVING count(*) > 0
  )
  SELECT path_key, created FROM put`)

/** Stores many values at once; the ones that were new or changed come back. */
export function upsertValues(tx: Tx, client: Client, datasetKey: string, values: StoredValue[]) {
  return upsertMany(
    tx,
    client.id,
    datasetKey,
    values.map((value) => value.pathKey),
    values.map((value) => value.parentKey),
    values.map((value) => value.level),
    values.map((value) => value.code),
    values.map((value) => value.path),
    values.map((value) => JSON.stringify(value.localizedNames)),
    values.map((value) => value.sortName),
    values.map((value) => value.searchText),
  )
}

const known = statement<{ path_key: string }, [string, string, string[]]>(`
  SELECT path_key FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND path_key = ANY($3)`)

/** Those of the keys that are there. */
export async function listKnownKeys(db: Db, client: Client, datasetKey: string, keys: string[]): Promise<Set<string>> {
  return new Set((await known(db, client.id, datasetKey, keys)).map((row) => row.path_key))
}

export type DeletedLeaf = {
  dataset_key: string
  dimensions: DimensionRow[]
  /** Null when the value is not there, or has children and was left alone. */
  deleted: DeletedValue | null
}

/** Deletes a value that has no children and counts it. No row comes back when there is no such data set. */
export const deleteLeaf = statement<DeletedLeaf, [clientId: string, datasetId: string, pathKey: string | null]>(`
  WITH dataset AS MATERIALIZED (
    SELECT key, dimensions FROM datasets WHERE client_id = $1 AND id = $2 AND deleted_at IS NULL
  ), gone AS (
    DELETE FROM dataset_values value USING dataset
    WHERE value.client_id = $1 AND value.dataset_key = dataset.key AND value.path_key = $3
      AND NOT EXISTS (SELECT FROM dataset_values child WHERE child.client_id = $1
        AND child.dataset_key = dataset.key AND child.parent_key = $3)
    RETURNING value.path, value.code, value.level, value.localized_names
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $1, dataset.key, -1 FROM gone, dataset
  )
  SELECT dataset.key AS dataset_key, dataset.dimensions, to_json(gone) AS deleted FROM dataset LEFT JOIN gone ON true`)

export const listChildKeys = statement<
  { path_key: string },
  [clientId: string, datasetKey: string, parentKeys: string[], limit: number]
>(`
  SELECT path_key FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND parent_key = ANY($3) LIMIT $4`)

/** Deletes values and counts them; what they were comes back. */
export const deleteValues = statement<DeletedValue, [clientId: string, datasetKey: string, pathKeys: string[]]>(`
  WITH gone AS (
    DELETE FROM dataset_values WHERE client_id = $1 AND dataset_key = $2 AND path_key = ANY($3)
    RETURNING path, code, level, localized_names
  ), counted AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change)
    SELECT $1, $2, -count(*) FROM gone HAVING count(*) > 0
  )
  SELECT * FROM gone`)

/** Counts values that came (or, below zero, went) by other ways. */
export const countChange = statement<never, [clientId: string, datasetKey: string, change: number]>(`
  INSERT INTO dataset_value_changes (client_id, dataset_key, change) SELECT $1, $2, $3::bigint WHERE $3::bigint <> 0`)

/** Every language in which some value of a data set is named. It reads them all. */
export const listUsedLanguages = statement<{ language: string }, [clientId: string, datasetKey: string]>(`
  SELECT DISTINCT language FROM dataset_values, jsonb_object_keys(localized_names) AS language
  WHERE client_id = $1 AND dataset_key = $2 ORDER BY language`)
