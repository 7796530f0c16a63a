import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expireTokens } from '#modules/auth/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aCompany, PASSWORD } from '#test/harness/features/directory/log-ins.ts'
import { mailJobRunner } from '#test/harness/mail/mail-job-runner.ts'

const service = await startApp()
const { v2, clock, db } = service
const { as, browser, employee, managerWith, open, sessionOf } = await aCompany(service)
const deliver = mailJobRunner(service)

const codeIn = (mails: { to: string; subject: string }[], email: string) =>
  /^\d{6}/.exec(mails.find(({ to }) => to === email)?.subject ?? '')?.[0]
const refusal = (answer: { statusCode: number; json(): { code: string; errors?: { code: string }[] } }) => [
  answer.statusCode,
  answer.json().errors?.[0]?.code ?? answer.json().code,
]

describe('/portal/api/session/links', () => {
  test('201 by the password of the other; the session may then switch, and the link is ended', async () => {
    const own = await employee()
    const other = await managerWith([])
    const call = await open(own.account)

    const linked = await call('POST', '/session/links', { email: other.email.toUpperCase(), password: PASSWORD })
    const session = await call('GET', '/session')
    const switched = await call('POST', '/session/switch', { scope: 'manager' })
    const goneOn = await call('GET', '/session')
    const seen = await call('GET', '/session/links')
    const elsewhere = await open(own.account)
    const ended = await elsewhere('DELETE', '/session/links')
    const again = await elsewhere('DELETE', '/session/links')

    assert.equal(linked.statusCode, 201, linked.body)
    assert.deepEqual(
      linked.json().map(({ linked_at, ...rest }: { linked_at: string }) => [rest, typeof linked_at]),
      [[{ scope: 'manager', email: other.email, is_active: true }, 'string']],
    )
    assert.deepEqual(session.json().other_scopes, ['manager'])
    assert.equal(switched.statusCode, 204, switched.body)
    assert.equal(goneOn.json().person.technical_id, other.id)
    assert.equal(seen.json()[0].email, own.email)
    assert.deepEqual([ended.statusCode, again.statusCode], [204, 404])
    assert.equal((await call('GET', '/session')).statusCode, 401)
    assert.ok((await eventsOf(db, own.account)).filter((one) => one === 'account.updated').length >= 2)
  })

  test('201 by the code that was mailed to a log-in without a password, in the language of its person', async () => {
    const email = `${unique('m')}@acme.test`
    const id = await aManager(service, { email, language: 'fr-fr' })
    await v2('PUT', `/accounts/manager:${id}`, { body: {} })
    const call = await open((await employee()).account)

    const ordered = await call('POST', '/session/links/codes', { email })
    const mails = await deliver()
    const code = codeIn(mails, email) ?? ''
    const linked = await call('POST', '/session/links', { code: ` ${code} ` })

    assert.equal(ordered.statusCode, 202)
    assert.match(mails.find(({ to }) => to === email)?.subject ?? '', /votre code/)
    assert.equal(linked.statusCode, 201, linked.body)
  })

  test('no code for a log-in with a password, an employee, an unknown address; and none after ten minutes', async () => {
    const own = await employee()
    const call = await open(own.account)
    const withPassword = await managerWith([])
    const email = `${unique('m')}@acme.test`
    await v2('PUT', `/accounts/manager:${await aManager(service, { email })}`, { body: {} })
    for (const one of [withPassword.email, own.email, 'nobody@acme.test', email]) {
      assert.equal((await call('POST', '/session/links/codes', { email: one })).statusCode, 202)
    }
    const mails = await deliver()

    clock.advance(601)
    const late = await call('POST', '/session/links', { code: codeIn(mails, email) ?? '' })
    await expireTokens.run({}, { ...service, signal: new AbortController().signal })

    assert.deepEqual(
      mails.filter(({ subject }) => /^\d{6}/.test(subject)).map(({ to }) => to),
      [email],
    )
    assert.deepEqual(refusal(late), [422, 'code_expired'])
    assert.equal((await db.selectFrom('account_link_codes').selectAll().execute()).length, 0)
  })

  test('refuses what is missing, a log-in that is linked, one that is switched off, and one of the own kind', async () => {
    const own = await employee()
    const other = await managerWith([])
    const off = await managerWith([])
    const colleague = await employee()
    await v2('PATCH', `/accounts/${off.account}`, { body: { is_active: false } })
    const call = await open(own.account)
    const link = (body: object) => call('POST', '/session/links', body)

    const answers = [
      await link({}),
      await link({ email: other.email }),
      await link({ email: off.email, password: PASSWORD }),
      await link({ email: colleague.email, password: PASSWORD }),
      await link({ code: '123456' }),
      await link({ email: other.email, password: PASSWORD }),
      await link({ email: other.email, password: PASSWORD }),
      await call('POST', '/session/links/codes', { email: other.email }),
      await (await open(colleague.account))('POST', '/session/links', { email: other.email, password: PASSWORD }),
    ]

    assert.deepEqual(
      answers.map((one) => (one.statusCode === 201 ? [201, undefined] : refusal(one))),
      [
        [422, 'required'],
        [422, 'required'],
        [422, 'wrong_credentials'],
        [422, 'wrong_credentials'],
        [422, 'code_expired'],
        [201, undefined],
        [409, 'already_linked'],
        [409, 'already_linked'],
        [409, 'already_linked'],
      ],
    )
  })
})

describe('POST /portal/api/session/switch', () => {
  test('404 without a link, for the own kind, and 401 for the session that was left', async () => {
    const own = await employee()
    const other = await managerWith([])
    const unlinked = await as(own.account)('POST', '/session/switch', { body: { scope: 'manager' } })
    await v2('PUT', `/accounts/${own.account}/link`, { body: { linked_to: other.account } })

    const cookie = await sessionOf(own.account)
    const same = await browser(cookie)('POST', '/session/switch', { scope: 'employee' })
    const switched = await browser(cookie)('POST', '/session/switch', { scope: 'manager' })
    const left = await browser(cookie)('GET', '/session')

    assert.deepEqual(
      [unlinked, same, switched, left].map((one) => one.statusCode),
      [404, 404, 204, 401],
    )
  })
})

describe('/portal/api/session/email', () => {
  test('shows the address and the change that waits, which can be taken back', async () => {
    const own = await employee()
    const email = `${unique('new')}@acme.test`
    const call = await open(own.account)

    await call('POST', '/session/email', { email, password: PASSWORD })
    const waiting = await call('GET', '/session/email')
    const token = /\/login\/address\/([\w-]+)/.exec((await deliver()).find(({ to }) => to === email)?.text ?? '')?.[1]
    const shown = await as(undefined)('GET', `/email_changes/${token}`)
    await call('DELETE', '/session/email')
    const after = await call('GET', '/session/email')

    const { expires_at: _, ...change } = waiting.json().change
    assert.deepEqual(change, { email, is_old_confirmed: false, is_new_confirmed: false })
    assert.deepEqual(shown.json(), { email, client_name: 'Acme', scope: 'employee', is_last: false })
    assert.deepEqual(after.json(), { email: own.email, has_password: true, change: null })
    assert.equal((await as(undefined)('POST', `/email_changes/${token}`)).statusCode, 404)
  })

  test('a link is worth nothing after a day, and a newer request ends the one before', async () => {
    const own = await employee()
    const call = await open(own.account)
    const tokensOf = async (email: string) => {
      const answer = await call('POST', '/session/email', { email, password: PASSWORD })
      assert.equal(answer.statusCode, 202, answer.body)
      return (await deliver()).map(({ text }) => /\/login\/address\/([\w-]+)/.exec(text)?.[1])
    }

    const [first] = await tokensOf(`${unique('one')}@acme.test`)
    const [second] = await tokensOf(`${unique('two')}@acme.test`)
    const ended = await as(undefined)('POST', `/email_changes/${first}`)
    const fresh = await as(undefined)('GET', `/email_changes/${second}`)
    clock.advance(24 * 3600 + 1)
    const late = await as(undefined)('POST', `/email_changes/${second}`)

    assert.deepEqual(
      [ended, fresh, late].map((one) => one.statusCode),
      [404, 200, 404],
    )
  })
})
