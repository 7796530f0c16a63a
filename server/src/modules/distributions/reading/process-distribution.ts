import type { JobContext } from '#kernel/jobs.ts'
import type { Caller, Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { type DocumentRow, insertDocuments } from '#modules/distributions/documents/queries.ts'
import type { DistributionRef } from '#modules/distributions/job-names.ts'
import { isOpen, settleProject } from '#modules/distributions/projects/lifecycle.ts'
import { notifyCompleted } from '#modules/distributions/projects/notify.ts'
import { lockProject } from '#modules/distributions/projects/queries.ts'
import {
  countOutcomes,
  type DistributionRow,
  findDistribution,
  markBegun,
  markFinished,
  type OutcomeCounts,
} from '#modules/distributions/spools/queries.ts'
import type { SpoolError } from '#modules/distributions/spools/schemas.ts'
import { findFilingTypes, type NamedFilingType } from '#modules/documents/index.ts'
import { blobLockName, expectBlob } from '#platform/blobs/lock-blob.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import { Problem } from '#platform/problem.ts'
import { ThreadFailed } from '#platform/threads/ask-thread.ts'
import { matchPieces, type ReadPiece } from './match-pieces.ts'
import { type Fault, isFault, MAX_PIECES, type Piece, type StoredPiece, UnusableSpool } from './piece.ts'
import { readSpool } from './read-spool.ts'
import type { Spool } from './spool.ts'

/** So many parts are staged together. */
const BATCH = 100
/** So many of them are stored at once. */
const STORING = 8
/** After so many runs that did not come to an end, a spool has failed. */
const MAX_RUNS = 12
/** What makes a thread fail this often is in the file. */
const MAX_THREAD_FAILURES = 3

type Running = { row: DistributionRow; caller: Caller; documentTypes: ReadonlyMap<string, NamedFilingType> }
type Batch = { read: ReadPiece[]; progress: number }

/**
 * Reads a spool in steps that are written down with what they staged. One whose worker died is read again, and what was
 * staged already is passed over: the parts come in the same order each time.
 */
export async function runDistribution(ref: DistributionRef, context: JobContext): Promise<void> {
  const running = await begin(ref, context)
  if (!running) return
  const error = await stageAll(running, context).catch((thrown: unknown) => asSpoolError(thrown, running.row))
  if (error === GIVEN_UP) return
  await step(running, context, async (work, row) => finish(work, context, row, error))
}

/** The project was canceled, or the spool removed from it. */
const GIVEN_UP = Symbol()

async function begin(
  { client_id, distribution_id }: DistributionRef,
  context: JobContext,
): Promise<Running | undefined> {
  const { db, doWork } = context
  const found = await findDistribution(db, { id: client_id }, distribution_id)
  const client = await findClient(db, client_id)
  if (!found || !client) return undefined
  const caller = { client: { id: client.id, languages: client.languages }, actor: found.actor }
  return doWork(caller, async (work) => {
    const project = await lockProject(work.tx, work.client, found.project_id)
    // Another worker may have ended it since it was looked up.
    const current = await findDistribution(work.tx, work.client, distribution_id)
    if (!project || !isOpen(project) || !current || isDone(current)) return undefined
    const row = await markBegun(work.tx, work.client, distribution_id, work.now)
    if (row.runs <= MAX_RUNS) {
      return { row, caller, documentTypes: await findFilingTypes(work.tx, work.client) }
    }
    const message = 'Reading the spool failed repeatedly for a reason that is not in the file. Contact your operator.'
    await finish(work, context, row, spoolError('processing_failed', message))
    return undefined
  })
}

const isDone = ({ status }: DistributionRow) => status === 'ready' || status === 'error'

function asSpoolError(thrown: unknown, { runs }: DistributionRow): SpoolError {
  if (thrown instanceof UnusableSpool) return spoolError(thrown.code, thrown.message)
  if (!(thrown instanceof ThreadFailed) || runs < MAX_THREAD_FAILURES) throw thrown
  return spoolError('unreadable', 'The spool cannot be read, or the pattern takes too long on it.')
}

function spoolError(code: string, message: string): SpoolError {
  return { code, message }
}

async function stageAll(running: Running, context: JobContext): Promise<SpoolError | typeof GIVEN_UP | null> {
  const { row } = running
  if (row.sha256 === null) return GIVEN_UP
  const { blobs, maxFileBytes, pdfWorkers } = context
  const pdfSession = pdfWorkers.openSession()
  try {
    const spool: Spool = {
      type: row.type,
      sha256: row.sha256,
      sizeBytes: Number(row.size),
      filename: row.filename,
      moment: row.created_at,
      blobs,
      pdfWorkers,
      pdfSession,
      maxFileBytes,
    }
    let staged = row.documents
    for await (const { read, progress } of batchesOf(readSpool(spool), staged)) {
      context.signal.throwIfAborted()
      const isStaged = await stage(running, context, staged, { read, progress })
      if (!isStaged) return GIVEN_UP
      staged += read.length
    }
    return staged > 0 ? null : spoolError('no_documents', 'The spool contains no documents.')
  } finally {
    await pdfSession.close()
  }
}

/** The parts behind those that were staged before, stored, so many at a time. The next ones are stored meanwhile. */
async function* batchesOf(parts: ReturnType<typeof readSpool>, staged: number): AsyncGenerator<Batch> {
  let ahead: Promise<Batch> | undefined
  for await (const { batch, progress } of grouped(parts, staged)) {
    const storing = storeAll(batch).then((read) => ({ read, progress }))
    // It is waited for below, or not at all when the spool is given up.
    storing.catch(() => {})
    if (ahead) yield await ahead
    ahead = storing
  }
  if (ahead) yield await ahead
}

async function* grouped(parts: ReturnType<typeof readSpool>, staged: number) {
  let batch: Piece[] = []
  let position = 0
  let last = 0
  for await (const { part, progress } of parts) {
    position += 1
    if (position > MAX_PIECES) throw new UnusableSpool('too_many_parts', `The spool has more than ${MAX_PIECES} parts.`)
    last = progress
    if (position <= staged) continue
    batch.push(part)
    if (batch.length < BATCH) continue
    yield { batch, progress }
    batch = []
  }
  if (batch.length > 0) yield { batch, progress: last }
}

async function storeAll(parts: readonly Piece[]): Promise<ReadPiece[]> {
  const read: ReadPiece[] = []
  for (let at = 0; at < parts.length; at += STORING) {
    const some = parts.slice(at, at + STORING)
    read.push(...(await Promise.all(some.map(async (part) => ({ part, stored: await storeOne(part) })))))
  }
  return read
}

/** What the file store does not take, such as what the virus scan finds, is a fault of the part alone. */
async function storeOne(part: Piece): Promise<StoredPiece | Fault> {
  try {
    return await part.store()
  } catch (error) {
    if (!(error instanceof Problem) || (error.kind !== 'invalid' && error.kind !== 'too_large')) throw error
    const [first = error] = error.fields
    return { reason: first.code, message: first.message }
  }
}

async function stage(
  running: Running,
  context: JobContext,
  staged: number,
  { read, progress }: Batch,
): Promise<boolean> {
  return step(running, context, async (work, row) => {
    if (row.documents !== staged) throw new Error('Another worker has taken over this spool.')
    const keys = [...new Set(read.flatMap(({ stored }) => (isFault(stored) ? [] : [stored.sha256])))].sort()
    await takeSharedLocks(work.tx, keys.map(blobLockName))
    await Promise.all(keys.map((key) => expectBlob(context.blobs, key)))
    const rows = await matchPieces(work, row, running.documentTypes, { position: staged + 1, parts: read })
    await insertDocuments(work.tx, work.client, row.project_id, rows)
    await countOutcomes(work.tx, work.client, row.id, { outcomes: countedIn(rows), parts: rows.length, progress })
  })
}

function countedIn(rows: readonly DocumentRow[]): OutcomeCounts {
  const counts: OutcomeCounts = {}
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** One transaction on a locked spool of an open project; false if the project is not open any more. */
async function step(
  { row: { id, project_id }, caller }: Running,
  { doWork }: JobContext,
  take: (work: Work, row: DistributionRow) => Promise<void>,
): Promise<boolean> {
  return doWork(caller, async (work) => {
    const project = await lockProject(work.tx, work.client, project_id)
    const row = await findDistribution(work.tx, work.client, id)
    if (!project || !isOpen(project) || !row || isDone(row)) return false
    await take(work, row)
    return true
  })
}

async function finish(work: Work, context: JobContext, row: DistributionRow, error: SpoolError | null): Promise<void> {
  work.renewNow() // reading may have taken long
  const finished = await markFinished(work.tx, work.client, { id: row.id, error, now: work.now })
  await notifyCompleted(work, context, finished)
  const project = await lockProject(work.tx, work.client, row.project_id)
  if (project) await settleProject(work, context, project)
}
