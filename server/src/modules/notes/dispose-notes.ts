import type { Disposer } from '#kernel/disposer.ts'
import { deleteNoteRows } from './queries.ts'

/** Notes are deleted, with their pending reminders. No event tells of it, as of any deletion of a note. */
export const noteDisposer: Disposer = {
  resourceType: 'note',
  dispose: async ({ tx, client }, ids) => ({
    gone: (await deleteNoteRows(tx, client, ids)).map((id) => ({ id, files: [] })),
  }),
}
