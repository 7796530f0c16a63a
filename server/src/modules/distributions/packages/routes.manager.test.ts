import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { withDistribution } from '#test/harness/features/distributions.ts'
import { aCarrierRoot, paperOf } from '#test/harness/features/paper.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { aPaper, people, delivered, handOver } = await paperOf(service)
const { root } = await aCarrierRoot()

await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'PAR', parent: 'HQ' })
const everything = await aRole(service)
const reading = await aRole(service, { permissions: ['distributions:read'] })
const other = await aRole(service, { permissions: ['employees:*'] })
const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
await aManager(service, { technical_id: 'BOSS', profiles: profile(everything, 'HQ') })
await aManager(service, { technical_id: 'PAY', first_name: 'Max', profiles: profile(everything, 'PAR') })
await aManager(service, { technical_id: 'READ', profiles: profile(reading, 'HQ') })
await aManager(service, { technical_id: 'NONE', profiles: profile(other, 'HQ') })
await aManager(service, { technical_id: 'ELSE', profiles: profile(everything, 'PAR') })
await withDistribution(service, { groups: [{ code: 'paris', managers: ['PAY', 'READ'] }] })
const pay = as('manager:PAY')
const reader = as('manager:READ')
const none = as('manager:NONE')
const stranger = as('manager:ELSE')
const paris = { group: 'paris' }
const path = (id: number, under = '') => `/manager/distributions/${id}${under}`

describe('the paper of a project, for managers', () => {
  test('200 tells how the hand-over does and what the next step is, from attempt to attempt', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(2, 1), paris)
    const seen = async () => {
      const { next_step, status, hand_over, packages } = (await pay('GET', path(id))).json()
      return [next_step, status, hand_over.status, packages.prepared, packages.handed_over, packages.failed]
    }
    const before = await seen()
    await handOver(id)
    const failedOnce = await seen()
    for (let attempt = 0; attempt < 10; attempt += 1) await handOver(id)
    const failed = await seen()

    const answer = await pay('POST', path(id, '/hand_over'), { body: {} })
    await handOver(id, root)

    assert.deepEqual(before, ['wait_for_carrier', 'delivering', 'pending', 1, 0, 1])
    assert.deepEqual(failedOnce, before)
    assert.deepEqual(failed, ['hand_over_paper', 'delivering', 'failed', 0, 0, 2])
    assert.deepEqual([answer.statusCode, answer.json().hand_over.status], [200, 'pending'])
    assert.deepEqual(await seen(), ['send_paper', 'completed', 'handed_over', 0, 1, 1])
  })

  test('200 lists packages, page by page and by status, and who downloaded them', async () => {
    const id = await delivered(await aPaper(), await people(5, 2), paris)
    const list = async (query: string) => (await pay('GET', path(id, `/packages${query}`))).json()
    const prepared = (await list('?status=prepared')).map((one: { number: number }) => one.number)

    const first = await pay('GET', path(id, '/packages?per_page=2'))
    const cursor = encodeURIComponent(String(first.headers['next-cursor']))
    const second = await pay('GET', path(id, `/packages?per_page=2&cursor=${cursor}`))
    await reader('GET', path(id, '/packages/file'))

    assert.deepEqual(prepared, [1, 2, 3])
    assert.deepEqual(
      [...first.json(), ...second.json()].map((one: { number: number }) => one.number),
      [1, 2, 3, 4],
    )
    const [one] = await list('?status=downloaded&per_page=1')
    assert.deepEqual([one.number, one.downloaded_by.type, one.downloaded_by.id], [1, 'user', 'READ'])
    assert.deepEqual((await pay('GET', path(id))).json().next_step, 'nothing')
    assert.equal((await pay('GET', path(id, '/packages?status=lost'))).statusCode, 400)
  })

  test('403 for managers who may only read, or do neither; 404 for those whom no group names', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(1), paris)
    const again = (call: typeof pay) => call('POST', path(id, '/hand_over'), { body: { by_hand: true } })
    const reads = ['', '/packages', '/packages/file', '/manifest']

    assert.deepEqual([(await again(reader)).statusCode, (await again(none)).statusCode], [403, 403])
    assert.equal((await again(stranger)).statusCode, 404)
    for (const under of reads) {
      assert.equal((await none('GET', path(id, under))).statusCode, 403, under)
      assert.equal((await stranger('GET', path(id, under))).statusCode, 404, under)
      assert.equal((await reader('GET', path(id, under))).statusCode, 200, under)
    }
    const { hand_over, packages } = (await pay('GET', path(id))).json()
    assert.deepEqual([hand_over.status, hand_over.attempts, packages.prepared], ['pending', 0, 1])
  })
})

describe('POST /distribution_projects/{id}/hand_over', () => {
  const again = (id: number | string, body: object = {}, application: 'payroll' | 'rival' = 'payroll') =>
    service.v2('POST', `/distribution_projects/${id}/hand_over`, { body, application })
  const code = async (answer: ReturnType<typeof again>) => {
    const { statusCode, body } = await answer
    return [statusCode, JSON.parse(body).code]
  }

  test('404 for a project of another client, and nothing changes', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(1))

    assert.deepEqual(await code(again(id, { by_hand: true }, 'rival')), [404, 'not_found'])
    assert.deepEqual(await code(again('2000000000')), [404, 'not_found'])
    const answer = await service.v2('GET', `/distribution_projects/${id}/packages`, { application: 'rival' })
    assert.equal(answer.statusCode, 404)
    assert.equal((await service.v2('GET', `/distribution_projects/${id}/paper`)).json().hand_over.status, 'pending')
  })

  test('400 without a carrier, once it is handed over or left to people, and while it is being handed over', async () => {
    const carried = await aPaper({ kind: 'folder', folder: 'printer' })
    const manual = await delivered(await aPaper(), await people(1))
    const done = await delivered(carried, await people(1))
    const left = await delivered(carried, await people(1))
    const busy = await delivered(carried, await people(1))
    await handOver(done, root)
    assert.equal((await again(left, { by_hand: true })).statusCode, 200)
    await service.pool.query('UPDATE distribution_hand_overs SET sending_since = now() WHERE project_id = $1', [busy])

    for (const id of [manual, done, left, busy]) {
      for (const body of [{}, { by_hand: true }]) {
        assert.deepEqual(await code(again(id, body)), [400, 'invalid_state'], `${id}`)
      }
    }
  })

  test('200 for many at once leaves one attempt that counts', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'nowhere' }), await people(1))

    const answers = await Promise.all(Array.from({ length: 6 }, () => again(id)))
    await handOver(id, root)

    assert.deepEqual(new Set(answers.map((one) => one.statusCode)), new Set([200]))
    const { hand_over } = (await service.v2('GET', `/distribution_projects/${id}/paper`)).json()
    assert.deepEqual([hand_over.attempts, hand_over.status], [1, 'pending'])
  })

  test('422 names a field that does not fit', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(1))

    const answer = await again(id, { by_hand: 'yes' })

    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'by_hand'])
  })
})
