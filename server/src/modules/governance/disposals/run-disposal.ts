import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { makeCertificates } from './certificate/make-certificates.ts'
import { getStored } from './change-disposal.ts'
import { disposalCompleted, disposalFailed } from './events.ts'
import { gather } from './gather.ts'
import { RUN_DISPOSAL } from './job-names.ts'
import {
  countFailure,
  type DisposalRef,
  type DisposalRow,
  findDisposal,
  insertCertificate,
  lockDisposal,
  type NewCertificate,
  storeStatus,
} from './queries.ts'
import { recordDisposal } from './record-disposal.ts'
import { FilesKept, settleNextFiles } from './settle-files.ts'
import { systemCaller } from './system-caller.ts'
import { giveUpNext, takeAwayNext } from './take-away.ts'

/** Then another job goes on, so that other clients have their turn. */
const SLICE_MS = 60_000
const AFTER_BACKUP_MS = 60_000
const MAX_FAILURES = 5

/**
 * Brings a disposal forward, step by step, until people have to decide or it has ended. Each step is a transaction, or can be
 * done twice: a worker that is killed leaves nothing half done, and two workers do nothing twice.
 */
export async function runDisposal(context: JobContext, ref: DisposalRef): Promise<void> {
  const client: Client = { id: ref.client_id, languages: [] }
  const until = performance.now() + SLICE_MS
  try {
    while (await takeStep(context, client, ref.id)) {
      context.signal.throwIfAborted()
      if (performance.now() > until) return await goOnLater(context, ref)
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    if (error instanceof FilesKept) return goOnLater(context, ref, AFTER_BACKUP_MS)
    await context.doWork(systemCaller(client), (work) => noteFailure(work, ref.id))
    throw error
  }
}

async function goOnLater({ doWork, clock }: JobContext, ref: DisposalRef, delayMs = 0): Promise<void> {
  const startAt = delayMs === 0 ? null : new Date(clock.now().getTime() + delayMs)
  const client: Client = { id: ref.client_id, languages: [] }
  await doWork(systemCaller(client), async (work) => enqueue(work, RUN_DISPOSAL, ref, startAt))
}

/** Answers false when there is nothing to do. */
async function takeStep(context: JobContext, client: Client, id: string): Promise<boolean> {
  const { db, doWork } = context
  const caller = systemCaller(client)
  const row = await findDisposal(db, client, id)
  if (row?.status === 'gathering') {
    await doWork(caller, (work) => gather(work, id))
    return true
  }
  if (row?.status !== 'processing') return false
  if (await doWork(caller, (work) => takeAwayNext(work, context, id))) return true
  if (await settleNextFiles(context, client, row)) return true
  await complete(context, client, id)
  return false
}

async function complete(context: JobContext, client: Client, id: string): Promise<void> {
  const row = await findDisposal(context.db, client, id)
  // Employees whose erasure has not ended are still approved: their requests go on with the disposal.
  if (row?.status !== 'processing' || (row.resource_type === 'employee' && row.approved > 0)) return
  // The certificate says when the disposal ended.
  const now = context.clock.now()
  const certificates = isDestructive(row) ? await makeCertificates(context, client, { row, now }) : []
  await context.doWork(systemCaller(client), (work) => storeEnd(work, id, { certificates, now }))
}

/** What is in the trash is not destroyed. */
const isDestructive = ({ done, action }: DisposalRow) => done > 0 && action !== 'trash'

/** Once: of two workers who were as far, the first is right. */
async function storeEnd(
  work: Work,
  id: string,
  { certificates, now }: { certificates: readonly NewCertificate[]; now: Date },
): Promise<void> {
  const { tx, client } = work
  const row = await lockDisposal(tx, client, id)
  if (row?.status !== 'processing') return
  for (const certificate of certificates) await insertCertificate(tx, client, certificate)
  await storeStatus(tx, client, { id, status: 'completed', now })
  emit(work, disposalCompleted, await getStored(work, id))
  recordDisposal(work, id, { action: 'disposal.completed' })
}

/** An item that fails again and again is left out; where it is not an item, the disposal waits for a person. */
async function noteFailure(work: Work, id: string): Promise<void> {
  const { tx, client, now } = work
  const [counted] = await countFailure(tx, { client_id: client.id, id, now })
  if (!counted || counted.failures < MAX_FAILURES || (await giveUpNext(work, id))) return
  const row = await lockDisposal(tx, client, id)
  if (row?.status !== 'gathering' && row?.status !== 'processing') return
  await storeStatus(tx, client, { id, status: 'failed', now })
  emit(work, disposalFailed, await getStored(work, id))
  recordDisposal(work, id, { action: 'disposal.failed' })
}
