import type { Disposer } from '#kernel/disposer.ts'
import { emit } from '#kernel/events/define-event.ts'
import { processDeleted } from '#modules/signatures/events.ts'
import { presentProcess } from './present.ts'
import { deleteProcessRows, lockProcesses, type ProcessRow } from './queries.ts'

/** Processes are deleted with their files and evidence; one that is being signed stays until it has ended. */
export const processDisposer: Disposer = {
  resourceType: 'signature_process',
  async dispose(work, ids) {
    const { tx, client } = work
    const rows = await lockProcesses(tx, client, ids)
    const going = rows.filter(({ status }) => status !== 'signing')
    await deleteProcessRows(tx, { client_id: client.id, ids: going.map(({ id }) => id) })
    for (const row of going) emit(work, processDeleted, presentProcess(row))
    return {
      gone: going.map((row) => ({ id: row.id, files: filesOf(row) })),
      inUse: rows.filter((row) => !going.includes(row)).map(({ id }) => id),
    }
  },
}

export function filesOf({ original, sealed, anonymised_as }: ProcessRow) {
  if (anonymised_as !== null) return []
  const files = sealed ? [original, sealed] : [original]
  return files.map(({ sha256, size }) => ({ sha256, size: Number(size) }))
}
