import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailPasswordLinks } from '#modules/auth/jobs.ts'
import type { PasswordLinkJobData } from '#modules/auth/passwords/password-links.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'

/** One client must not be able to hurt another's person, and an address is not proof of being its owner. */
const service = await startApp()
const { app, pool, clock } = service
clock.stop()

type Owner = typeof acme | typeof globex

/** A log-in at a client; acme comes before globex in every list. */
async function aLogIn(email: string, { owner = acme as Owner, password = unique('a long password') } = {}) {
  const id = await anEmployee(service, { email, owner })
  await giveCheapPassword(service, `employee:${id}`, password, owner)
  return { id, password }
}

let networks = 0
const elsewhere = () => `10.9.${Math.floor(++networks / 250)}.${networks % 250}`

const logIn = (email: string, password: string, { client = '', remoteAddress = elsewhere() } = {}) =>
  app.inject({
    method: 'POST',
    url: '/portal/api/session',
    remoteAddress,
    headers: { 'x-requested-with': 'dossier' },
    payload: { email, password, ...(client ? { client } : {}) },
  })

/** Orders reset mails for an address as somebody typed it, and runs the jobs until nothing is left to do. */
async function resetMails(email: string) {
  await app.inject({
    method: 'POST',
    url: '/portal/api/password_links',
    remoteAddress: elsewhere(),
    headers: { 'x-requested-with': 'dossier' },
    payload: { email },
  })
  const office = aRecordingMailer()
  for (;;) {
    const { rows } = await pool.query<{ data: PasswordLinkJobData }>(
      'DELETE FROM jobs.job WHERE name = $1 RETURNING data',
      [mailPasswordLinks.name],
    )
    if (rows.length === 0) break
    for (const { data } of rows) await runJob({ ...service, mailer: office.mailer }, mailPasswordLinks, data)
  }
  return Promise.all(
    office.sent.map(async ({ to, text }) => {
      const tokens = [...text.matchAll(/\/password\/([\w-]+)/g)].map(([, token]) => token)
      const holders = tokens.map(async (token) =>
        (await app.inject({ url: `/portal/api/password_links/${token}` })).json(),
      )
      return { to, for: (await Promise.all(holders)).map((one) => `${one.client_name} ${one.scope} ${one.email}`) }
    }),
  )
}

describe('a reset mail', () => {
  // For each, what PostgreSQL or JavaScript takes for the same text, and a mail server for another mailbox.
  const spellings: [what: string, victim: (name: string) => string, attacker: (name: string) => string][] = [
    ['a dotted capital İ', (name) => `${name}.mike@acme.test`, (name) => `${name}.mİke@acme.test`],
    ['a dotless ı', (name) => `${name}.mike@acme.test`, (name) => `${name}.mıke@acme.test`],
    ['ß', (name) => `${name}.strasse@acme.test`, (name) => `${name}.straße@acme.test`],
    ['a capital ẞ', (name) => `${name}.straße@acme.test`, (name) => `${name}.straẞe@acme.test`],
    ['a letter with an accent in capitals', (name) => `${name}.rené@acme.test`, (name) => `${name}.RENÉ@acme.test`],
    ['full-width letters', (name) => `${name}.ada@acme.test`, (name) => `${name}.ａｄａ@acme.test`],
    ['a combining mark', (name) => `${name}.ren\u00e9@acme.test`, (name) => `${name}.rene\u0301@acme.test`],
    ['capitals', (name) => `${name}.ada@acme.test`, (name) => `${name}.ADA@acme.test`],
  ]
  for (const [what, victimOf, attackerOf] of spellings) {
    test(`to an address that differs by ${what} never holds the link of another account`, async () => {
      const name = unique('v')
      const victim = victimOf(name)
      const attacker = attackerOf(name)
      await aLogIn(victim)
      await aLogIn(attacker, { owner: globex })

      const mails = [...(await resetMails(attacker)), ...(await resetMails(victim))]

      assert.ok(mails.length >= 2)
      for (const mail of mails) {
        const expected = mail.to === victim ? `Acme employee ${victim}` : `Globex employee ${attacker}`
        assert.deepEqual(mail.for, [expected])
        assert.ok([victim, attacker].includes(mail.to))
      }
    })
  }

  test('holds one link, also for a person who is an employee and a manager', async () => {
    const email = `${unique('both')}@acme.test`
    await aLogIn(email)
    const manager = await aManager(service, { email })
    await giveCheapPassword(service, `manager:${manager}`, 'another long one')

    const mails = await resetMails(email)

    assert.deepEqual(mails.map((mail) => mail.for).sort(), [[`Acme employee ${email}`], [`Acme manager ${email}`]])
  })

  test('is not pushed out by fifty accounts that another client makes for the address', async () => {
    const email = `${unique('victim')}@acme.test`
    for (let index = 0; index < 50; index++) await aLogIn(email)
    await aLogIn(email, { owner: globex })

    const mails = await resetMails(email)

    assert.ok(mails.some((mail) => mail.for.includes(`Globex employee ${email}`)))
  })
})

describe('logging in', () => {
  test('six accounts at the address in an earlier client do not lock the person out', async () => {
    const email = `${unique('victim')}@acme.test`
    for (let index = 0; index < 6; index++) await aLogIn(email)
    const { id, password } = await aLogIn(email, { owner: globex })

    const named = await logIn(email, password, { client: 'globex' })

    assert.equal(named.statusCode, 200, named.body)
    assert.equal(named.json().person.technical_id, id)
  })

  test('a client cannot have the password of another’s person tried at its own account', async () => {
    const email = `${unique('victim')}@acme.test`
    const { password } = await aLogIn(email, { owner: globex })
    await aLogIn(email, { password })

    const unnamed = await logIn(email, password)
    const wrong = await logIn(email, 'not the password')

    for (const answer of [unnamed, wrong]) {
      assert.equal(answer.statusCode, 409)
      assert.deepEqual(answer.json().clients, [
        { id: 'acme', name: 'Acme' },
        { id: 'globex', name: 'Globex' },
      ])
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  })

  test('at the host name of a client a password is tried at that client alone', async () => {
    const email = `${unique('victim')}@acme.test`
    const { password } = await aLogIn(email)
    const { id, password: other } = await aLogIn(email, { owner: globex })
    await pool.query(`INSERT INTO client_hostnames (client_id, hostname) VALUES ('globex', 'hr.globex.test')`)
    const atHost = (secret: string) =>
      app.inject({
        method: 'POST',
        url: '/portal/api/session',
        remoteAddress: elsewhere(),
        headers: { 'x-requested-with': 'dossier', host: 'HR.globex.test:8080' },
        payload: { email, password: secret },
      })

    assert.equal((await atHost(password)).statusCode, 401)
    assert.equal((await atHost(other)).json().person.technical_id, id)
  })

  test('nobody learns where very many addresses have log-ins: asking is slowed', async () => {
    const email = `${unique('victim')}@acme.test`
    await aLogIn(email)
    await aLogIn(email, { owner: globex })
    const remoteAddress = elsewhere()

    const statuses = new Set<number>()
    for (let index = 0; index < 101; index++) statuses.add((await logIn(email, 'x', { remoteAddress })).statusCode)

    assert.deepEqual([...statuses], [409, 429])
  })

  test('failures at one client do not slow the person of the same address at another', async () => {
    const email = `${unique('victim')}@acme.test`
    await aLogIn(email)
    const { password } = await aLogIn(email, { owner: globex })
    const remoteAddress = elsewhere()

    for (let index = 0; index < 30; index++) await logIn(email, 'wrong', { client: 'acme', remoteAddress })
    for (let index = 0; index < 30; index++) await logIn(email, 'wrong', { client: 'acme' })

    assert.equal((await logIn(email, password, { client: 'globex', remoteAddress })).statusCode, 200)
    assert.equal((await logIn(email, password, { client: 'globex' })).statusCode, 200)
  })

  test('where an address has log-ins at one client only, nothing needs to be named', async () => {
    const email = `${unique('only')}@acme.test`
    const { password } = await aLogIn(email)

    assert.equal((await logIn(email, password)).statusCode, 200)
    assert.equal((await logIn(email, password, { client: 'globex' })).statusCode, 401)
    assert.equal((await logIn(email, password, { client: 'nowhere' })).statusCode, 401)
  })
})
