import { emit } from '#kernel/events/define-event.ts'
import type { Eraser } from '#kernel/personal-data/eraser.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager, type RecordedActor } from '#modules/governance/acting-manager.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, notFound, Problem } from '#platform/problem.ts'
import { recordDeletion } from './ask.ts'
import { evaluate } from './evaluate.ts'
import { deletionCanceled, deletionConfirmed } from './events.ts'
import { RUN_DELETION } from './job-names.ts'
import { type NewModule, reopenModules, storeModules } from './module-queries.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, findDeletion, lockDeletion } from './queries.ts'
import type { DeletionChange, DeletionRequest, DeletionStatus } from './schemas.ts'
import { settleItem } from './settle-item.ts'
import { storeCancellation, storeConfirmation, storeRetry } from './step-queries.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000

/** A deletion request, locked until the transaction ends. */
export async function getLockedDeletion({ tx, client }: Work, id: string): Promise<DeletionRow> {
  const row = await lockDeletion(tx, client, id)
  if (!row) throw notFound('deletion request', id)
  return row
}

function expectStatus({ status }: DeletionRow, statuses: readonly DeletionStatus[]): void {
  if (statuses.includes(status)) return
  throw new Problem('malformed', 'invalid_state', `The deletion request is ${status}.`)
}

/** As it is stored now. */
export async function getStored({ tx, client }: Work, id: string): Promise<DeletionRow> {
  const row = await findDeletion(tx, client, id)
  if (!row) throw notFound('deletion request', id)
  return row
}

/** Decides that it goes, when the grace is over. */
export async function confirmDeletion(
  work: Work,
  erasers: readonly Eraser[],
  id: string,
  input: DeletionChange,
): Promise<DeletionRequest> {
  await getLockedDeletion(work, id)
  const by = await actingManager(work, input.actor_technical_id, 'deletion_requests:write')
  return confirm(work, erasers, id, by)
}

/** Holds and policies are asked again: they may keep less than when it was evaluated, or more. */
export async function confirm(
  work: Work,
  erasers: readonly Eraser[],
  id: string,
  by: RecordedActor,
): Promise<DeletionRequest> {
  const { tx, client, now } = work
  const row = await getLockedDeletion(work, id)
  expectStatus(row, ['evaluated'])
  const modules = await evaluate(work, erasers, row)
  refuseIfNothingGoes(modules)
  await storeModules(tx, client, id, modules)
  const due_at = new Date(now.getTime() + row.grace_days * A_DAY_MS)
  await storeConfirmation(tx, client, { id, by, now, due_at })
  const stored = await getStored(work, id)
  const deletion = presentDeletion(stored)
  emit(work, deletionConfirmed, deletion)
  recordDeletion(work, 'confirmed', stored, by)
  enqueue(work, RUN_DELETION, { client_id: client.id, id })
  return deletion
}

function refuseIfNothingGoes(modules: readonly NewModule[]): void {
  const reasons = new Set(modules.flatMap(({ kept }) => kept.map(({ reason }) => reason)))
  const isPersonHeld = modules.some(
    ({ module, kept }) => module === 'directory' && kept.some(({ reason }) => reason === 'legal_hold'),
  )
  if (!isPersonHeld && modules.some(({ status }) => status !== 'rejected')) return
  if (reasons.has('legal_hold')) {
    throw conflict('legal_hold', 'Nothing can be erased: a legal hold covers it. Confirm again once it is released.')
  }
  throw conflict('retention', 'Nothing can be erased: it must be kept until its time is over.')
}

/** Withdraws a request before anything went. */
export async function cancelDeletion(work: Work, id: string, input: DeletionChange): Promise<DeletionRequest> {
  const row = await getLockedDeletion(work, id)
  const by = await actingManager(work, input.actor_technical_id, 'deletion_requests:write')
  return cancel(work, row, { by, reason: input.reason ?? null })
}

type Cancellation = {
  by: RecordedActor
  reason: string | null
  /** What the disposal is told whose item the request is. */
  outcome?: { status: 'held' | 'not_due'; reason?: string; holds?: string[] }
}

/** The caller has locked the request. */
export async function cancel(
  work: Work,
  row: DeletionRow,
  { by, reason, outcome = { status: 'not_due', reason: 'canceled' } }: Cancellation,
): Promise<DeletionRequest> {
  const { tx, client, now } = work
  expectStatus(row, ['evaluated', 'confirmed', 'preparing', 'prepared'])
  await storeCancellation(tx, client, { id: row.id, by, now, reason })
  await settleItem(work, row, outcome)
  const stored = await getStored(work, row.id)
  const deletion = presentDeletion(stored)
  emit(work, deletionCanceled, deletion)
  recordDeletion(work, 'canceled', stored, by)
  return deletion
}

/** Goes on with a request that failed, where it was. */
export async function retryDeletion(work: Work, id: string, input: DeletionChange): Promise<DeletionRequest> {
  const { tx, client, now } = work
  const row = await getLockedDeletion(work, id)
  await actingManager(work, input.actor_technical_id, 'deletion_requests:write')
  expectStatus(row, ['failed'])
  await reopenModules(tx, { client_id: client.id, deletion_request_id: id, of_all: false })
  await storeRetry(tx, { client_id: client.id, id, status: resumedAt(row), now })
  enqueue(work, RUN_DELETION, { client_id: client.id, id })
  return presentDeletion(await getStored(work, id))
}

/** The step at which a request failed. */
function resumedAt({ processing_at, confirmed_at, access_package_id }: DeletionRow): DeletionStatus {
  if (processing_at) return 'processing'
  if (!confirmed_at) return 'evaluating'
  return access_package_id ? 'preparing' : 'confirmed'
}
