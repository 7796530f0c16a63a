import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { auditedBy, auditedIn } from '#test/harness/features/audit.ts'
import { aCompany, PASSWORD } from '#test/harness/features/directory/log-ins.ts'

const service = await startApp()
const { app, db, v2, clock } = service
const { employee, managerWith, browser, open } = await aCompany(service)

const shown = (entries: Awaited<ReturnType<typeof auditedIn>>) =>
  entries.map(({ action, outcome, actor, subject }) => [
    action,
    outcome,
    actor.type,
    actor.id,
    actor.address,
    subject && `${subject.type} ${subject.technical_id}`,
  ])

function follow(externalId: string, { token = 'acme-shared-token', ago = 0 } = {}) {
  const timestamp = (clock.now().getTime() / 1000 - ago).toFixed(3)
  const hash = createHmac('sha256', token).update(`${externalId}${timestamp}`).digest('hex')
  const url = `/sso/access?${new URLSearchParams({ external_id: externalId, timestamp, hash })}`
  return app.inject({ url, remoteAddress: '10.9.9.9' })
}

describe('a log-in by a password', () => {
  test('is session.opened, by the person, from where they are', async () => {
    const { id, email } = await employee()

    const answer = await browser('')('POST', '/session', { email, password: PASSWORD })

    assert.equal(answer.statusCode, 200)
    const [entry] = await auditedIn(db, { subject: id })
    assert.deepEqual(shown(entry ? [entry] : []), [
      ['session.opened', 'done', 'employee', id, entry?.actor.address, `employee ${id}`],
    ])
    assert.match(entry?.actor.address ?? '', /^10\.0\./)
    assert.equal(entry?.resource, null)
  })

  test('that is wrong is session.refused of the person, by nobody known', async () => {
    const { id, email } = await managerWith(['employees:read'])

    const entries = await auditedBy(db, () => browser('')('POST', '/session', { email, password: 'guessed it' }))

    const [entry] = entries
    assert.deepEqual(shown(entries), [
      ['session.refused', 'refused', 'external', null, entry?.actor.address, `user ${id}`],
    ])
    assert.match(entry?.actor.address ?? '', /^10\.0\./)
  })

  test('of an unknown name is session.refused without a subject, and without what was typed', async () => {
    const email = `${unique('nobody')}@acme.test`
    const typed = { email, password: 'typed by somebody', client: 'acme' }

    const entries = await auditedBy(db, () => browser('')('POST', '/session', typed))

    assert.deepEqual(
      entries.map(({ action, outcome, subject, resource, details }) => [action, outcome, subject, resource, details]),
      [['session.refused', 'refused', null, null, {}]],
    )
    assert.ok(!JSON.stringify(entries).includes(email) && !JSON.stringify(entries).includes('typed by'))
  })

  test('of an unknown name at a client that does not exist, or at none, is in no trail', async () => {
    const email = `${unique('nobody')}@acme.test`
    const entries = await auditedBy(db, async () => {
      await browser('')('POST', '/session', { email, password: 'typed by somebody' })
      await browser('')('POST', '/session', { email, password: 'typed by somebody', client: 'nowhere' })
    })
    assert.deepEqual(entries, [])
  })

  test('of a log-in that is switched off is refused', async () => {
    const { id, email, account } = await employee()
    await v2('PATCH', `/accounts/${account}`, { body: { is_active: false } })

    const answer = await browser('')('POST', '/session', { email, password: PASSWORD, client: 'acme' })

    const entries = (await auditedIn(db, { action: 'session.refused', subject: id })).length
    assert.ok(answer.statusCode === 401 || answer.statusCode === 403)
    // Who cannot log in is not looked for by the address.
    assert.ok(entries <= 1)
    assert.deepEqual(await auditedIn(db, { action: 'session.opened', subject: id }), [])
  })
})

describe('a signed link', () => {
  test('is session.opened when it is followed, and refused when it is wrong, old or used', async () => {
    const { id } = await employee()

    const statuses = [(await follow(id)).statusCode]
    await follow(id, { token: 'wrong' })
    await follow(id, { ago: 4000 })

    assert.deepEqual(statuses, [302])
    assert.deepEqual(shown(await auditedIn(db, { subject: id })), [
      ['session.opened', 'done', 'employee', id, '10.9.9.9', `employee ${id}`],
      ['session.refused', 'refused', 'external', null, '10.9.9.9', `employee ${id}`],
      ['session.refused', 'refused', 'external', null, '10.9.9.9', `employee ${id}`],
    ])
  })

  test('that names nobody is in no trail', async () => {
    assert.deepEqual(await auditedBy(db, () => follow(unique('nobody'))), [])
  })
})

describe('session.closed', () => {
  test('is a log-out, once, by the person', async () => {
    const { id, account } = await employee()
    const call = await open(account)

    await call('DELETE', '/session')
    await call('DELETE', '/session')

    const entries = await auditedIn(db, { action: 'session.closed', subject: id })
    assert.deepEqual(
      entries.map(({ actor, details }) => [actor.type, actor.id, details]),
      [['employee', id, { sessions: 1 }]],
    )
  })

  test('is one for all sessions that an administrator ends, by the administrator', async () => {
    const { id, account } = await employee()
    const { account: boss, id: bossId } = await managerWith(['*'])
    await open(account)
    await open(account)

    await (await open(boss))('DELETE', `/admin/accounts/${account}/sessions`)

    const entries = await auditedIn(db, { action: 'session.closed', subject: id })
    assert.deepEqual(
      entries.map(({ actor, details }) => [actor.type, actor.id, details]),
      [['user', bossId, { sessions: 2 }]],
    )
  })

  test('is the session that a browser came with, when another person logs in there', async () => {
    const [first, second] = [await employee(), await employee()]
    const call = await open(first.account)

    await call('POST', '/session', { email: second.email, password: PASSWORD })

    assert.equal((await auditedIn(db, { action: 'session.closed', subject: first.id })).length, 1)
    assert.equal((await auditedIn(db, { action: 'session.opened', subject: second.id })).length, 1)
  })
})

describe('password.changed', () => {
  test('is by the person who changes it, and by the application that sets it', async () => {
    const { id, account } = await employee()
    const call = await open(account)
    const next = 'another long and lovely one'

    assert.equal((await call('POST', '/session/password', { current: PASSWORD, password: next })).statusCode, 204)
    await v2('PATCH', `/accounts/${account}`, { body: { password: 'a third long and lovely one' } })
    await v2('PATCH', `/accounts/${account}`, { body: { password: 'a third long and lovely one' } })

    const entries = await auditedIn(db, { action: 'password.changed', subject: id })
    assert.deepEqual(
      entries.map(({ actor, resource, details }) => [actor.type, actor.id, resource, details]),
      [
        ['employee', id, null, {}],
        ['application', 'payroll', null, {}],
      ],
    )
  })

  test('is none when the change is refused', async () => {
    const { account } = await employee()
    const call = await open(account)

    const entries = await auditedBy(db, async () => {
      await call('POST', '/session/password', { current: 'wrong', password: 'another long and lovely one' })
      await call('POST', '/session/password', { current: PASSWORD, password: 'password' })
    })

    assert.deepEqual(entries, [])
  })
})
