import type { DisposalAction } from '#kernel/disposer.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { presentPolicy } from '#modules/governance/policies/present.ts'
import { lockPolicies } from '#modules/governance/policies/put-policy.ts'
import { findPolicy, type PolicyRow } from '#modules/governance/policies/queries.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, invalid } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { disposalCreated } from './events.ts'
import { RUN_DISPOSAL } from './job-names.ts'
import { presentDisposal } from './present.ts'
import { findDisposal, hasOpenDisposal, insertDisposal, type NewDisposal } from './queries.ts'
import { recordDisposal } from './record-disposal.ts'
import type { Disposal, DisposalInput } from './schemas.ts'

/** Makes a disposal of what a policy decides and is due; a job gathers it. */
export async function makeDisposal(work: Work, input: DisposalInput): Promise<Disposal> {
  const created_by = await actingManager(work, input.actor_technical_id, 'disposals:write')
  await lockPolicies(work)
  const id = input.retention_policy_id
  const policy = await findPolicy(work.tx, work.client, id)
  if (!policy) throw invalid('retention_policy_id', 'unknown_retention_policy', `Retention policy ${id} not found.`)
  if (!policy.enabled) throw conflict('policy_disabled', `The retention policy ${id} is switched off.`)
  if (await hasOpenDisposal(work.tx, work.client, id)) {
    throw conflict('disposal_open', `A disposal of the policy ${id} is open already.`)
  }
  return storeDisposal(work, policy, { origin: work.actor.type === 'user' ? 'portal' : 'api', created_by })
}

/** The caller holds the lock of the policies, and knows that none is open. */
export async function storeDisposal(
  work: Work,
  policy: PolicyRow,
  { origin, created_by }: Pick<NewDisposal, 'origin' | 'created_by'>,
): Promise<Disposal> {
  const { tx, client, now } = work
  const id = uuidv7(now, work.nextPosition)
  await insertDisposal(tx, client, {
    id,
    retention_policy_id: policy.id,
    policy: presentPolicy(policy),
    resource_type: policy.resource_type,
    action: policy.action as DisposalAction,
    origin,
    needs_approval: policy.needs_approval,
    created_by,
    created_at: now,
  })
  const row = await findDisposal(tx, client, id)
  if (!row) throw new Error('The disposal that was just stored does not exist.')
  const disposal = presentDisposal(row)
  emit(work, disposalCreated, disposal)
  recordDisposal(work, id, {
    action: 'disposal.created',
    technicalId: created_by?.on_behalf_of?.technical_id,
    details: { retention_policy_id: policy.id },
  })
  enqueue(work, RUN_DISPOSAL, { client_id: client.id, id })
  return disposal
}
