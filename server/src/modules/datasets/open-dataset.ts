import type { Work } from '#platform/db/work.ts'
import {
  type DatasetRow,
  findDataset,
  insertDataset,
  lockDataset,
  lockDatasetForImport,
  waitBriefly,
} from './dataset-queries.ts'
import { searchText } from './searchable.ts'

/** The data set, locked; an empty one is made when there is none. Only an import waits for whoever is making it. */
export async function openDataset(
  work: Work,
  id: string,
  { isImport }: { isImport: boolean },
): Promise<{ before: DatasetRow; isNew: boolean }> {
  const lock = isImport ? lockDatasetForImport : lockDataset
  for (;;) {
    const known = await lock(work.tx, work.client, id)
    if (known) return { before: known, isNew: false }
    if (!isImport) await waitBriefly(work.tx)
    const isNew = await insertDataset(work.tx, work.client, { id, search_text: searchText(id, {}) }, work.now)
    const made = isNew && (await findDataset(work.tx, work.client, id))
    if (made) return { before: made, isNew: true }
    work.renewMoment() // somebody else made it, and was waited for
  }
}
