import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2, db } = service

const put = async (id: string, body: object = {}) => (await v2('PUT', `/accounts/${id}`, { body })).json()
const addressOf = async (id: string): Promise<string | null> => (await v2('GET', `/accounts/${id}`)).json().email
const anAddress = () => `${unique('x')}@acme.test`

async function aLogIn(email: string, body: object = {}): Promise<string> {
  const technical_id = await anEmployee(service, { email })
  await put(`employee:${technical_id}`, body)
  return technical_id
}

const moveContact = (technical_id: string, email: string | null) =>
  v2('PATCH', `/employees/${technical_id}`, { body: { email } })

describe('the address of a log-in', () => {
  test('follows the contact address until the log-in is used, with an event', async () => {
    const before = anAddress()
    const after = anAddress()
    const technical_id = await aLogIn(before)

    await moveContact(technical_id, after)

    assert.equal(await addressOf(`employee:${technical_id}`), after)
    assert.deepEqual(await eventsOf(db, `employee:${technical_id}`), ['account.created', 'account.updated'])
  })

  for (const [how, use] of [
    ['has a password', (id: string) => put(id, { password: 'correct horse' })],
    [
      'was used',
      (id: string) =>
        sql`UPDATE accounts SET last_login_at = now() WHERE scope || ':' || technical_id = ${id}`.execute(db),
    ],
  ] as const) {
    test(`stays where it is once the log-in ${how}, whatever becomes of the contact address`, async () => {
      const email = anAddress()
      const technical_id = await aLogIn(email)
      await use(`employee:${technical_id}`)

      await moveContact(technical_id, anAddress())
      await moveContact(technical_id, null)

      assert.equal(await addressOf(`employee:${technical_id}`), email)
    })
  }

  test('of a manager stays too', async () => {
    const email = anAddress()
    const technical_id = await aManager(service, { email })
    await put(`manager:${technical_id}`, { password: 'correct horse' })

    await v2('PATCH', `/users/${technical_id}`, { body: { email: anAddress() } })

    assert.equal(await addressOf(`manager:${technical_id}`), email)
  })

  test('belongs to one employee and one manager: a second one of a kind has none, in any spelling', async () => {
    const email = anAddress()
    const first = await aLogIn(email)
    const second = await aLogIn(email.toUpperCase())
    const manager = await aManager(service, { email })
    await put(`manager:${manager}`)

    const addresses = [
      await addressOf(`employee:${first}`),
      await addressOf(`employee:${second}`),
      await addressOf(`manager:${manager}`),
    ]

    assert.deepEqual(addresses, [email, null, email])
  })

  test('of a deleted employee is free for somebody who is there', async () => {
    const email = anAddress()
    const left = await aLogIn(email, { password: 'correct horse' })
    await v2('DELETE', `/employees/${left}`)

    const hired = await aLogIn(email)
    await v2('POST', `/employees/${left}/restore`)

    assert.equal(await addressOf(`employee:${hired}`), email)
    assert.equal(await addressOf(`employee:${left}`), null)
  })

  test('goes to one of many who want it at once, and no call fails', async () => {
    const email = anAddress()
    const people = await Promise.all(Array.from({ length: 8 }, () => anEmployee(service, { email })))

    const answers = await Promise.all(people.map((one) => v2('PUT', `/accounts/employee:${one}`, { body: {} })))

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      people.map(() => 201),
    )
    assert.equal(answers.filter((one) => one.json().email === email).length, 1)
  })
})
