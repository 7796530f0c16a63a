import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey, anApplication, basic, unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'

/** A secret is guessed neither by many tries at once nor by odd spellings, and guessers do not keep its owner out. */
const service = await startApp()
const { app, clock } = service
// The first wait lasts a second, which a slow machine needs for less than what a test does.
clock.stop()

async function aLogIn(email = `${unique('eve')}@acme.test`, password = unique('a long password')) {
  const id = await anEmployee(service, { email })
  await giveCheapPassword(service, `employee:${id}`, password)
  return { email, password }
}

let networks = 0
const elsewhere = () => `10.7.${Math.floor(++networks / 250)}.${networks % 250}`

const logIn = (email: string, password: string, remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: '/portal/api/session',
    remoteAddress,
    headers: { 'x-requested-with': 'dossier' },
    payload: { email, password },
  })

const askToken = (id: string, secret: string, remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    remoteAddress,
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })

const useKey = (key: string, remoteAddress: string) =>
  app.inject({ url: '/api/nowhere', remoteAddress, headers: { 'x-api-key': key } })

type Call = (index: number) => Promise<{ statusCode: number }>

/** How many of many calls at the same moment were answered otherwise than by 429. */
async function heardOf(times: number, call: Call): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => call(index)))
  return answers.filter(({ statusCode }) => statusCode !== 429).length
}

/** Of as many calls, only so many were heard before the first wait. */
async function assertSlowed(times: number, firstSlowed: number, call: Call): Promise<void> {
  assert.equal(await heardOf(times, call), firstSlowed)
}

describe('a burst of guesses at the same moment', () => {
  test('at a password does not outrun the counter', async () => {
    const { email } = await aLogIn()
    const network = elsewhere()

    await assertSlowed(200, 10, () => logIn(email, 'a guess', network))
  })

  test('at the secret of an application does not outrun the counter', async () => {
    const { id } = await anApplication(service)
    const network = elsewhere()

    await assertSlowed(200, 10, (index) => askToken(id, `guess ${index}`, network))
  })

  test('at API keys does not outrun the counter', async () => {
    const network = elsewhere()

    await assertSlowed(200, 10, (index) => useKey(`guess ${index}`, network))
  })

  test('from many networks at the same moment does not outrun the counter of the account', async () => {
    const { email } = await aLogIn()
    const { id } = await anApplication(service)

    await assertSlowed(100, 30, () => logIn(email, 'a guess', elsewhere()))
    await assertSlowed(100, 30, () => askToken(id, 'a guess', elsewhere()))
  })

  test('of right secrets is not slowed: what is right is given back', async () => {
    const { id, secret } = await anApplication(service)
    const { email, password } = await aLogIn()
    const { key } = await anApiKey(service)
    const network = elsewhere()

    assert.equal(await heardOf(60, () => askToken(id, secret, network)), 60)
    assert.equal(await heardOf(30, () => logIn(email, password, network)), 30)
    assert.equal(await heardOf(60, () => useKey(key, network)), 60)
  })
})

describe('a guesser who has to wait', () => {
  test('does not learn that an API key is right', async () => {
    const { key } = await anApiKey(service)
    await useKey(key, elsewhere())
    const network = elsewhere()
    for (let index = 0; index < 10; index++) await useKey(`guess ${index}`, network)

    assert.equal((await useKey(key, network)).statusCode, 429)
  })

  test('does not start a new count by another spelling of the address', async () => {
    const name = unique('eve')
    const { email, password } = await aLogIn(`${name}@bücher.test`)
    const spellings = [
      email,
      email.toUpperCase(),
      ` ${email}`,
      `${name}@xn--bcher-kva.test`,
      `${name}@bu\u0308cher.test`,
      `${name.replace('eve', 'ｅｖｅ')}@bücher.test`,
      `${name.replace('eve', 'ＥＶＥ')}@BÜCHER.test`,
    ]

    for (let index = 0; index < 35; index++) {
      await logIn(spellings[index % spellings.length] ?? '', 'a guess', elsewhere())
    }

    for (const spelling of spellings) {
      assert.equal((await logIn(spelling, password, elsewhere())).statusCode, 429, spelling)
    }
  })

  test('does not start a new count by a spelling that only a database takes for the same', async () => {
    const name = unique('v')
    const { email, password } = await aLogIn(`${name}.mike@acme.test`)
    for (let index = 0; index < 35; index++) await logIn(email, 'a guess', elsewhere())

    assert.equal((await logIn(email, password, elsewhere())).statusCode, 429)
    assert.equal((await logIn(`${name}.mİke@acme.test`, password, elsewhere())).statusCode, 401)
  })

  test('does not start a new count by another address of the same IPv6 network', async () => {
    const { email, password } = await aLogIn()
    const { id, secret } = await anApplication(service)
    const { key } = await anApiKey(service)
    const rotating = (network: string, index: number) => `2001:db8:${network}:7:${index.toString(16)}::1`

    for (let index = 0; index < 12; index++) await logIn(email, 'a guess', rotating('a', index))
    for (let index = 0; index < 12; index++) await askToken(unique('any'), 'a guess', rotating('b', index))
    for (let index = 0; index < 12; index++) await useKey(unique('a guess'), rotating('c', index))

    assert.equal((await logIn(email, password, rotating('a', 99))).statusCode, 429)
    assert.equal((await askToken(id, secret, rotating('b', 99))).statusCode, 429)
    assert.equal((await useKey(key, rotating('c', 99))).statusCode, 429)
  })

  test('does not get tries back by logging in with an account of their own', async () => {
    const own = await aLogIn()
    const victim = await aLogIn()
    const network = elsewhere()

    for (let index = 0; index < 12; index++) {
      await logIn(victim.email, 'a guess', network)
      await logIn(own.email, own.password, network)
    }

    assert.equal((await logIn(victim.email, victim.password, network)).statusCode, 429)
    assert.equal((await logIn(own.email, own.password, network)).statusCode, 200)
  })

  test('cannot go through the accounts of everybody from one network', async () => {
    const emails = [`${unique('nobody')}@acme.test`]
    while (emails.length < 15) emails.push((await aLogIn()).email)
    const network = elsewhere()

    await assertSlowed(150, 100, (index) => logIn(emails[index % emails.length] ?? '', 'a guess', network))
  })
})

describe('the owner of a secret', () => {
  test('logs in from their own network while others guess from everywhere', async () => {
    const { email, password } = await aLogIn()
    const home = elsewhere()
    assert.equal((await logIn(email, password, home)).statusCode, 200)

    const statuses = []
    for (let index = 0; index < 40; index++) statuses.push((await logIn(email, 'a guess', elsewhere())).statusCode)

    assert.ok(statuses.includes(429), 'the guessers are slowed')
    assert.equal((await logIn(email, password, home)).statusCode, 200)
  })

  test('gets a token from the network of the application while others guess from everywhere', async () => {
    const { id, secret } = await anApplication(service)
    const home = elsewhere()
    assert.equal((await askToken(id, secret, home)).statusCode, 200)

    const statuses = []
    for (let index = 0; index < 40; index++) statuses.push((await askToken(id, 'a guess', elsewhere())).statusCode)

    assert.ok(statuses.includes(429), 'the guessers are slowed')
    assert.equal((await askToken(id, secret, home)).statusCode, 200)
  })
})
