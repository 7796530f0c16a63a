import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Eraser } from '#kernel/personal-data/eraser.ts'
import type { Client, Work } from '#kernel/work.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { Problem } from '#platform/problem.ts'
import { recordDeletion } from './ask.ts'
import { beginErasure } from './begin-erasure.ts'
import { cancel, confirm, getLockedDeletion, getStored } from './decide.ts'
import { evaluate } from './evaluate.ts'
import { deletionCompleted, deletionFailed } from './events.ts'
import { RUN_DELETION } from './job-names.ts'
import { type NewReport, storeModules, storeReport } from './module-queries.ts'
import { PackageBeingMade, prepare } from './prepare.ts'
import { presentDeletion } from './present.ts'
import { failIfStuck, noteModuleFailure, processNext } from './process-module.ts'
import { type DeletionRef, type DeletionRow, findDeletion, lockDeletion } from './queries.ts'
import { makeReports } from './report/make-reports.ts'
import { forgetResources } from './resource-queries.ts'
import { FilesKept, settleFiles } from './settle-files.ts'
import { settleItem } from './settle-item.ts'
import { countFailure, moveDeletion, storeCompletion, storeError } from './step-queries.ts'

/** Then another job goes on, so that other clients have their turn. */
const SLICE_MS = 60_000
const AFTER_BACKUP_MS = 60_000
const MAX_FAILURES = 5

/**
 * Brings a deletion request forward, step by step, until somebody has to decide, its time has to come, or it has ended. Each step
 * is a transaction, or can be done twice: a worker that is killed leaves nothing half done, and two workers do nothing twice.
 */
export async function runDeletion(context: JobContext, ref: DeletionRef): Promise<void> {
  const client: Client = { id: ref.client_id, languages: [] }
  const until = performance.now() + SLICE_MS
  try {
    while (await takeStep(context, client, ref.id)) {
      context.signal.throwIfAborted()
      if (performance.now() > until) return await goOnLater(context, ref)
    }
  } catch (error) {
    if (error instanceof FilesKept || error instanceof PackageBeingMade) {
      return await goOnLater(context, ref, new Date(context.clock.now().getTime() + AFTER_BACKUP_MS))
    }
    // A service that stops is no failure: the next worker goes on.
    if (!context.signal.aborted) await context.doWork(systemCaller(client), (work) => noteFailure(work, ref.id))
    throw error
  }
}

async function goOnLater({ doWork }: JobContext, ref: DeletionRef, startAt: Date | null = null): Promise<void> {
  const client: Client = { id: ref.client_id, languages: [] }
  await doWork(systemCaller(client), async (work) => enqueue(work, RUN_DELETION, ref, startAt))
}

/** Answers false when there is nothing to do now. */
async function takeStep(context: JobContext, client: Client, id: string): Promise<boolean> {
  const { db, doWork } = context
  const caller = systemCaller(client)
  const row = await findDeletion(db, client, id)
  switch (row?.status) {
    case 'evaluating':
      return doWork(caller, (work) => storeEvaluation(work, context, id))
    case 'confirmed':
    case 'preparing':
    case 'prepared':
      if (await prepare(context, client, row)) return true
      if (await doWork(caller, (work) => beginErasure(work, id))) return true
      if (row.due_at && row.status !== 'preparing' && row.due_at > context.clock.now()) {
        await goOnLater(context, { client_id: client.id, id }, row.due_at)
      }
      return false
    case 'processing':
      if (await doWork(caller, (work) => processNext(work, context, id))) return true
      if (await settleFiles(context, client, id)) return true
      if (await doWork(caller, (work) => failIfStuck(work, id))) return false
      await complete(context, client, id)
      return false
    default:
      return false
  }
}

async function storeEvaluation(work: Work, { erasers }: JobContext, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'evaluating') return false
  await storeModules(tx, client, id, await evaluate(work, erasers, row))
  await moveDeletion(tx, client, { id, status: 'evaluated', now })
  if (row.origin !== 'retention') return false
  await confirmByRetention(work, erasers, id)
  return true
}

/** A disposal was approved already; what keeps the employee since, keeps the item. */
async function confirmByRetention(work: Work, erasers: readonly Eraser[], id: string): Promise<void> {
  const by = { ...work.actor, on_behalf_of: null }
  try {
    await confirm(work, erasers, id, by)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error
    const row = await getLockedDeletion(work, id)
    await cancel(work, row, { by, reason: null, outcome: heldBy(row) })
  }
}

/** What a disposal is told of an employee who stays. */
function heldBy({ modules }: DeletionRow): { status: 'held' | 'not_due'; holds?: string[] } {
  const holds = modules.flatMap(({ kept }) => kept.flatMap(({ legal_hold_ids }) => legal_hold_ids))
  return holds.length > 0 ? { status: 'held', holds: [...new Set(holds)].toSorted() } : { status: 'not_due' }
}

async function complete(context: JobContext, client: Client, id: string): Promise<void> {
  const row = await findDeletion(context.db, client, id)
  if (row?.status !== 'processing') return
  // The report says when the erasure ended.
  const now = context.clock.now()
  const outcome = row.modules.some(({ kept }) => kept.length > 0) ? 'partial' : 'complete'
  const reports = await makeReports(context, client, { row: asEnded(row, { outcome, now }), now })
  await context.doWork(systemCaller(client), (work) => storeEnd(work, id, { outcome, reports, now }))
}

type Outcome = 'partial' | 'complete'

/** Whether the person is erased: a hold on the employee may have come in between. */
const isErased = ({ modules, resource_type }: DeletionRow) =>
  resource_type !== 'employee' ||
  !modules.some(({ module, kept }) => module === 'directory' && kept.some(({ reason }) => reason === 'legal_hold'))

/** As the record will be. */
function asEnded(row: DeletionRow, { outcome, now }: { outcome: Outcome; now: Date }): DeletionRow {
  const ended = { ...row, status: 'completed' as const, outcome, completed_at: now }
  if (!isErased(row)) return ended
  const resource_id = row.resource_type === 'employee' ? (row.pseudonym ?? row.resource_id) : row.resource_id
  return { ...ended, resource_id, resource_name: null, reason: null, notification_recipient: null }
}

/** Once: of two workers who were as far, the first is right. */
async function storeEnd(
  work: Work,
  id: string,
  { outcome, reports, now }: { outcome: Outcome; reports: readonly NewReport[]; now: Date },
): Promise<void> {
  const { tx, client } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'processing') return
  for (const report of reports) await storeReport(tx, client, id, report)
  await storeCompletion(tx, { client_id: client.id, id, outcome, is_erased: isErased(row), now })
  if (row.completed_at === null) await settleItem(work, row, { status: 'done' })
  await forgetResources(tx, { client_id: client.id, deletion_request_id: id })
  const stored = await getStored(work, id)
  // One that went on later, and has not ended yet, has told of it already.
  if (row.completed_at === null || outcome === 'complete') emit(work, deletionCompleted, presentDeletion(stored))
  if (row.completed_at === null || outcome === 'complete') recordDeletion(work, 'completed', stored)
  if (row.resource_type === 'employee' && isErased(row) && row.completed_at === null) {
    const resource = { type: 'employee', id: row.identity?.core_uuid ?? null }
    recordAudit(work, { action: 'employee.erased', resource, details: { outcome, deletion_request: id } })
  }
}

/** After a few failures, the request waits for a person. */
async function noteFailure(work: Work, id: string): Promise<void> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (!row || ['canceled', 'completed', 'failed', 'evaluated'].includes(row.status)) return
  if (row.status === 'processing' && row.modules.some(({ status }) => status === 'allowed')) {
    return noteModuleFailure(work, id)
  }
  const [counted] = await countFailure(tx, { client_id: client.id, id, now })
  if (!counted || counted.failures < MAX_FAILURES) return
  await storeError(tx, { client_id: client.id, id, error: 'internal_error', now })
  const stored = await getStored(work, id)
  emit(work, deletionFailed, presentDeletion(stored))
  recordDeletion(work, 'failed', stored)
}
