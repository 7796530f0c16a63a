import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aCompany } from '#test/harness/features/directory/log-ins.ts'
import { mailJobRunner } from '#test/harness/mail/mail-job-runner.ts'
import { testSetup } from '#test/harness/setup.ts'

const service = await startApp()
const { v2, db } = service
const { as, employee, managerWith } = await aCompany(service)
const deliver = mailJobRunner(service)
const boss = await managerWith(['*'])

const link = (id: string, linked_to: string) => v2('PUT', `/accounts/${id}/link`, { body: { linked_to } })
const linkedTo = async (id: string) => (await v2('GET', `/accounts/${id}`)).json().linked_to

async function lastEventsOf(...ids: string[]) {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'resource_id', 'actor_type', 'actor_id', 'data'])
    .where('resource_id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(ids.length)
    .execute()
  return rows
    .map((one) => [one.type, one.resource_id, one.actor_id, (one.data as { linked_to: string | null }).linked_to])
    .sort((left, right) => String(left[1]).localeCompare(String(right[1])))
}

describe('PUT /accounts/{id}/link', () => {
  test('201 links both, emits account.updated for both with the actor, and tells both addresses', async () => {
    const own = await employee()
    const other = await managerWith([])
    await deliver()

    const answer = await link(own.account, other.account)
    const again = await link(other.account, own.account)

    assert.deepEqual([answer.statusCode, answer.json().linked_to], [201, other.account])
    assert.deepEqual([again.statusCode, again.json().linked_to], [200, own.account])
    assert.deepEqual(await lastEventsOf(own.account, other.account), [
      ['account.updated', own.account, 'payroll', other.account],
      ['account.updated', other.account, 'payroll', own.account],
    ])
    const mails = await deliver()
    assert.deepEqual(mails.map(({ to }) => to).sort(), [own.email, other.email].sort())
    assert.deepEqual(new Set(mails.map(({ subject }) => subject)), new Set(['Your log-ins were linked']))
    assert.match(mails[0]?.text ?? '', /the application payroll/)
  })

  test('201 for an administrator who may do everything, in the portal', async () => {
    const own = await employee()
    const other = await managerWith(['users:*'])

    const answer = await as(boss.account)('PUT', `/admin/accounts/${own.account}/link`, {
      body: { linked_to: other.account },
    })

    assert.equal(answer.statusCode, 201, answer.body)
  })

  test('refuses what cannot be linked, and changes nothing', async () => {
    const own = await employee()
    const other = await managerWith([])
    const second = await managerWith([])
    const off = await managerWith([])
    const without = await anEmployee(service)
    await v2('PATCH', `/accounts/${off.account}`, { body: { is_active: false } })
    await link(own.account, other.account)

    const answers = [
      await link(own.account, second.account),
      await link((await employee()).account, other.account),
      await link((await employee()).account, off.account),
      await link(own.account, (await employee()).account),
      await link((await employee()).account, 'manager:nobody'),
      await link(`employee:${without}`, second.account),
      await link(own.account, 'nobody'),
      await v2('PUT', `/accounts/${own.account}/link`, { application: 'reader', body: { linked_to: other.account } }),
      await v2('PUT', `/accounts/${own.account}/link`, { application: 'rival', body: { linked_to: other.account } }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().errors?.[0]?.code ?? one.json().code]),
      [
        [409, 'already_linked'],
        [409, 'already_linked'],
        [409, 'account_inactive'],
        [422, 'contradiction'],
        [422, 'unknown_person'],
        [404, 'not_found'],
        [422, 'invalid'],
        [403, 'insufficient_scope'],
        [404, 'not_found'],
      ],
    )
    assert.equal(await linkedTo(own.account), other.account)
  })
})

describe('DELETE /accounts/{id}/link', () => {
  test('204 ends it for both, with events and mails; 404 without one', async () => {
    const own = await employee()
    const other = await managerWith([])
    await link(own.account, other.account)
    await deliver()

    const answer = await v2('DELETE', `/accounts/${other.account}/link`)
    const again = await v2('DELETE', `/accounts/${other.account}/link`)

    assert.deepEqual([answer.statusCode, again.statusCode], [204, 404])
    assert.deepEqual(
      (await lastEventsOf(own.account, other.account)).map((one) => one[3]),
      [null, null],
    )
    assert.equal((await deliver()).filter(({ subject }) => subject.includes('no longer linked')).length, 2)
  })
})

describe('PATCH /accounts/{id} with an address', () => {
  test('200 changes it, tells both addresses and emits; contact data stays', async () => {
    const own = await employee()
    const email = `${unique('new')}@acme.test`
    await deliver()

    const answer = await v2('PATCH', `/accounts/${own.account}`, { body: { email } })

    assert.deepEqual([answer.statusCode, answer.json().email], [200, email])
    assert.equal((await v2('GET', `/employees/${own.id}`)).json().email, own.email)
    const told = (await deliver()).filter(({ subject }) => subject === 'Your log-in address was changed')
    assert.deepEqual(told.map(({ to }) => to).sort(), [email, own.email].sort())
  })

  test('422 for an address that another log-in of that kind has, in any spelling, or that is none', async () => {
    const own = await employee()
    const other = await employee()
    const manager = await managerWith([])
    const patch = (email: string) => v2('PATCH', `/accounts/${own.account}`, { body: { email } })

    const answers = [await patch(other.email.toUpperCase()), await patch('nobody'), await patch(manager.email)]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().errors?.[0].code]),
      [
        [422, 'taken'],
        [422, 'invalid_email'],
        [200, undefined],
      ],
    )
  })

  test('422 for null, which would take the address away, and nothing changes; null is kept where there is none', async () => {
    const own = await employee()
    const shared = `${unique('shared')}@acme.test`
    await employee(shared)
    const without = `employee:${await anEmployee(service, { email: shared })}`
    await v2('PUT', `/accounts/${without}`, { body: {} })

    const refused = [
      await v2('PATCH', `/accounts/${own.account}`, { body: { email: null } }),
      await v2('PUT', `/accounts/${own.account}`, { body: { email: null, is_active: false } }),
    ]
    const kept = await v2('PATCH', `/accounts/${without}`, { body: { email: null } })

    for (const one of refused) {
      const [{ field, code }] = one.json().errors
      assert.deepEqual([one.statusCode, field, code], [422, 'email', 'required'])
    }
    const after = (await v2('GET', `/accounts/${own.account}`)).json()
    assert.deepEqual([after.email, after.is_active], [own.email, true])
    assert.deepEqual([kept.statusCode, kept.json().email], [200, null])
  })

  test('201 makes a log-in with an address that is not the contact address', async () => {
    const id = await anEmployee(service, { email: `${unique('e')}@acme.test` })
    const email = `${unique('x')}@acme.test`

    const answer = await v2('PUT', `/accounts/employee:${id}`, { body: { email } })

    assert.deepEqual([answer.statusCode, answer.json().email], [201, email])
  })
})

describe('the section account_links of a set-up file', () => {
  const [client, ...others] = testSetup.clients
  const apply = (account_links: object[]) =>
    applySetup(service, { clients: [{ ...client, account_links }, ...others] as never })

  test('links once, and does not bring back what was ended', async () => {
    const own = await employee()
    const other = await managerWith([])
    const links = [{ employee: own.id, manager: other.id }]

    await apply(links)
    const linked = await linkedTo(own.account)
    await apply(links)
    await v2('DELETE', `/accounts/${own.account}/link`)
    await apply(links)

    assert.deepEqual([linked, await linkedTo(own.account)], [other.account, null])
  })

  test('waits for people without a log-in, and refuses those who are not there', async () => {
    const id = await anEmployee(service)
    const other = await managerWith([])

    await apply([{ employee: id, manager: other.id }])

    assert.equal(await linkedTo(other.account), null)
    await assert.rejects(apply([{ employee: 'nobody', manager: other.id }]), /Employee nobody not found/)
  })
})
