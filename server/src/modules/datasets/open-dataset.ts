import type { Work } from '#platform/db/work.ts'
import { type DatasetRow, findDataset, insertDataset, type lockDataset } from './dataset-queries.ts'
import { searchText } from './searchable.ts'

/** The data set, locked; an empty one is made when there is none. */
export async function openDataset(
  work: Work,
  id: string,
  lock: typeof lockDataset,
): Promise<{ before: DatasetRow; isNew: boolean }> {
  for (;;) {
    const known = await lock(work.tx, work.client, id)
    if (known) return { before: known, isNew: false }
    const isNew = await insertDataset(work.tx, work.client, { id, search_text: searchText(id, {}) }, work.now)
    const made = isNew && (await findDataset(work.tx, work.client, id))
    if (made) return { before: made, isNew: true }
    work.renewMoment() // somebody else made it, and was waited for
  }
}
