import type { Disposer } from '#kernel/disposer.ts'
import { deleteNotes } from './delete-notes.ts'

/** Notes are deleted, with their pending reminders. No event tells of it, as of any deletion of a note. */
export const noteDisposer: Disposer = {
  resourceType: 'note',
  dispose: async (work, ids) => ({ gone: (await deleteNotes(work, ids)).map((id) => ({ id, files: [] })) }),
}
