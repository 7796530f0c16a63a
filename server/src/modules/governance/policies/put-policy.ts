import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { lockDirectoryShared } from '#modules/directory/index.ts'
import { hasOpenDisposal } from '#modules/governance/disposals/queries.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { conflict, invalid, notFound } from '#platform/problem.ts'
import { searchText } from '#platform/text/search-text.ts'
import { retentionPolicyCreated, retentionPolicyDeleted } from './events.ts'
import { presentPolicy } from './present.ts'
import { countPolicies, deletePolicyRow, findPolicy, type PolicyRow, storePolicy } from './queries.ts'
import { recordPolicy } from './record-policy.ts'
import { resolvePolicy } from './resolve-policy.ts'
import type { RetentionPolicy, RetentionPolicyInput } from './schemas.ts'

/** All of a resource type are looked at together whenever one decides. */
const MAX_POLICIES = 500

const ORIGINS = { application: 'api', user: 'portal', system: 'setup', employee: 'portal' } as const

/** Keeps the policies of a client, and the organizations and fields that they name, as they are until the work ends. */
export async function lockPolicies(work: Work): Promise<void> {
  await lockDirectoryShared(work)
  await takeLock(work.tx, `retention policies ${work.client.id}`)
}

export async function putPolicy(
  work: Work,
  id: string,
  input: RetentionPolicyInput,
): Promise<{ item: RetentionPolicy; outcome: Outcome }> {
  await lockPolicies(work)
  const before = await getChangeable(work, id)
  refuseOtherType(before, input)
  const row = await rowOf(work, id, input, before)
  if (before && isDeepStrictEqual(row, before)) return { item: presentPolicy(before), outcome: 'unchanged' }
  if (!before && (await countPolicies(work.tx, work.client)) >= MAX_POLICIES) {
    throw conflict('too_many_retention_policies', `A client can have at most ${MAX_POLICIES} retention policies.`)
  }
  const after = { ...row, updated_at: work.now }
  await storePolicy(work.tx, work.client, { ...after, search_text: searchText([id, row.name]) })
  const item = presentPolicy(after)
  if (!before) emit(work, retentionPolicyCreated, item)
  recordPolicy(work, id, { before: before && presentPolicy(before), after: item })
  return { item, outcome: before ? 'updated' : 'created' }
}

export async function patchPolicy(
  work: Work,
  id: string,
  input: Partial<RetentionPolicyInput>,
): Promise<RetentionPolicy> {
  await lockPolicies(work)
  const before = await getChangeable(work, id)
  if (!before) throw notFound('retention policy', id)
  return (await putPolicy(work, id, { ...presentPolicy(before), ...input })).item
}

export async function deletePolicy(work: Work, id: string): Promise<void> {
  await lockPolicies(work)
  const before = await getChangeable(work, id)
  if (!before) throw notFound('retention policy', id)
  if (await hasOpenDisposal(work.tx, work.client, id)) {
    throw conflict('disposal_open', `A disposal of the policy ${id} is open; cancel it, or let it end.`)
  }
  await deletePolicyRow(work.tx, work.client, id)
  emit(work, retentionPolicyDeleted, presentPolicy(before))
  recordPolicy(work, id, { before: presentPolicy(before), after: undefined })
}

/** What a policy is about never changes. */
export function refuseOtherType(before: PolicyRow | undefined, { resource_type }: RetentionPolicyInput): void {
  if (!before || before.resource_type === resource_type) return
  throw invalid('resource_type', 'unchangeable', `This is a policy of the type ${before.resource_type}.`)
}

/** The policy of a document type changes with the type only. */
async function getChangeable({ tx, client }: Work, id: string): Promise<PolicyRow | undefined> {
  const policy = await findPolicy(tx, client, id)
  if (policy?.origin === 'document_type') {
    throw conflict('defined_by_type', `The policy ${id} is the retention of a document type; change it there.`)
  }
  if (!policy && id.startsWith('type:')) throw notFound('retention policy', id)
  return policy
}

/** The policy that an input describes. */
async function rowOf(
  work: Work,
  id: string,
  input: RetentionPolicyInput,
  before: PolicyRow | undefined,
): Promise<PolicyRow> {
  const { name, enabled = true, resource_type, delay, action, legal_basis = '', needs_approval = 1 } = input
  return {
    id,
    name,
    enabled,
    resource_type,
    ...(await resolvePolicy(work.tx, work.client, input)),
    delay,
    action,
    legal_basis,
    needs_approval,
    protects: input.protects ?? false,
    origin: before?.origin ?? ORIGINS[work.actor.type],
    created_at: before?.created_at ?? work.now,
    updated_at: before?.updated_at ?? work.now,
  }
}
