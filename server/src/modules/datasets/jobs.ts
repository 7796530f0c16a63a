import { defineJob } from '#kernel/jobs.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

type DatasetKey = { client_id: string; dataset_key: string }

const deleteSomeValues = statement<{ path_key: string }, { client_id: string; dataset_key: string }>(`
  DELETE FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key AND path_key = ANY(ARRAY(
    SELECT path_key FROM dataset_values WHERE client_id = $client_id AND dataset_key = $dataset_key LIMIT 5000))
  RETURNING path_key`)

const deleteChanges = statement<never, { client_id: string; dataset_key: string }>(`
  DELETE FROM dataset_value_changes WHERE client_id = $client_id AND dataset_key = $dataset_key`)
const deleteRow = statement<never, { client_id: string; key: string }>(`
  DELETE FROM datasets WHERE client_id = $client_id AND key = $key AND deleted_at IS NOT NULL`)

/** Removes the values of a deleted data set in small batches, so that no other transaction waits. */
export const purgeDataset = defineJob<DatasetKey>(
  'datasets.purge',
  async ({ client_id, dataset_key }, { db, signal }) => {
    while ((await deleteSomeValues(db, { client_id, dataset_key })).length > 0) signal.throwIfAborted()
    await db.transaction().execute(async (tx) => {
      await deleteChanges(tx, { client_id, dataset_key })
      await deleteRow(tx, { client_id, key: dataset_key })
    })
  },
)

const listCrowded = statement<DatasetKey>(`
  SELECT client_id, dataset_key FROM dataset_value_changes GROUP BY client_id, dataset_key HAVING count(*) > 1`)

const foldChanges = statement<never, { client_id: string; dataset_keys: string[] }>(`
  WITH gone AS (
    DELETE FROM dataset_value_changes WHERE client_id = $client_id AND dataset_key = ANY ($dataset_keys::bigint[])
    RETURNING client_id, dataset_key, change
  ), folded AS (
    INSERT INTO dataset_value_changes (client_id, dataset_key, change)
    SELECT client_id, dataset_key, sum(change) FROM gone GROUP BY client_id, dataset_key
  )
  SELECT`)

/** Client by client: what there is of one lies on one node. */
export async function foldValueChanges(db: Db): Promise<void> {
  const byClient = Map.groupBy(await listCrowded(db), (crowded) => crowded.client_id)
  for (const [client_id, crowded] of byClient) {
    await foldChanges(db, { client_id, dataset_keys: crowded.map(({ dataset_key }) => dataset_key) })
  }
}

/** Keeps the counts of values quick to read: many small changes become one. */
export const foldValueCounts = defineJob(
  'datasets.fold-value-counts',
  async (_data, { db }) => {
    await foldValueChanges(db)
  },
  { schedule: '* * * * *' },
)
