import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, notFound, Problem } from '#platform/problem.ts'
import { disposalCanceled } from './events.ts'
import { RUN_DISPOSAL } from './job-names.ts'
import { presentDisposal } from './present.ts'
import { type DisposalRow, findDisposal, hasOpenDisposal, lockDisposal, storeStatus } from './queries.ts'
import { recordDisposal } from './record-disposal.ts'
import type { ChangeInput, Disposal, DisposalStatus } from './schemas.ts'

/** A disposal, locked until the transaction ends. */
export async function getLockedDisposal({ tx, client }: Work, id: string): Promise<DisposalRow> {
  const row = await lockDisposal(tx, client, id)
  if (!row) throw notFound('disposal', id)
  return row
}

export function expectStatus({ status }: DisposalRow, statuses: readonly DisposalStatus[]): void {
  if (statuses.includes(status)) return
  throw new Problem('malformed', 'invalid_state', `The disposal is ${status.replaceAll('_', ' ')}.`)
}

export async function getStored({ tx, client }: Work, id: string): Promise<Disposal> {
  const row = await findDisposal(tx, client, id)
  if (!row) throw notFound('disposal', id)
  return presentDisposal(row)
}

/** Lets everything go that was gathered; what is due comes again in another disposal. */
export async function cancelDisposal(work: Work, id: string, input: ChangeInput): Promise<Disposal> {
  const { tx, client, now } = work
  const row = await getLockedDisposal(work, id)
  await actingManager(work, input.actor_technical_id, 'disposals:write')
  expectStatus(row, ['gathering', 'waiting_for_approval'])
  await storeStatus(tx, client, { id, status: 'canceled', now })
  const disposal = await getStored(work, id)
  emit(work, disposalCanceled, disposal)
  recordDisposal(work, id, { action: 'disposal.canceled', technicalId: input.actor_technical_id })
  return disposal
}

/** Goes on with a disposal that failed, where it was. */
export async function retryDisposal(work: Work, id: string, input: ChangeInput): Promise<Disposal> {
  const { tx, client, now } = work
  const row = await getLockedDisposal(work, id)
  await actingManager(work, input.actor_technical_id, 'disposals:write')
  expectStatus(row, ['failed'])
  if (await hasOpenDisposal(tx, client, row.retention_policy_id)) {
    throw conflict('disposal_open', `A disposal of the policy ${row.retention_policy_id} is open already.`)
  }
  await storeStatus(tx, client, { id, status: row.gathered_at ? 'processing' : 'gathering', now })
  enqueue(work, RUN_DISPOSAL, { client_id: client.id, id })
  return getStored(work, id)
}
