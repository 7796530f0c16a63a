import type { Work } from '#kernel/work.ts'
import { notFound } from '#platform/problem.ts'
import { lockDataset, replaceDatasetLinks } from './queries.ts'

/** Records that `holder` (such as `form mobility`) relies on these data sets and no others; they cannot be deleted then. */
export async function linkDatasets(work: Work, holder: string, datasetIds: string[]): Promise<void> {
  const keys: string[] = []
  for (const id of [...new Set(datasetIds)].sort()) {
    const dataset = await lockDataset(work.tx, work.client, id)
    if (!dataset) throw notFound('data set', id)
    keys.push(dataset.key)
  }
  await replaceDatasetLinks(work.tx, work.client, holder, keys)
}
