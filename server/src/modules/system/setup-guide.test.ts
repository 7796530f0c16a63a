import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
await anOrganization(service, { code: 'HQ' })
const managerWith = async (permissions: string[]) =>
  aManager(service, {
    profiles: [{ role: await aRole(service, { permissions }), organizations: ['HQ'], include_below: true }],
  })
const admin = as(`manager:${await managerWith(['*'])}`)
const look = async () => (await admin('GET', '/admin/setup_guide')).json()

describe('GET /admin/setup_guide', () => {
  test('200 tells which steps of the own client are done', async () => {
    const { aDocument } = filingCalls(service)
    await aDocument('employee', { application: 'rival' })
    const nothing = { company: true, people: false, document_types: false, upload: false, invitation: false }
    assert.deepEqual(await look(), nothing)

    const employee = await anEmployee(service, { organizations: ['HQ'] })
    assert.deepEqual(await look(), { ...nothing, people: true })
    await aDocument('employee')
    assert.deepEqual(await look(), { ...nothing, people: true, document_types: true, upload: true })
    await service.v2('PUT', `/accounts/employee:${employee}`, { body: {} })

    assert.deepEqual(new Set(Object.values(await look())), new Set([true]))
  })

  test('403 for managers who do not administer the service', async () => {
    const hr = as(`manager:${await managerWith(['employees:*', 'requests:*'])}`)

    assert.equal((await hr('GET', '/admin/setup_guide')).statusCode, 403)
  })
})
