import { defineJob } from '#kernel/jobs.ts'
import { deleteOrphanImages } from './queries.ts'

const BATCH = 1000

/** Forgets pictures of files that no document has any more; the sweep of the file store removes their bytes with the files. */
export const deleteOrphanPreviews = defineJob(
  'documents.forget_previews',
  async (_data, { db, signal }) => {
    while ((await deleteOrphanImages(db, BATCH)) > 0) signal.throwIfAborted()
  },
  { schedule: '2 3 * * *' },
)
