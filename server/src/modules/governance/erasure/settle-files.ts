import type { JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { FilesKept, removeBytes } from '#modules/governance/disposals/settle-files.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import { deleteFiles, nextFiles } from './module-queries.ts'

export { FilesKept }

const BATCH = 500

/** Removes the next bytes of what went. Answers false when there are no more; what something else names, stays. */
export async function settleFiles(context: JobContext, client: Client, id: string): Promise<boolean> {
  const ref = { client_id: client.id, deletion_request_id: id }
  const sha256s = (await nextFiles(context.db, { ...ref, limit: BATCH })).map(({ sha256 }) => sha256)
  if (sha256s.length === 0) return false
  const made = context.disposers.get('employee_document')?.madeOfFiles
  await removeBytes(context, client, { sha256s, made })
  await context.doWork(systemCaller(client), ({ tx }) => deleteFiles(tx, { ...ref, sha256s }))
  return true
}
