import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { lockSubtree } from '#modules/datasets/dataset-locks.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import type { DimensionRow } from '#modules/datasets/definitions/queries.ts'
import { valueDeleted } from '#modules/datasets/events.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { notFound } from '#platform/problem.ts'
import { type DeletedValue, deleteLeaf, deleteValues, findValue, listChildKeys } from './queries.ts'
import { parseValuePath } from './value-path.ts'

/** The size of a batch, which bounds the memory for a tree of any size. */
const BATCH_SIZE = 2000

type Dataset = { id: string; key: string; dimensions: DimensionRow[] }

/** Deletes a value and all its descendants, with an event for each. */
export async function deleteValue(work: Work, datasetId: string, path: string): Promise<void> {
  const { tx, client } = work
  const valuePath = parseValuePath(path)
  if (valuePath) await lockSubtree(tx, client, datasetId, path)
  const [found] = await deleteLeaf(tx, {
    client_id: client.id,
    dataset_id: datasetId,
    path_key: valuePath?.pathKey ?? null,
  })
  if (!found) throw notFound('data set', datasetId)
  const dataset = { id: datasetId, key: found.dataset_key, dimensions: found.dimensions }
  if (found.deleted) {
    emitDeleted(work, dataset, found.deleted)
    return
  }
  const [value] = valuePath
    ? await findValue(tx, { client_id: client.id, dataset_id: datasetId, path_key: valuePath.pathKey })
    : []
  if (!valuePath || !value) throw notFound('value', path)
  await deleteTree(work, dataset, [valuePath.pathKey])
}

/** Children first: their parents' keys are how they are found. */
async function deleteTree(work: Work, dataset: Dataset, keys: string[]): Promise<void> {
  for (;;) {
    const children = await listChildKeys(work.tx, {
      client_id: work.client.id,
      dataset_key: dataset.key,
      parent_keys: keys,
      limit: BATCH_SIZE,
    })
    if (children.length === 0) break
    await deleteTree(
      work,
      dataset,
      children.map((child) => child.path_key),
    )
  }
  for (const value of await deleteValues(work.tx, {
    client_id: work.client.id,
    dataset_key: dataset.key,
    path_keys: keys,
  }))
    emitDeleted(work, dataset, value)
  await flushEvents(work)
}

function emitDeleted(work: Work, dataset: Dataset, { level, ...value }: DeletedValue): void {
  const dimension_id = dataset.dimensions[level - 1]?.id ?? ''
  emit(work, valueDeleted, presentValue(value, { dataset_id: dataset.id, dimension_id }, work.client))
}
