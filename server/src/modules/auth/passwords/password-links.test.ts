import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expireTokens, mailPasswordLinks } from '#modules/auth/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { PasswordLinkJobData } from './password-links.ts'

const service = await startApp()
const { app, v2, pool, clock, db } = service
clock.stop()
const { as, sessionOf } = portalCalls(service)
const nobody = as(undefined)
const PASSWORD = 'a long and lovely one'

await anOrganization(service, { code: 'HQ' })
const inAll = (role: string) => [{ role, organizations: ['HQ'], include_below: true }]
const admin = await aManager(service, { profiles: inAll(await aRole(service, { permissions: ['users:write'] })) })

/** An employee with an account. */
async function aLogIn({
  password = null,
  ...more
}: {
  password?: string | null
  language?: string
  email?: string
} = {}) {
  const email = more.email ?? `${unique('eve')}@acme.test`
  const id = await anEmployee(service, { ...more, email })
  if (password === null) await v2('PUT', `/accounts/employee:${id}`, { body: {} })
  else await giveCheapPassword(service, `employee:${id}`, password)
  return { id, email, account: `employee:${id}` as const }
}

const seen = new Set<string>()

/** Runs the jobs that wait for an address; the mails, and the tokens in them. */
async function mailedTo(email: string) {
  const office = aRecordingMailer()
  const waiting = async () => {
    const { rows } = await pool.query<{ id: string; data: PasswordLinkJobData }>(
      `SELECT id, data FROM jobs.job WHERE name = $1 AND lower(data ->> 'email') = lower($2)`,
      [mailPasswordLinks.name, email],
    )
    return rows.filter((one) => !seen.has(one.id))
  }
  const orders = await waiting()
  for (let batch = orders; batch.length > 0; batch = await waiting()) {
    for (const { id, data } of batch) {
      seen.add(id)
      await runJob({ ...service, mailer: office.mailer }, mailPasswordLinks, data)
    }
  }
  const tokens = office.sent.flatMap((mail) =>
    [...mail.text.matchAll(/\/password\/([\w-]+)/g)].map(([, one]) => one ?? ''),
  )
  return { orders: orders.length, mails: office.sent, tokens }
}

const order = (email: string, remoteAddress?: string) =>
  app.inject({
    method: 'POST',
    url: '/portal/api/password_links',
    headers: { 'x-requested-with': 'dossier' },
    payload: { email },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })

async function aLink(email: string): Promise<string> {
  await order(email)
  const { tokens } = await mailedTo(email)
  return tokens[0] ?? ''
}

const use = (token: string, password: string) => nobody('POST', `/password_links/${token}`, { body: { password } })
const logIn = (email: string, password: string) => nobody('POST', '/session', { body: { email, password } })

describe('POST /portal/api/password_links', () => {
  test('202 mails a link, in the language of the person, that sets the password once and logs in', async () => {
    const { id, email, account } = await aLogIn({ password: 'the old password', language: 'fr-fr' })
    const before = await sessionOf(account)

    const ordered = await order(email.toUpperCase())
    const { mails, tokens } = await mailedTo(email)
    const [token = ''] = tokens
    const shown = await nobody('GET', `/password_links/${token}`)
    const used = await use(token, PASSWORD)
    const again = await use(token, 'another good password')

    assert.deepEqual([ordered.statusCode, ordered.body, mails.length], [202, 'null', 1])
    assert.equal(mails[0]?.subject, 'Choisissez un nouveau mot de passe')
    assert.deepEqual(shown.json(), { email, client_name: 'Acme', scope: 'employee', is_first: false })
    assert.equal(used.json().person.technical_id, id)
    assert.match(String(used.headers['set-cookie']), /dossier_session=.*HttpOnly; SameSite=Lax/)
    assert.deepEqual([again.statusCode, again.json().code], [404, 'link_expired'])
    assert.equal((await logIn(email, PASSWORD)).statusCode, 200)
    const old = await app.inject({ url: '/portal/api/session', headers: { cookie: before } })
    assert.equal(old.statusCode, 401)
    assert.deepEqual((await eventsOf(db, account)).slice(-3), [
      'account.updated',
      'account.logged_in',
      'account.logged_in',
    ])
    const byWhom = await db
      .selectFrom('events')
      .select(['actor_type', 'actor_id', 'actor_name'])
      .where('resource_id', '=', account)
      .where('type', '=', 'account.logged_in')
      .execute()
    for (const one of byWhom) assert.deepEqual(one, { actor_type: 'employee', actor_id: id, actor_name: `Eve ${id}` })
  })

  test('202 for an address of nobody, of a deleted person or of a log-in that is off, and no mail', async () => {
    const deleted = await aLogIn()
    const off = await aLogIn()
    await v2('DELETE', `/employees/${deleted.id}`)
    await v2('PATCH', `/accounts/${off.account}`, { body: { is_active: false } })

    for (const email of [`${unique('nobody')}@acme.test`, deleted.email, off.email]) {
      assert.equal((await order(email)).statusCode, 202)
      const { orders, mails } = await mailedTo(email)
      assert.deepEqual([orders, mails], [1, []])
    }
  })

  test('each log-in gets a mail and a link of its own, which names the client and the role', async () => {
    const { email, id } = await aLogIn({ password: 'the old password' })
    await aManager(service, { technical_id: `M-${id}`, email })
    await giveCheapPassword(service, `manager:M-${id}`, 'the old password')
    await anEmployee(service, { technical_id: 'GE-5', email, owner: globex })
    await v2('PUT', '/accounts/employee:GE-5', { application: 'rival', body: {} })
    await order(email)

    const { mails, tokens } = await mailedTo(email)

    assert.deepEqual([mails.length, tokens.length, new Set(tokens).size], [3, 3, 3])
    const holders = await Promise.all(tokens.map(async (one) => (await nobody('GET', `/password_links/${one}`)).json()))
    assert.deepEqual(holders.map((one) => `${one.client_name} ${one.scope}`).sort(), [
      'Acme employee',
      'Acme manager',
      'Globex employee',
    ])
    for (const named of [
      /employee\s+log-in\s+at\s+Acme/,
      /manager\s+log-in\s+at\s+Acme/,
      /Globex\s+gives\s+you\s+access/,
    ]) {
      assert.equal(mails.filter(({ text }) => named.test(text)).length, 1)
    }
  })

  test('only the log-ins of the client that the page names get a mail', async () => {
    const { email } = await aLogIn()
    await anEmployee(service, { technical_id: 'GE-6', email, owner: globex })
    await v2('PUT', '/accounts/employee:GE-6', { application: 'rival', body: {} })
    await nobody('POST', '/password_links', { body: { email, client: 'globex' } })

    const { mails, tokens } = await mailedTo(email)

    assert.equal(mails.length, 1)
    assert.equal((await nobody('GET', `/password_links/${tokens[0]}`)).json().client_name, 'Globex')
  })

  test('no link and no session once the log-in is switched off or the person deleted', async () => {
    const off = await aLogIn()
    const deleted = await aLogIn()
    const links = [await aLink(off.email), await aLink(deleted.email)]
    const cookies = [await sessionOf(off.account), await sessionOf(deleted.account)]
    await v2('PATCH', `/accounts/${off.account}`, { body: { is_active: false } })
    await v2('DELETE', `/employees/${deleted.id}`)

    for (const token of links) assert.equal((await use(token, PASSWORD)).statusCode, 404)
    for (const cookie of cookies) {
      assert.equal((await app.inject({ url: '/portal/api/session', headers: { cookie } })).statusCode, 401)
    }
  })

  test('of two who use a link at once, one sets the password', async () => {
    const { email, account } = await aLogIn()
    const token = await aLink(email)

    const answers = await Promise.all([use(token, PASSWORD), use(token, `${PASSWORD} too`)])

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 404])
    const updates = (await eventsOf(db, account)).filter((type) => type === 'account.updated')
    assert.equal(updates.length, 1)
  })

  test('422 for a password that is short, common, or the address, and the link stays', async () => {
    const { email } = await aLogIn()
    const token = await aLink(email)
    const refusal = async (password: string) => (await use(token, password)).json().errors[0].code

    const codes = [await refusal('short'), await refusal('Passw0rd'), await refusal('aaaaaaaaa'), await refusal(email)]

    assert.deepEqual(codes, ['too_short', 'too_common', 'too_common', 'same_as_email'])
    assert.equal((await use(token, PASSWORD)).statusCode, 200)
  })

  test('429 for one address of mail asked for again and again, no matter who asks and whether it is known', async () => {
    const { email } = await aLogIn()

    for (const mailbox of [email, `${unique('nobody')}@acme.test`]) {
      const answers = []
      for (let index = 1; index < 8; index++) answers.push((await order(mailbox, `192.0.2.${index}`)).statusCode)
      assert.deepEqual(answers.slice(0, 4), [202, 202, 202, 202])
      assert.ok(answers.includes(429))
    }
  })

  test('403 without the header that only our pages send', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/portal/api/password_links',
      payload: { email: 'a@b.test' },
    })

    assert.equal(answer.json().code, 'forged_call')
  })
})

describe('POST /portal/api/admin/accounts/{id}/invitations', () => {
  const invite = (account: string) => as(`manager:${admin}`)('POST', `/admin/accounts/${account}/invitations`)

  test('202 gives a log-in to the one who has none, and mails the link for the first password', async () => {
    const email = `${unique('new')}@acme.test`
    const id = await anEmployee(service, { email })

    const answer = await invite(`employee:${id}`)
    const { mails, tokens } = await mailedTo(email)

    assert.deepEqual([answer.statusCode, answer.json()], [202, { email, transport: 'folder', link: null }])
    assert.equal(mails[0]?.subject, 'Your access to Dossier: choose a password')
    assert.equal((await nobody('GET', `/password_links/${tokens[0]}`)).json().is_first, true)
    assert.deepEqual(await eventsOf(db, `employee:${id}`), ['account.created'])
  })

  test('writes to the one who was invited, not to others of the same address', async () => {
    const { email, id } = await aLogIn()
    const other = await anEmployee(service, { email })
    await v2('PUT', `/accounts/employee:${other}`, { body: {} })

    await invite(`employee:${id}`)

    assert.equal((await mailedTo(email)).tokens.length, 1)
  })

  test('409 for a log-in that is off, 422 for nobody and for somebody without an address; nothing is left behind', async () => {
    const off = await aLogIn()
    await v2('PATCH', `/accounts/${off.account}`, { body: { is_active: false } })
    const silent = await anEmployee(service)

    const answers = [await invite(off.account), await invite('employee:nobody'), await invite(`employee:${silent}`)]

    assert.deepEqual(
      answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body).errors?.[0].field ?? JSON.parse(body).code]),
      [
        [409, 'account_inactive'],
        [422, 'id'],
        [422, 'email'],
      ],
    )
    assert.deepEqual(await eventsOf(db, `employee:${silent}`), [])
  })
})

describe('POST /portal/api/session/password', () => {
  test('204 changes it and ends every other session, and links that were mailed', async () => {
    const { email, account } = await aLogIn({ password: 'the old password' })
    const token = await aLink(email)
    const other = await sessionOf(account)

    const answer = await as(account)('POST', '/session/password', {
      body: { current: 'the old password', password: PASSWORD },
    })

    assert.equal(answer.statusCode, 204)
    assert.equal((await as(account)('GET', '/session')).statusCode, 200)
    assert.equal((await app.inject({ url: '/portal/api/session', headers: { cookie: other } })).statusCode, 401)
    assert.equal((await use(token, PASSWORD)).statusCode, 404)
    assert.equal((await logIn(email, PASSWORD)).statusCode, 200)
  })

  test('422 for a wrong one, a weak one, and without one; 429 after many wrong ones', async () => {
    const known = await aLogIn({ password: 'the old password' })
    const none = await aLogIn()
    const change = (who: `employee:${string}`, current: string, password = PASSWORD) =>
      as(who)('POST', '/session/password', { body: { current, password } })
    const codeOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) => answer.json().errors?.[0]

    assert.deepEqual(codeOf(await change(known.account, 'wrong'))?.code, 'wrong_password')
    assert.deepEqual(codeOf(await change(known.account, 'the old password', '123456789'))?.code, 'too_common')
    assert.deepEqual(codeOf(await change(none.account, 'x'))?.code, 'no_password')
    for (let index = 0; index < 12; index++) await change(known.account, 'wrong')
    assert.equal((await change(known.account, 'the old password')).statusCode, 429)
    clock.advance(1000)
    assert.equal((await change(known.account, 'the old password')).statusCode, 204)
  })
})

describe('PATCH /portal/api/session', () => {
  test('200 keeps the language of an employee and of a manager, with the event of the directory', async () => {
    const { id, account } = await aLogIn()
    const manager = await aManager(service)

    const ofEmployee = await as(account)('PATCH', '/session', { body: { language: 'FR-fr' } })
    const ofManager = await as(`manager:${manager}`)('PATCH', '/session', { body: { language: 'fr-fr' } })
    const wrong = await as(account)('PATCH', '/session', { body: { language: 'not a language' } })

    assert.deepEqual([ofEmployee.json().person.language, ofManager.json().person.language], ['fr-fr', 'fr-fr'])
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].field], [422, 'language'])
    assert.deepEqual([await eventsOf(db, id), await eventsOf(db, manager)], [['employee.updated'], ['user.updated']])
  })
})

// Last, since application tokens end on the way.
describe('a link that was mailed', () => {
  test('the newest link ends those before; a reset lasts an hour, a first password a week', async () => {
    const first = await aLogIn()
    const known = await aLogIn({ password: 'the old password' })
    const older = await aLink(first.email)
    const newer = await aLink(first.email)
    const reset = await aLink(known.email)
    const status = async (token: string) => (await nobody('GET', `/password_links/${token}`)).statusCode

    const atOnce = [await status(older), await status(newer), await status(reset)]
    clock.advance(3601)
    const afterAnHour = [await status(newer), await status(reset), (await use(reset, PASSWORD)).statusCode]
    clock.advance(7 * 86_400)
    await expireTokens.run({}, { ...service, signal: new AbortController().signal })

    assert.deepEqual(atOnce, [404, 200, 200])
    assert.deepEqual(afterAnHour, [200, 404, 404])
    assert.equal(await status(newer), 404)
    assert.deepEqual((await pool.query('SELECT FROM password_links')).rows, [])
  })
})
