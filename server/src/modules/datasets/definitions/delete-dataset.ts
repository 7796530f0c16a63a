import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { datasetDeleted } from '#modules/datasets/events.ts'
import { purgeDataset } from '#modules/datasets/jobs.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { presentDataset } from './present.ts'
import { listDatasetLinks, lockDatasetAndValues, markDatasetDeleted } from './queries.ts'

/** Deletes a data set at once; its values are removed in the background. */
export async function deleteDataset(work: Work, id: string): Promise<void> {
  const dataset = await lockDatasetAndValues(work.tx, work.client, id, { isImport: false })
  if (!dataset) throw notFound('data set', id)
  const holders = await listDatasetLinks(work.tx, work.client, dataset.key)
  if (holders.length > 0) throw conflict('dataset_in_use', `The data set ${id} is used by ${holders.join(', ')}.`)
  await markDatasetDeleted(work.tx, work.client, dataset.key, work.now)
  emit(work, datasetDeleted, presentDataset(dataset, work.client))
  enqueue(work, purgeDataset, { client_id: work.client.id, dataset_key: dataset.key })
}
