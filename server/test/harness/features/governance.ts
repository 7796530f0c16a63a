import assert from 'node:assert/strict'
import { runDisposals } from '#modules/governance/disposals/jobs.ts'
import type { Disposal, DisposalItem } from '#modules/governance/disposals/schemas.ts'
import { finishDeletions, runDeletions } from '#modules/governance/erasure/jobs.ts'
import type { DeletionRequest, DeletionRequestInput } from '#modules/governance/erasure/schemas.ts'
import type { LegalHold, ScopeInput } from '#modules/governance/holds/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'

/** The organization above all others of the client acme. */
export async function topOrganization({ pool }: Pick<TestApp, 'pool'>): Promise<string> {
  const { rows } = await pool.query(
    `SELECT code FROM organizations WHERE client_id = 'acme' AND parent_key IS NULL ORDER BY created_at, key LIMIT 1`,
  )
  return rows[0].code
}

/** Calls about legal holds of the client acme. */
export function holdCalls({ v2 }: Pick<TestApp, 'v2'>) {
  const place = (scope: ScopeInput | undefined, over: object = {}) =>
    v2('POST', '/legal_holds', { body: { name: unique('Matter'), reason: 'A dispute', scope, ...over } })

  /** A hold that is placed. */
  async function placed(scope: ScopeInput, over: object = {}): Promise<LegalHold> {
    const answer = await place(scope, over)
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json()
  }

  const release = (id: string, body: object = { reason: 'Settled' }) =>
    v2('POST', `/legal_holds/${id}/release`, { body })

  /** What a hold covers, as `type id`. */
  async function covered(id: string): Promise<string[]> {
    const items: { resource_type: string; resource_id: string }[] = (await v2('GET', `/legal_holds/${id}/items`)).json()
    return items.map(({ resource_type, resource_id }) => `${resource_type} ${resource_id}`).toSorted()
  }

  return { place, placed, release, covered }
}

/** Calls about retention policies of the client acme. */
export function policyCalls({ v2 }: Pick<TestApp, 'v2'>) {
  const POLICY = { resource_type: 'employee_document', trigger: { event: 'created' }, delay: 'P0D', action: 'delete' }
  const bodyOf = (over: object = {}) => ({ name: unique('Policy'), ...POLICY, ...over })
  const put = (id: string, over: object = {}) => v2('PUT', `/retention_policies/${id}`, { body: bodyOf(over) })

  /** A policy that is stored; answers its id. */
  async function stored(over: object = {}): Promise<string> {
    const id = unique('rp')
    const answer = await put(id, over)
    assert.equal(answer.statusCode, 201, answer.body)
    return id
  }

  return { bodyOf, put, stored }
}

/** Calls about disposals of the client acme, and their job. */
export function disposalCalls(service: TestApp) {
  const { v2 } = service
  const { stored } = policyCalls(service)

  /** A policy on the employee documents of an organization, due at once and without approval unless said otherwise. */
  const aPolicy = (organization: string, over: object = {}) =>
    stored({ filters: { organization_codes: [organization] }, needs_approval: 0, ...over })

  const make = (retention_policy_id: string, over: object = {}) =>
    v2('POST', '/disposals', { body: { retention_policy_id, ...over } })

  const run = (id: string, context: TestApp = service) => runJob(context, runDisposals, { client_id: 'acme', id })

  const read = async (id: string): Promise<Disposal> => (await v2('GET', `/disposals/${id}`)).json()

  /** A disposal, as far as it gets by itself. */
  async function made(policy: string): Promise<Disposal> {
    const answer = await make(policy)
    assert.equal(answer.statusCode, 201, answer.body)
    await run(answer.json().id)
    return read(answer.json().id)
  }

  const items = async (id: string, query = ''): Promise<DisposalItem[]> =>
    (await v2('GET', `/disposals/${id}/items${query}`)).json()

  const decide = (id: string, verb: 'approve' | 'reject' | 'cancel' | 'retry', body: object = {}) =>
    v2('POST', `/disposals/${id}/${verb}`, { body })

  return { aPolicy, make, made, run, read, items, decide }
}

/** Calls about deletion requests of the client acme, and their jobs. */
export function deletionCalls(service: TestApp) {
  const { v2 } = service

  /** Of employees, without a package and a grace unless said otherwise, and asked for by themselves. */
  const ask = (resource_type: string, resource_id: string, over: Partial<DeletionRequestInput> = {}) =>
    v2('POST', '/deletion_requests', {
      body: {
        resource_type,
        resource_id,
        ...(resource_type === 'employee' ? { grace_days: 0, send_package: false, requested_by_employee: true } : {}),
        ...over,
      },
    })

  const run = (id: string, context: TestApp = service) => runJob(context, runDeletions, { client_id: 'acme', id })
  const finish = () => runJob(service, finishDeletions, {})
  const read = async (id: string): Promise<DeletionRequest> => (await v2('GET', `/deletion_requests/${id}`)).json()
  const act = (id: string, verb: 'confirm' | 'cancel' | 'retry', body: object = {}) =>
    v2('POST', `/deletion_requests/${id}/${verb}`, { body })

  /** A request that is evaluated. */
  async function evaluated(
    type: string,
    resource: string,
    over?: Partial<DeletionRequestInput>,
  ): Promise<DeletionRequest> {
    const answer = await ask(type, resource, over)
    assert.equal(answer.statusCode, 201, answer.body)
    const { id } = answer.json()
    await run(id)
    return read(id)
  }

  /** From the asking to the end. */
  async function erased(
    type: string,
    resource: string,
    over?: Partial<DeletionRequestInput>,
  ): Promise<DeletionRequest> {
    const { id } = await evaluated(type, resource, over)
    const answer = await act(id, 'confirm')
    assert.equal(answer.statusCode, 200, answer.body)
    await run(id)
    return read(id)
  }

  return { ask, run, finish, read, act, evaluated, erased }
}
