import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { bulkCalls } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { finished, failures } = bulkCalls(service)
const role = await aRole(service)
await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'LON', parent: 'HQ' })
const everywhere = [{ role, organizations: ['HQ'], include_below: true }]
const boss = await aManager(service, { profiles: everywhere })
const colleague = await aManager(service, { profiles: everywhere })
const requestRole = await aRole(service, { permissions: ['requests:*'] })
const london = await aManager(service, {
  profiles: [{ role: requestRole, organizations: ['LON'], include_below: true }],
})
await anOrganization(service, { code: 'G', owner: globex })
const stranger = await aManager(service, {
  profiles: [{ role: await aRole(service, { owner: globex }), organizations: ['G'], include_below: true }],
  owner: globex,
})
const call = as(`manager:${boss}`)
const employee = await anEmployee(service, { organizations: ['HQ'], email: 'e@acme.test' })

describe('a bulk action of somebody else', () => {
  test('is not there: for a colleague with every permission, another client, employees and nobody', async () => {
    const { id } = await finished(call, { kind: 'people.switch_on', ids: [`employee:${employee}`] })
    const others = [
      as(`manager:${colleague}`),
      as(`manager:${stranger}`, 'globex'),
      as(`employee:${employee}`),
      as(undefined),
    ]
    const calls = [
      ['GET', `/manager/bulk_actions/${id}`],
      ['GET', `/manager/bulk_actions/${id}/failures.csv`],
      ['POST', `/manager/bulk_actions/${id}/stop`],
    ] as const

    for (const [method, path] of calls) {
      const codes = await Promise.all(others.map(async (other) => (await other(method, path)).statusCode))
      assert.deepEqual(codes, [404, 404, 403, 401], `${method} ${path}`)
    }
  })

  test('is not listed', async () => {
    await finished(call, { kind: 'people.switch_on', ids: [`employee:${employee}`] })

    assert.deepEqual((await as(`manager:${colleague}`)('GET', '/manager/bulk_actions')).json(), [])
  })
})

describe('what a bulk action tells', () => {
  test('no formula is in the download, whatever people are called', async () => {
    const evil = await anEmployee(service, { first_name: '=HYPERLINK("https://evil.test")', last_name: '+cmd' })

    const { id } = await finished(call, { kind: 'people.invite', ids: [`employee:${evil}`, `employee:${employee}`] })

    const lines = (await failures(call, id)).join('\r\n')
    assert.match(lines, /'=HYPERLINK/)
    assert.doesNotMatch(lines, /(?:^|\r\n|,)"?[=+\-@\t＝＋－＠]/)
  })

  test('requests out of reach look like those that are not there', async () => {
    const { made } = requestCalls(service)
    const secret = await made({
      creator_technical_id: boss,
      employee_technical_id: employee,
      subject: 'Secret',
      visible_to_employee: 'true',
    })

    const result = await finished(as(`manager:${london}`), { kind: 'requests.close', ids: [secret.id, '987654321'] })
    const lines = (await failures(as(`manager:${london}`), result.id)).slice(1)

    assert.deepEqual([result.done, result.failed], [0, 2])
    const [theirs, none] = lines.map((line) => line.replaceAll(/\d+/g, '#'))
    assert.equal(theirs, none)
    assert.doesNotMatch(lines.join(), /Secret/)
  })

  test('names of people are not for anyone who may no longer read people', async () => {
    const leaver = await aManager(service, { profiles: everywhere })
    const { id } = await finished(as(`manager:${leaver}`), { kind: 'people.invite', ids: [`manager:${leaver}`] })
    await service.v2('PATCH', `/users/${leaver}`, { body: { profiles: [] } })

    assert.deepEqual(await failures(as(`manager:${leaver}`), id), [
      'id,outcome,reason,message',
      `manager:${leaver},skipped,already_active,`,
    ])
  })
})

describe('odd input', () => {
  const bodies: object[] = [
    {},
    { kind: 'people.invite', ids: [] },
    { kind: 'people.invite', ids: ['employee:\u0000'] },
    { kind: 'people.invite', ids: [`employee:${'x'.repeat(51)}`] },
    { kind: 'people.invite', ids: ['toString', '__proto__'] },
    { kind: 'people.invite', ids: { length: 1 } },
    { kind: 'people.invite', people: { q: '\ud800' } },
    { kind: 'people.invite', people: [] },
    { kind: 'toString', ids: ['1'] },
    { kind: 'requests.close', ids: ['1 OR true'] },
    { kind: 'requests.close', ids: ['9'.repeat(19)] },
    { kind: 'requests.close', requests: { due_since: 'yesterday' } },
    { kind: 'requests.assign', ids: ['1'], managers_assigned: [] },
    { kind: 'people.invite', ids: ['employee:1'], invite_again: 'yes' },
  ]
  for (const body of bodies) {
    test(`${JSON.stringify(body).slice(0, 80)} is refused by its field`, async () => {
      for (const path of ['/manager/bulk_actions', '/manager/bulk_actions/preview']) {
        const answer = await call('POST', path, { body })
        assert.ok([400, 422].includes(answer.statusCode), `${answer.statusCode} ${answer.body}`)
        assert.ok(answer.json().errors?.length > 0, answer.body)
      }
    })
  }

  test('an id that is none is not there, or refused', async () => {
    for (const id of ['1', 'preview', '..%2f', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`]) {
      const { statusCode } = await call('GET', `/manager/bulk_actions/${id}`)
      assert.ok([400, 404].includes(statusCode), `${id}: ${statusCode}`)
    }
  })
})
