import type { MadeOfFiles } from '#kernel/disposer.ts'
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
 * Removes the bytes of the next items that went, and writes down which were kept and why: all others of the items so far are
 * removed. Answers false when there are no more. What a worker that died had removed already is found removed.
 */
export async function settleNextFiles(context: JobContext, client: Client, row: DisposalRow): Promise<boolean> {
  const { db } = context
  const asked = { client_id: client.id, disposal_id: row.id, after: row.files_until, limit: BATCH }
  const items = await nextWithFiles(db, asked)
  const last = items.at(-1)
  if (!last) return false
  const kept = await removeFiles(context, client, row, [...new Set(items.flatMap(sha256sOf))])
  const settled = items
    .filter(({ files }) => files.some(({ sha256 }) => kept.has(sha256)))
    .map(({ key, files }) => ({
      key,
      files: files.map(({ sha256, size }) => ({ sha256, size, outcome: kept.get(sha256) ?? 'removed' })),
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
  if (settled.length > 0) await storeFileOutcomes(tx, client, id, settled)
  await storeFilesUntil(tx, { client_id: client.id, id, key: last, now })
}

/** Answers what was kept, and why; everything else is gone. */
async function removeFiles(
  context: JobContext,
  client: Client,
  { resource_type }: DisposalRow,
  sha256s: string[],
): Promise<Map<string, FileOutcome>> {
  const named = await removeBytes(context, client, { sha256s, made: context.disposers.get(resource_type)?.madeOfFiles })
  return whyKept(context, client, named)
}

/**
 * Removes these files, with what was made of them, but for those that something names: these it answers. What it does not
 * answer is gone for certain.
 */
export async function removeBytes(
  context: JobContext,
  client: Client,
  { sha256s, made }: { sha256s: string[]; made: MadeOfFiles | undefined },
): Promise<string[]> {
  if (sha256s.length === 0) return []
  const { db } = context
  const madeOfThem = (await made?.blobsOf(db, client, sha256s)) ?? []
  const removal = await removeUnnamed(context, [...new Set([...sha256s, ...madeOfThem])], {
    forgetRows: async (tx) => made?.forget(tx, client, sha256s),
  })
  if (!removal) throw new FilesKept('A backup copies files.')
  const named = sha256s.filter((sha256) => removal.named.has(sha256))
  const left = sha256s.length - named.length - sha256s.filter((sha256) => removal.removed.has(sha256)).length
  if (left > 0) throw new Error(`The file store still has ${left} files that were deleted.`)
  return named
}

async function whyKept({ db }: JobContext, client: Client, sha256s: string[]): Promise<Map<string, FileOutcome>> {
  if (sha256s.length === 0) return new Map()
  const inVaults = new Set((await listInVaults(db, { client_id: client.id, sha256s })).map(({ sha256 }) => sha256))
  return new Map(sha256s.map((sha256) => [sha256, inVaults.has(sha256) ? 'in_vault' : 'shared']))
}
