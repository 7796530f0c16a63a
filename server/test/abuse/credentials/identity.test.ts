import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { putApplication } from '#modules/auth/index.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { answerOf, IDP_ENTITY_ID, readQuestion } from '#test/harness/features/directory/identity-provider.ts'
import { IDP_CERTIFICATE } from '#test/harness/features/directory/identity-provider-key.ts'
import { aCompany, PASSWORD } from '#test/harness/features/directory/log-ins.ts'
import type { AccountId } from '#test/harness/http/portal-calls.ts'
import { mailJobRunner } from '#test/harness/mail/mail-job-runner.ts'

const service = await startApp()
const { app, v2, doWork, keyring } = service
const { as, employee, managerWith, open, browser } = await aCompany(service)
const deliver = mailJobRunner(service)
const boss = await managerWith(['*'])

/** Group A calls of an application that was issued for these permissions. */
async function applicationWith(permissions: string[]) {
  const id = unique('app')
  const secret = `${unique('secret')}-0123456789`
  await doWork(acme, (work) => putApplication(work, { id, secret, permissions }, keyring))
  const granted = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
  const authorization = `Bearer ${granted.json().access_token}`
  return (method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) =>
    app.inject({
      method,
      url: `/api/v2/client${path}`,
      headers: { authorization },
      ...(body === undefined ? {} : { payload: body }),
    })
}

/** As whom a session can go on. */
async function switches(who: AccountId, scope: 'employee' | 'manager'): Promise<string> {
  const call = await open(who)
  const before = (await call('GET', '/session')).json()
  const answer = await call('POST', '/session/switch', { scope })
  if (answer.statusCode !== 204) return `refused ${before.other_scopes.join()}`
  return (await call('GET', '/session')).json().person.technical_id
}
const REFUSED = 'refused '

/** Somebody who is an employee and a manager, whose log-ins were linked by an administrator. */
async function someoneLinked() {
  const own = await employee()
  const other = await managerWith(['employees:read'])
  const linked = await v2('PUT', `/accounts/${own.account}/link`, { body: { linked_to: other.account } })
  assert.equal(linked.statusCode, 201, linked.body)
  return { own, other }
}

describe('equal addresses give nothing', () => {
  test('a manager who writes employees cannot become an administrator by the address of the own employee record', async () => {
    const mallory = { employee: await employee(), manager: await managerWith(['employees:*']) }

    const moved = await as(mallory.manager.account)('PATCH', `/admin/employees/${mallory.employee.id}`, {
      body: { email: boss.email },
    })

    assert.equal(moved.statusCode, 200, moved.body)
    assert.equal(await switches(mallory.employee.account, 'manager'), REFUSED)
  })

  test('an application that writes employees cannot make an employee an administrator', async () => {
    const mallory = await employee()
    const application = await applicationWith(['employees:write'])

    const moved = await application('PATCH', `/employees/${mallory.id}`, { email: boss.email })

    assert.equal(moved.statusCode, 200, moved.body)
    assert.equal(await switches(mallory.account, 'manager'), REFUSED)
  })

  test('a new employee record with the address of an administrator leads nowhere', async () => {
    const id = await anEmployee(service, { email: boss.email })

    assert.equal(await switches(`employee:${id}`, 'manager'), REFUSED)
  })

  test('a manager who writes managers cannot open the vault of an employee by the address of the own record', async () => {
    const victim = await employee()
    const mallory = await managerWith(['users:*'])

    const moved = await as(mallory.account)('PATCH', `/admin/users/${mallory.id}`, { body: { email: victim.email } })

    assert.equal(moved.statusCode, 200, moved.body)
    assert.equal(await switches(mallory.account, 'employee'), REFUSED)
  })

  test('an application that writes managers cannot open the vault of an employee', async () => {
    const victim = await employee()
    const mallory = await managerWith(['employees:read'])
    const application = await applicationWith(['*'])

    await application('PATCH', `/users/${mallory.id}`, { email: victim.email })

    assert.equal(await switches(mallory.account, 'employee'), REFUSED)
  })
})

describe('contact data decides nothing about a log-in that was used', () => {
  test('no link to set the password of a colleague, after the contact address of the colleague was moved', async () => {
    const victim = await employee()
    const mailbox = `${unique('mallory')}@evil.test`
    const application = await applicationWith(['employees:write'])

    await application('PATCH', `/employees/${victim.id}`, { email: mailbox })
    await as(undefined)('POST', '/password_links', { body: { email: mailbox } })

    assert.deepEqual(
      (await deliver()).map(({ to }) => to).filter((to) => to === mailbox),
      [],
    )
  })

  test('single sign-on opens no log-in of a colleague whose contact address was moved', async () => {
    const code = unique('idp')
    const entity_id = `${IDP_ENTITY_ID}/${code}`
    await v2('PUT', `/saml_identity_providers/${code}`, {
      body: { name: code, entity_id, sso_url: 'https://idp.test/sso', certificates: [IDP_CERTIFICATE] },
    })
    const victim = await employee()
    const mallory = `${unique('mallory')}@acme.test`
    const application = await applicationWith(['employees:write'])
    await application('PATCH', `/employees/${victim.id}`, { email: mallory })

    const begun = await app.inject({ url: `/saml/acme/${code}/login?next=/portal` })
    const question = readQuestion(String(begun.headers.location))
    const answer = await app.inject({
      method: 'POST',
      url: `/saml/acme/${code}/acs`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        SAMLResponse: await answerOf(question, mallory, { issuer: entity_id }),
      }).toString(),
    })

    assert.equal(answer.statusCode, 403)
  })

  test('a log-in that was used is not deleted and made anew at another address without everything it opens', async () => {
    const victim = await employee()
    const application = await applicationWith(['employees:write', 'accounts:write'])

    await application('PATCH', `/employees/${victim.id}`, { email: `${unique('mallory')}@evil.test` })
    await application('DELETE', `/accounts/${victim.account}`)
    await application('PUT', `/accounts/${victim.account}`, {})

    assert.equal((await v2('GET', `/accounts/${victim.account}`)).json().email, victim.email)
  })

  test('no password, address or link of somebody who holds more is set with accounts:write alone', async () => {
    const victim = await employee()
    const mallory = await managerWith(['employees:read'])
    const application = await applicationWith(['accounts:*'])

    const answers = [
      await application('PATCH', `/accounts/${boss.account}`, { password: 'chosen by mallory' }),
      await application('PATCH', `/accounts/${victim.account}`, { password: 'chosen by mallory' }),
      await application('PATCH', `/accounts/${boss.account}`, { email: 'mallory@evil.test' }),
      await application('PUT', `/accounts/${victim.account}`, { email: 'mallory@evil.test' }),
      await application('PUT', `/accounts/${mallory.account}/link`, { linked_to: victim.account }),
      await application('PUT', `/accounts/${victim.account}/link`, { linked_to: boss.account }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      answers.map(() => [403, 'beyond_own_permissions']),
    )
  })

  test('a manager of log-ins links neither the own log-in to a vault nor an employee to an administrator', async () => {
    const victim = await employee()
    const mallory = await managerWith(['users:*', 'employees:*'])
    const link = (id: string, linked_to: string) =>
      as(mallory.account)('PUT', `/admin/accounts/${id}/link`, { body: { linked_to } })

    const answers = [await link(mallory.account, victim.account), await link(victim.account, boss.account)]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      answers.map(() => [403, 'beyond_own_permissions']),
    )
    assert.equal(await switches(mallory.account, 'employee'), REFUSED)
  })
})

describe('a link is proven', () => {
  test('by no more than a few guesses of a password, however many are sent at once', async () => {
    const victim = await managerWith(['*'])
    const mallory = await employee()
    const call = await open(mallory.account)

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        call('POST', '/session/links', { email: victim.email, password: `guess number ${index}` }),
      ),
    )

    const looked = answers.filter((one) => one.statusCode === 422).length
    assert.ok(looked <= 10, `${looked} of 40 were looked at`)
    assert.ok(answers.every((one) => [422, 429].includes(one.statusCode)))
  })

  test('in the same words for a wrong password, an unknown address, and one of another client', async () => {
    const mallory = await employee()
    const there = `${unique('gus')}@globex.test`
    await aManager(service, { technical_id: unique('GM'), email: there, owner: globex })
    const other = await managerWith([])
    const call = await open(mallory.account)

    const answers: Awaited<ReturnType<typeof call>>[] = []
    for (const email of [other.email, `${unique('nobody')}@acme.test`, there, mallory.email]) {
      answers.push(await call('POST', '/session/links', { email, password: 'not this one' }))
    }

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().errors]),
      answers.map(() => [422, answers[0]?.json().errors]),
    )
    assert.equal(answers[0]?.json().errors[0].code, 'wrong_credentials')
  })

  test('by a code that counts in the session that asked only, a few times, and once', async () => {
    const email = `${unique('m')}@acme.test`
    const id = await aManager(service, { email })
    await v2('PUT', `/accounts/manager:${id}`, { body: {} })
    const mallory = await employee()
    const asking = await open(mallory.account)
    const elsewhere = await open(mallory.account)
    const order = async () => {
      const ordered = await asking('POST', '/session/links/codes', { email })
      assert.equal(ordered.statusCode, 202, ordered.body)
      const mail = (await deliver()).find(({ to }) => to === email)
      return /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    }
    const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code
    const code = await order()

    const stolen = await elsewhere('POST', '/session/links', { code })
    const wrong = code === '000000' ? '111111' : '000000'
    const guessed = await Promise.all(
      Array.from({ length: 20 }, () => asking('POST', '/session/links', { code: wrong })),
    )
    const late = await asking('POST', '/session/links', { code })

    assert.equal(codeOf(stolen), 'code_expired')
    assert.equal(guessed.filter((one) => codeOf(one) === 'wrong_code').length, 5)
    assert.equal(codeOf(late), 'code_expired')
    assert.equal((await asking('POST', '/session/links', { code: await order() })).statusCode, 201)
  })

  test('and never without a log-in', async () => {
    const nobody = as(undefined)

    const answers = [
      await nobody('GET', '/session/links'),
      await nobody('POST', '/session/links', { body: { email: boss.email, password: PASSWORD } }),
      await nobody('DELETE', '/session/links'),
      await nobody('POST', '/session/email', { body: { email: 'a@b.test' } }),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [401, 401, 401, 401],
    )
  })
})

describe('a link survives nothing', () => {
  const endings: [string, (people: Awaited<ReturnType<typeof someoneLinked>>) => Promise<unknown>][] = [
    ['that it is ended by the person', async ({ own }) => (await open(own.account))('DELETE', '/session/links')],
    ['that it is ended by an administrator', ({ other }) => v2('DELETE', `/accounts/${other.account}/link`)],
    [
      'another address of the employee',
      ({ own }) => v2('PATCH', `/accounts/${own.account}`, { body: { email: `${unique('new')}@acme.test` } }),
    ],
    [
      'another address of the manager',
      ({ other }) => v2('PATCH', `/accounts/${other.account}`, { body: { email: `${unique('new')}@acme.test` } }),
    ],
    [
      'a password that an application sets',
      ({ own }) => v2('PATCH', `/accounts/${own.account}`, { body: { password: 'chosen by somebody' } }),
    ],
    [
      'a log-in that is switched off and on',
      async ({ own }) => {
        await v2('PATCH', `/accounts/${own.account}`, { body: { is_active: false } })
        await v2('PATCH', `/accounts/${own.account}`, { body: { is_active: true } })
      },
    ],
    [
      'a log-in that is made anew',
      async ({ other }) => {
        await v2('DELETE', `/accounts/${other.account}`)
        await v2('PUT', `/accounts/${other.account}`, { body: { password: PASSWORD } })
      },
    ],
    [
      'an employee who is deleted and restored',
      async ({ own }) => {
        await v2('DELETE', `/employees/${own.id}`)
        await v2('POST', `/employees/${own.id}/restore`)
      },
    ],
  ]
  for (const [what, end] of endings) {
    test(`${what}: no switching, and no session that was switched to`, async () => {
      const people = await someoneLinked()
      const switched = await open(people.own.account)
      const answer = await switched('POST', '/session/switch', { scope: 'manager' })
      assert.equal(answer.statusCode, 204, answer.body)
      assert.equal((await switched('GET', '/session')).json().person.technical_id, people.other.id)

      await end(people)

      assert.equal((await switched('GET', '/session')).statusCode, 401)
      assert.equal(await switches(people.own.account, 'manager'), REFUSED)
      assert.equal(await switches(people.other.account, 'employee'), REFUSED)
    })
  }
})

describe('the address of a log-in', () => {
  /** The mailed tokens, by the address that they were mailed to. */
  async function tokens(): Promise<Map<string, string>> {
    const mails = await deliver()
    return new Map(mails.map(({ to, text }) => [to, /\/login\/address\/([\w-]+)/.exec(text)?.[1] ?? '']))
  }
  const confirm = (token = '') => as(undefined)('POST', `/email_changes/${token}`)

  test('does not change by one confirmation, of the old or of the new mailbox, used twice', async () => {
    for (const which of ['old', 'new'] as const) {
      const person = await employee()
      const email = `${unique('new')}@acme.test`
      const call = await open(person.account)
      const asked = await call('POST', '/session/email', { email, password: PASSWORD })
      assert.equal(asked.statusCode, 202, asked.body)
      const token = (await tokens()).get(which === 'old' ? person.email : email)

      const once = await confirm(token)
      const twice = await confirm(token)

      assert.deepEqual([once.statusCode, once.json()], [200, { is_changed: false }])
      assert.equal(twice.statusCode, 404)
      assert.equal((await v2('GET', `/accounts/${person.account}`)).json().email, person.email)
      assert.equal((await call('GET', '/session')).statusCode, 200)
    }
  })

  test('changes with both, and then every session and link that was mailed has ended', async () => {
    const person = await employee()
    const email = `${unique('new')}@acme.test`
    const call = await open(person.account)
    await as(undefined)('POST', '/password_links', { body: { email: person.email } })
    const reset = /\/password\/([\w-]+)/.exec((await deliver())[0]?.text ?? '')?.[1]
    await call('POST', '/session/email', { email, password: PASSWORD })
    const mailed = await tokens()

    await confirm(mailed.get(email))
    const changed = await confirm(mailed.get(person.email))

    assert.deepEqual(changed.json(), { is_changed: true })
    assert.equal((await call('GET', '/session')).statusCode, 401)
    assert.equal((await as(undefined)('GET', `/password_links/${reset}`)).statusCode, 404)
    const logIn = (address: string) =>
      as(undefined)('POST', '/session', { body: { email: address, password: PASSWORD } })
    assert.deepEqual([(await logIn(email)).statusCode, (await logIn(person.email)).statusCode], [200, 401])
  })

  test('is not asked for with a stolen session alone, and tells strangers nothing of who has which', async () => {
    const person = await employee()
    const other = await employee()
    const call = await open(person.account)

    const without = await call('POST', '/session/email', { email: 'mallory@evil.test' })
    const wrong = await call('POST', '/session/email', { email: 'mallory@evil.test', password: 'not this one' })
    const taken = await call('POST', '/session/email', { email: other.email, password: PASSWORD })
    const mailed = await tokens()
    const byOld = await confirm(mailed.get(person.email))
    const byNew = await confirm(mailed.get(other.email))

    assert.deepEqual([without.statusCode, wrong.statusCode, taken.statusCode], [422, 422, 202])
    assert.deepEqual(byOld.json(), { is_changed: false })
    assert.deepEqual([byNew.statusCode, byNew.json().errors[0].code], [422, 'taken'])
    assert.equal((await v2('GET', `/accounts/${person.account}`)).json().email, person.email)
  })
})

describe('one password for two log-ins', () => {
  test('opens what was chosen and nothing else', async () => {
    const email = `${unique('both')}@acme.test`
    const own = await employee(email)
    const other = await managerWith(['*'], email)
    const call = browser('')

    const asked = await call('POST', '/session', { email, password: PASSWORD })
    const account = `acme:${own.account}`
    const chosen = await call('POST', '/session', { email, password: PASSWORD, account })
    const switched = await call('POST', '/session/switch', { scope: 'manager' })

    assert.equal(asked.statusCode, 409)
    assert.deepEqual([chosen.json().person.technical_id, chosen.json().other_scopes], [own.id, []])
    assert.deepEqual([switched.statusCode, other.account.startsWith('manager:')], [404, true])
  })
})
