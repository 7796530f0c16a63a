import assert from 'node:assert/strict'
import type { LegalHold, ScopeInput } from '#modules/governance/holds/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

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
