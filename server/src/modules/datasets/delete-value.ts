import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { notFound } from '#platform/problem.ts'
import { type DatasetRow, lockDatasetAndValues } from './dataset-queries.ts'
import { valueDeleted } from './events.ts'
import { presentValue } from './present.ts'
import { parseValuePath } from './value-path.ts'
import { deleteValues, findValue, listChildKeys } from './value-queries.ts'

/** How many values are in hand at once, however large the tree is. */
const BATCH = 2000

/** Deletes a value and all its descendants, with an event for each. */
export async function deleteValue(work: Work, datasetId: string, path: string): Promise<void> {
  const dataset = await lockDatasetAndValues(work.tx, work.client, datasetId)
  if (!dataset) throw notFound('data set', datasetId)
  const place = parseValuePath(path)
  if (!place) throw notFound('value', path)
  const [value] = await findValue(work.tx, work.client.id, datasetId, place.pathKey)
  if (!value) throw notFound('value', path)
  await deleteTree(work, dataset, [place.pathKey])
}

/** Children first: their parents' keys are how they are found. */
async function deleteTree(work: Work, dataset: DatasetRow, keys: string[]): Promise<void> {
  for (;;) {
    const children = await listChildKeys(work.tx, work.client.id, dataset.key, keys, BATCH)
    if (children.length === 0) break
    await deleteTree(
      work,
      dataset,
      children.map((child) => child.path_key),
    )
  }
  for (const { level, ...value } of await deleteValues(work.tx, work.client.id, dataset.key, keys)) {
    const dimension_id = dataset.dimensions[level - 1]?.id ?? ''
    emit(work, valueDeleted, presentValue(value, { dataset_id: dataset.id, dimension_id }, work.client))
  }
  await flushEvents(work)
}
