import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export type ChangeCounts = { created: number; updated: number; deleted: number }

/** What the staged values change in a data set, until the transaction ends. `tuple_id` is where a value is staged. */
const create = statement<never>(`${CUSTOM_PLAN}
  CREATE TEMPORARY TABLE value_changes (action "char" NOT NULL, tuple_id tid, path_key uuid NOT NULL) ON COMMIT DROP`)

/*
 * What names `ctid` reads staged tables only: where values lie on several nodes, such a part is a query of its own to the
 * database, since those tables are here alone.
 */
const STAGED = '(SELECT ctid AS tuple_id, path_key, is_own, localized_names FROM staged_values) staged'
const KNOWN = `(SELECT path_key, localized_names FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key) known`

const findForReplace = statement<never, { client_id: string; dataset_key: string }>(`${CUSTOM_PLAN}
  INSERT INTO value_changes (action, tuple_id, path_key)
  SELECT CASE WHEN known.path_key IS NULL THEN 'c' WHEN staged.path_key IS NULL THEN 'd' ELSE 'u' END, staged.tuple_id,
    coalesce(staged.path_key, known.path_key)
  FROM ${STAGED} FULL JOIN ${KNOWN} ON known.path_key = staged.path_key
  WHERE known.path_key IS NULL OR staged.path_key IS NULL OR known.localized_names <> staged.localized_names`)

// A value that rows only pass through is created if it is missing, and otherwise not changed.
const findForMerge = statement<never, { client_id: string; dataset_key: string }>(`${CUSTOM_PLAN}
  INSERT INTO value_changes (action, tuple_id, path_key)
  SELECT CASE WHEN known.path_key IS NULL THEN 'c' ELSE 'u' END, staged.tuple_id, staged.path_key
  FROM ${STAGED} LEFT JOIN ${KNOWN} ON known.path_key = staged.path_key
  WHERE known.path_key IS NULL OR (staged.is_own AND known.localized_names <> staged.localized_names)`)

const count = statement<ChangeCounts>(`${CUSTOM_PLAN}
  SELECT count(*) FILTER (WHERE action = 'c')::integer AS created,
    count(*) FILTER (WHERE action = 'u')::integer AS updated,
    count(*) FILTER (WHERE action = 'd')::integer AS deleted
  FROM value_changes`)

const analyze = statement<never>(`${CUSTOM_PLAN} ANALYZE value_changes`)

/** Compares what is staged with what the data set has; without a data set everything is new. */
export async function findChanges(
  tx: Tx,
  client: Client,
  datasetKey: string | undefined,
  mode: 'replace' | 'merge',
): Promise<ChangeCounts> {
  await create(tx)
  const find = mode === 'replace' ? findForReplace : findForMerge
  await find(tx, { client_id: client.id, dataset_key: datasetKey ?? NO_DATASET })
  await analyze(tx)
  return (await count(tx))[0] ?? { created: 0, updated: 0, deleted: 0 }
}

const NO_DATASET = '-1'

export type ChangedValue = { path: string; code: string; level: number; localized_names: Translations }
type Slice = { client_id: string; dataset_key: string; from: string; to: string }
type ApplySlice = (tx: Tx, slice: Slice) => Promise<ChangedValue[]>

const RETURNED = ['path', 'code', 'level', 'localized_names']
const SLICE = 'change.ctid >= $from AND change.ctid < $to'

const deletion = (returning: string) => `${CUSTOM_PLAN}
  DELETE FROM dataset_values value
  USING (SELECT change.path_key FROM value_changes change WHERE change.action = 'd' AND ${SLICE}) gone
  WHERE value.client_id = $client_id AND value.dataset_key = $dataset_key AND value.path_key = gone.path_key ${returning}`

const update = (returning: string) => `${CUSTOM_PLAN}
  UPDATE dataset_values value SET localized_names = changed.localized_names, sort_name = changed.sort_name,
    search_text = changed.search_text
  FROM (
    SELECT change.path_key, staged.localized_names, staged.sort_name, staged.search_text
    FROM value_changes change JOIN staged_values staged ON staged.ctid = change.tuple_id
    WHERE change.action = 'u' AND ${SLICE}
  ) changed
  WHERE value.client_id = $client_id AND value.dataset_key = $dataset_key AND value.path_key = changed.path_key ${returning}`

const insertion = (returning: string) => `${CUSTOM_PLAN}
  INSERT INTO dataset_values AS value
    (client_id, dataset_key, path_key, parent_key, level, code, path, localized_names, sort_name, search_text)
  SELECT $client_id, $dataset_key, staged.path_key, staged.parent_key, staged.level, staged.code, staged.path, staged.localized_names,
    staged.sort_name, staged.search_text
  FROM value_changes change JOIN staged_values staged ON staged.ctid = change.tuple_id
  WHERE change.action = 'c' AND ${SLICE} ${returning}`

/** Makes the changes of one kind within a slice of `value_changes`; what was changed comes back only if it is asked for. */
function change(text: (returning: string) => string): (isAskedFor: boolean) => ApplySlice {
  const values = RETURNED.map((column) => `value.${column}`)
  const silent = statement<never, Slice>(text(''))
  const telling = statement<ChangedValue, Slice>(text(`RETURNING ${values.join(', ')}`))
  return (isAskedFor) => (isAskedFor ? telling : silent)
}

export const CHANGES = { deleted: change(deletion), updated: change(update), created: change(insertion) } as const
