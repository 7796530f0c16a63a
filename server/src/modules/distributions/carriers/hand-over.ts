import type { JobContext } from '#kernel/jobs.ts'
import type { Caller, Work } from '#kernel/work.ts'
import { findClient } from '#modules/clients/index.ts'
import { HAND_OVER, type HandOverRef } from '#modules/distributions/job-names.ts'
import { packagesZip } from '#modules/distributions/packages/packages-zip.ts'
import { completeProject } from '#modules/distributions/projects/lifecycle.ts'
import { findProject, getProjectRow, lockProject, type ProjectRow } from '#modules/distributions/projects/queries.ts'
import { nextTryAt } from '#modules/webhooks/index.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { TransferFailure } from '#platform/transfer/transfer-failure.ts'
import { uuidv7 } from '#platform/uuid.ts'
import {
  endHandOver,
  findHandOver,
  type HandOverRow,
  hasPackagesToSend,
  insertHandOver,
  keepReceipt,
  leavePackages,
  markAttempted,
  markForRetry,
  markSending,
  updatePackageStatus,
} from './hand-over-queries.ts'
import { findCarrierKind, getCarrier } from './queries.ts'
import { sendPackages } from './send-packages.ts'

/** A carrier that takes a byte now and then keeps a worker no longer than this. */
const MAX_SENDING_MS = 6 * 60 * 60 * 1000

/**
 * Starts the hand-over of the packages of a locked project to its carrier. False if there is no carrier: a manager
 * downloads them.
 */
export async function beginHandOver(work: Work, project: ProjectRow): Promise<boolean> {
  const { tx, client, now } = work
  if (!project.paper || !(await hasPackagesToSend(tx, client, project.id))) return false
  const kind = await findCarrierKind(tx, client, project.paper_code)
  if (kind === 'manual') return false
  await insertHandOver(tx, { client_id: client.id, project_id: project.id, id: uuidv7(now), kind, now })
  enqueue(work, HAND_OVER, { client_id: client.id, project_id: project.id, turn: 1 })
  return true
}

type Attempt = { ref: HandOverRef; caller: Caller; context: JobContext; deliveryId: string }

/** Hands the packages of a project over, once; a failure leaves a job that tries again later. */
export async function runHandOver(ref: HandOverRef, context: JobContext): Promise<void> {
  const attempt = await beginAttempt(ref, context)
  if (!attempt) return
  const { receipt, error } = await send(attempt)
  if (error === undefined) return recordSuccess(attempt, receipt)
  // The service stops; the job goes back into the queue, and the next worker starts from the beginning.
  if (context.signal.aborted) throw error
  await recordFailure(attempt, error)
  // A fault of our own is for the log. The job runs again and finds that its turn is over.
  if (!(error instanceof TransferFailure)) throw error
}

async function beginAttempt(ref: HandOverRef, context: JobContext): Promise<Attempt | undefined> {
  const found = await findClient(context.db, ref.client_id)
  if (!found) return undefined
  const client = { id: found.id, languages: found.languages }
  const validator = (await findProject(context.db, client, ref.project_id))?.validator
  if (!validator) return undefined
  const caller = { client, actor: validator }
  return context.doWork(caller, async (work) => {
    const locked = await lockPending(work, ref)
    if (!locked || locked.handOver.turn !== ref.turn) return undefined
    const { project, handOver } = locked
    const kind = await findCarrierKind(work.tx, client, project.paper_code)
    // The set-up says by now that a person takes the packages.
    if (kind === 'manual') return void (await endByHand(work, project, context))
    await markSending(work.tx, { client_id: client.id, project_id: project.id, kind, now: work.now })
    return { ref, caller, context, deliveryId: handOver.id }
  })
}

async function lockPending({ tx, client }: Work, { project_id }: HandOverRef) {
  const project = await lockProject(tx, client, project_id)
  const handOver = await findHandOver(tx, client, project_id)
  return project && handOver?.status === 'pending' ? { project, handOver } : undefined
}

async function send({ ref, caller, context, deliveryId }: Attempt) {
  const { db, keyring, blobs } = context
  const limit = AbortSignal.timeout(MAX_SENDING_MS)
  try {
    const project = await getProjectRow(db, caller.client, ref.project_id)
    const carrier = await getCarrier(db, keyring, caller.client, project.paper_code)
    if (carrier.kind === 'manual') throw new TransferFailure('rejected', 'The carrier was removed from the set-up.')
    const read = () => packagesZip(db, caller.client, { project, blobs, selection: 'sendable' })
    const signal = AbortSignal.any([context.signal, limit])
    const receipt = await sendPackages(carrier, { deliveryId, projectId: project.id, read }, { ...context, signal })
    return { receipt, error: undefined }
  } catch (error) {
    const isLate = limit.aborted && !context.signal.aborted
    return { receipt: null, error: isLate ? new TransferFailure('timed_out', 'The hand-over timed out.') : error }
  }
}

async function recordSuccess({ ref, caller, context }: Attempt, receipt: string | null): Promise<void> {
  await context.doWork(caller, async (work) => {
    const { tx, client, now } = work
    const project = await lockProject(tx, client, ref.project_id)
    const handOver = await findHandOver(tx, client, ref.project_id)
    // Whatever was decided meanwhile: the carrier has the packages.
    if (!project || !handOver || handOver.status === 'handed_over') return
    await keepReceipt(tx, { client_id: client.id, project_id: project.id, receipt, now })
    await endHandOver(tx, client, { projectId: project.id, status: 'handed_over', now })
    await updatePackageStatus(tx, { client_id: client.id, project_id: project.id, status: 'handed_over' })
    if (project.status === 'delivering') await completeProject(work, project, context)
  })
}

async function recordFailure({ ref, caller, context }: Attempt, error: unknown): Promise<void> {
  const { code, message, answer } = toFailure(error)
  await context.doWork(caller, async (work) => {
    const { tx, client, now } = work
    const locked = await lockPending(work, ref)
    if (!locked || locked.handOver.turn !== ref.turn) return
    const attempts = locked.handOver.attempts + 1
    await markAttempted(tx, { client_id: client.id, project_id: ref.project_id, attempts, failure: code, message, now })
    const next = nextTryAt({ tries: attempts, status: answer.status, retryAfter: answer.retryAfter }, now)
    if (next) {
      await scheduleRetry(work, ref.project_id, locked.handOver, { attempts, at: next })
    } else {
      await endHandOver(tx, client, { projectId: ref.project_id, status: 'failed', now })
      await updatePackageStatus(tx, { client_id: client.id, project_id: ref.project_id, status: 'failed' })
    }
  })
}

function toFailure(error: unknown): TransferFailure {
  if (error instanceof TransferFailure) return error
  return new TransferFailure('incomplete', 'The packages could not be read; see the log of the service.')
}

/** Tries again at that time; what was to be tried before is not. The project is locked. */
export async function scheduleRetry(
  work: Work,
  projectId: number,
  { turn }: HandOverRow,
  { attempts, at }: { attempts: number; at: Date },
): Promise<void> {
  const { tx, client } = work
  await markForRetry(tx, client, { projectId, attempts, at })
  enqueue(work, HAND_OVER, { client_id: client.id, project_id: projectId, turn: turn + 1 }, at)
}

/** The carrier is not tried any more: a person takes care of the packages. The project is locked. */
export async function endByHand(
  work: Work,
  project: ProjectRow,
  deps: Pick<JobContext, 'publicUrl'>,
): Promise<ProjectRow> {
  const { tx, client, now } = work
  await endHandOver(tx, client, { projectId: project.id, status: 'by_hand', now })
  await leavePackages(tx, { client_id: client.id, project_id: project.id })
  return completeProject(work, project, deps)
}
