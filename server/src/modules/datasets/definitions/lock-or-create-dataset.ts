import type { Work } from '#kernel/work.ts'
import { searchText } from '#modules/datasets/searchable.ts'
import { type DatasetRow, findDataset, insertDataset, lockDataset, lockDatasetAndValues } from './queries.ts'

/** The data set, locked; creates an empty one if it is missing. Concurrent creators wait for each other. */
export async function lockOrCreateDataset(
  work: Work,
  id: string,
  { isImport }: { isImport: boolean },
): Promise<{ before: DatasetRow; isNew: boolean }> {
  const { tx, client } = work
  const lock = () => (isImport ? lockDatasetAndValues(tx, client, id, { isImport }) : lockDataset(tx, client, id))
  for (;;) {
    const known = await lock()
    if (known) return { before: known, isNew: false }
    const isNew = await insertDataset(tx, client, { id, search_text: searchText(id, {}) }, work.now)
    const made = isNew && (await findDataset(tx, client, id))
    if (made) return { before: made, isNew: true }
    work.renewNow() // another transaction created it while this one waited
  }
}
