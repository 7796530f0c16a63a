import type { JobContext } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import { removeUnnamed } from '#platform/blobs/remove-unnamed.ts'
import { type DisposedFiles, type FileOutcome, listInVaults, nextWithFiles, storeFileOutcomes } from './item-queries.ts'
import { type DisposalRow, lockDisposal, storeFilesUntil } from './queries.ts'
import { systemCaller } from './system-caller.ts'

const BATCH = 500

/** A backup copies files: none may go meanwhile. */
export class FilesKept extends Error {
  override readonly name = 'FilesKept'
}

/**
 * Removes the bytes of the next items that went, and writes down what became of each file. Answers false when there are no
 * more. What a worker that died had removed already is found removed.
 */
export async function settleNextFiles(context: JobContext, client: Client, row: DisposalRow): Promise<boolean> {
  const { db } = context
  const asked = { client_id: client.id, disposal_id: row.id, after: row.files_until, limit: BATCH }
  const items = await nextWithFiles(db, asked)
  const last = items.at(-1)
  if (!last) return false
  const outcomes = await removeFiles(context, client, [...new Set(items.flatMap(sha256sOf))])
  const settled = items.map(({ key, files }) => ({
    key,
    files: files.map(({ sha256, size }) => ({ sha256, size, outcome: outcomes.get(sha256) ?? 'shared' })),
  }))
  await context.doWork(systemCaller(client), (work) => store(work, row, { settled, last: last.key }))
  return true
}

const sha256sOf = ({ files }: DisposedFiles) => files.map(({ sha256 }) => sha256)

async function store(
  { tx, client, now }: Work,
  { id, files_until }: DisposalRow,
  { settled, last }: { settled: DisposedFiles[]; last: string },
): Promise<void> {
  const row = await lockDisposal(tx, client, id)
  // Another worker was as far.
  if (row?.status !== 'processing' || row.files_until !== files_until) return
  await storeFileOutcomes(tx, client, id, settled)
  await storeFilesUntil(tx, { client_id: client.id, id, key: last, now })
}

async function removeFiles(context: JobContext, client: Client, sha256s: string[]): Promise<Map<string, FileOutcome>> {
  if (sha256s.length === 0) return new Map()
  const inVaults = await listInVaults(context.db, { client_id: client.id, sha256s })
  const kept = new Set(inVaults.map(({ sha256 }) => sha256))
  const removed = await removeUnnamed(
    context,
    sha256s.filter((sha256) => !kept.has(sha256)),
  )
  if (!removed) throw new FilesKept('A backup copies files.')
  const outcomeOf = (sha256: string) => (kept.has(sha256) ? 'in_vault' : removed.has(sha256) ? 'removed' : 'shared')
  return new Map(sha256s.map((sha256) => [sha256, outcomeOf(sha256)]))
}
