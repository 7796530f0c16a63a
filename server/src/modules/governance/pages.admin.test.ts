import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { as } = portalCalls(service)

const top = await anOrganization(service, { code: 'HQ' })
const managerWith = async (permissions: string[], owner?: typeof globex) => {
  const given = owner ? { owner } : {}
  const role = await aRole(service, { permissions, ...given })
  const organization = owner ? await anOrganization(service, given) : top
  const profiles = [{ role, organizations: [organization], include_below: true }]
  return as(`manager:${await aManager(service, { profiles, ...given })}`, owner ? 'globex' : 'acme')
}
const admin = await managerWith(['*'])
const theirs = await managerWith(['*'], globex)

describe('GET /admin/deletion_requests/counts', () => {
  const counts = async (call = admin) => (await call('GET', '/admin/deletion_requests/counts')).json()
  const total = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0)

  test('200 counts the requests of the client by their status', async () => {
    const before = await counts()
    const resource_id = await anEmployee(service, { organizations: [top] })
    const asked = await v2('POST', '/deletion_requests', { body: { resource_type: 'employee', resource_id } })
    assert.equal(asked.statusCode, 201, asked.body)

    const after = await counts()

    const { status } = asked.json()
    assert.equal(after[status], before[status] + 1)
    assert.equal(total(after), total(before) + 1)
    assert.equal(after.canceled, 0)
    assert.equal(total(await counts(theirs)), 0)
  })

  test('403 without the permission', async () => {
    const other = await managerWith(['disposals:read'])
    assert.equal((await other('GET', '/admin/deletion_requests/counts')).statusCode, 403)
    assert.equal((await as(undefined)('GET', '/admin/deletion_requests/counts')).statusCode, 401)
  })
})

describe('GET /admin/access_packages/names', () => {
  const names = (ids: readonly string[], call = admin) => call('GET', `/admin/access_packages/names?ids=${ids.join()}`)
  const made = async () => {
    const employee_technical_id = await anEmployee(service, {
      organizations: [top],
      first_name: 'Ada',
      last_name: 'Moreau',
    })
    const answer = await v2('POST', '/access_packages', { body: { employee_technical_id } })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id as string
  }

  test('200 names the employees of packages, of this client alone', async () => {
    const ids = [await made(), await made()]

    const answer = await names(ids)

    assert.equal(answer.statusCode, 200, answer.body)
    const named = answer.json().toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
    assert.deepEqual(
      named,
      ids.toSorted().map((id) => ({ id, name: 'Ada Moreau' })),
    )
    assert.deepEqual((await names(ids, theirs)).json(), [])
  })

  test('200 with nobody for those who may not read employees', async () => {
    const other = await managerWith(['access_packages:read'])
    assert.deepEqual((await names([await made()], other)).json(), [])
  })

  test('refuses what is no list of ids, and those without the permission', async () => {
    assert.ok([400, 422].includes((await names(['E-1'])).statusCode))
    assert.equal((await names(['0'.repeat(36)])).json().length, 0)
    const other = await managerWith(['disposals:read'])
    assert.equal((await names(['0'.repeat(36)], other)).statusCode, 403)
  })
})
