import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

/*
 * What an explanation, a simulation or a policy may tell of what its reader may not see, and what it may change.
 */

const service = await startApp()
const { v2, db } = service
const { as } = portalCalls(service)
const { aDocument } = filingCalls(service)
const { written } = noteCalls(service)
const { made } = requestCalls(service)
const { placed } = holdCalls(service)
const { bodyOf, stored } = policyCalls(service)

await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'PAR', parent: 'HQ' })
const filters = [{ code: 'site', name: 'Site', type: 'list' as const, values: ['north', 'south'] }]
const document_type_code = await aDocumentType(service, { filters })
const employee = await anEmployee(service, { organizations: ['PAR'] })
const site = { document_type_code, filter_code: 'site', values: ['north'] }
await aRole(service, { code: 'everything' })
await aRole(service, { code: 'reading', permissions: ['employee_documents:read', 'notes:read', 'requests:read'] })
const profile = (role: string, organization = 'HQ', access_restrictions: (typeof site)[] = []) => ({
  profiles: [{ role, organizations: [organization], include_below: true, access_restrictions }],
})
const all = as(`manager:${await aManager(service, profile('everything'))}`)
const north = as(`manager:${await aManager(service, profile('everything', 'HQ', [site]))}`)
const paris = as(`manager:${await aManager(service, profile('everything', 'PAR'))}`)
const reader = as(`manager:${await aManager(service, profile('reading'))}`)
const other = as(`manager:${await aManager(service, { profiles: [] })}`)

const document = await aDocument('employee', {
  employee_technical_id: employee,
  document_type_code,
  document_type_filters: { site: 'south' },
})
const hold = await placed({ document_ids: [document.id] }, { name: 'Secret matter' })
const explain = `/admin/employee_documents/${document.id}/retention`

describe('explanations for administrators', () => {
  test('are for those who may see the document, and name holds to those who may see holds', async () => {
    const [whole, without] = [await all('GET', explain), await reader('GET', explain)]

    assert.deepEqual([whole.statusCode, whole.json().holds[0].name], [200, 'Secret matter'])
    assert.deepEqual([without.statusCode, without.json().holds[0].id], [200, hold.id])
    assert.ok(!without.body.includes('Secret matter'))
  })

  test('403 for managers of a part, without roles or with restrictions, for employees and without a session', async () => {
    for (const call of [paris, other, north, as(`employee:${employee}`)]) {
      const answer = await call('GET', explain)
      assert.equal(answer.statusCode, 403, answer.body)
      assert.ok(!answer.body.includes('Secret matter'))
    }
    assert.equal((await as(undefined)('GET', explain)).statusCode, 401)
  })

  test('404 for a restricted note and a hidden request that are for others', async () => {
    const someone = await aManager(service, profile('everything'))
    const restricted = await written('employees', {
      employee_technical_id: employee,
      visible_by_managers: [someone],
    })
    const open = await written('employees', { employee_technical_id: employee })
    const hidden = await made({
      creator_technical_id: someone,
      employee_technical_id: employee,
      visible_to_employee: 'false',
    })
    const status = async (call: typeof all, path: string) => (await call('GET', `/admin/${path}/retention`)).statusCode

    assert.deepEqual(
      [await status(as(`manager:${someone}`), `notes/${restricted}`), await status(reader, `notes/${restricted}`)],
      [200, 404],
    )
    assert.equal(await status(reader, `notes/${open}`), 200)
    assert.deepEqual(
      [await status(all, `requests/${hidden.id}`), await status(reader, `requests/${hidden.id}`)],
      [200, 404],
    )
  })
})

describe('policies', () => {
  test('are changed and simulated by administrators with the permission for the whole client only', async () => {
    const id = await stored({ enabled: false })
    for (const call of [paris, reader, other, as(`employee:${employee}`)]) {
      for (const answer of [
        await call('GET', '/admin/retention_policies'),
        await call('PUT', `/admin/retention_policies/${unique('rp')}`, { body: bodyOf() }),
        await call('DELETE', `/admin/retention_policies/${id}`),
        await call('POST', '/admin/retention_policies/simulate', { body: bodyOf() }),
        await call('GET', `/admin/retention_policies/${id}/simulation`),
      ]) {
        assert.equal(answer.statusCode, 403, answer.body)
      }
    }
    const own = await all('PUT', `/admin/retention_policies/${unique('rp')}`, { body: bodyOf({ enabled: false }) })
    assert.deepEqual([own.statusCode, own.json().origin], [201, 'portal'])
  })

  test('simulations do not name items to administrators whose roles restrict documents', async () => {
    const body = bodyOf({ filters: { document_type_codes: [document_type_code] }, trigger: { event: 'created' } })

    const [whole, restricted] = [
      await all('POST', '/admin/retention_policies/simulate', { body }),
      await north('POST', '/admin/retention_policies/simulate', { body }),
    ]

    assert.deepEqual(whole.json().sample_ids, [document.id])
    assert.deepEqual([restricted.json().total, restricted.json().sample_ids], [1, []])
  })

  test('quote what they name as values only', async () => {
    const hostile = "'; DROP TABLE retention_policies; --"
    for (const over of [
      { filters: { custom_fields: { [hostile]: [hostile] } } },
      { filters: { organization_codes: [hostile] } },
      { trigger: { event: 'employee_custom_field', code: hostile } },
      { delay: hostile },
    ]) {
      const answer = await v2('POST', '/retention_policies/simulate', { body: bodyOf(over) })
      assert.equal(answer.statusCode, 422, answer.body)
    }
    const field = "grade') OR true --"
    const named = await v2('PUT', `/custom_fields/${encodeURIComponent(field)}`, {
      body: { name: 'A', type: 'string' },
    })
    if (named.statusCode === 201) {
      const found = await v2('POST', '/retention_policies/simulate', {
        body: bodyOf({ filters: { custom_fields: { [field]: [hostile] } } }),
      })
      assert.deepEqual([found.statusCode, found.json().matched], [200, 0])
    }
    assert.ok((await db.selectFrom('retention_policies').selectAll().execute()).length > 0)
  })
})
