import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'

const service = await startApp()
const { v2, clock, pool, keyring } = service
clock.stop()
const { ready, read, mails, linkTo, visitor, codeFor } = packageCalls(service)

const wrongOf = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
const errorOf = (answer: { statusCode: number; json(): { errors?: { code: string }[] } }) =>
  answer.json().errors?.[0]?.code

/** A package of an employee without a log-in, and the link that was mailed. */
async function aLink(over: object = {}) {
  const employee = await anEmployee(service, { email: `${unique('eve')}@acme.test`, ...over })
  const id = await ready(employee)
  return { employee, id, token: await linkTo(id) }
}

/** The calls of a person who has entered the code. */
async function visiting(id: string, token: string) {
  const answer = await visitor(token)('POST', '/visits', { code: await codeFor(id, token) })
  assert.equal(answer.statusCode, 204, answer.body)
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  return visitor(token, cookie)
}

describe('the mail', () => {
  test('leads who can log in to the portal, and others to a link of their own; it names nothing of the package', async () => {
    const email = `${unique('ann')}@acme.test`
    const withLogIn = await anEmployee(service, { email, language: 'fr-fr' })
    await v2('PUT', `/accounts/employee:${withLogIn}`, { body: { email, is_active: true } })
    await giveCheapPassword(service, `employee:${withLogIn}`, 'a password of sorts')
    const id = await ready(withLogIn)

    const [mail] = await mails(id)
    const { id: other } = await aLink()
    const [linked] = await mails(other)

    assert.deepEqual([mail?.to, mail?.subject], [email, 'Vos données personnelles sont prêtes'])
    assert.match(mail?.text ?? '', /\/portal\/my-data\b/)
    assert.doesNotMatch(mail?.text ?? '', /\/my-data\/[\w-]{40}/)
    assert.match(linked?.text ?? '', /\/my-data\/[\w-]{43,}/)
  })

  test('is not sent where the package was asked for without, or nobody has an address', async () => {
    const silent = await ready(await anEmployee(service, { email: 'a@acme.test' }), { notify: false })
    const unknown = await ready(await anEmployee(service))

    assert.deepEqual([await mails(silent), await mails(unknown)], [[], []])
  })
})

describe('a link', () => {
  test('says whose it is, and gives nothing before the code that is mailed to the same address', async () => {
    const { employee, id, token } = await aLink({ email: 'eve@outside.test', language: 'de-de' })
    const door = visitor(token)

    const shown = await door('GET', '')
    const refused = await door('GET', '/file')
    const visit = await visiting(id, token)
    const file = await visit('GET', '/file')

    const { size, expires_at, sha256 } = await read(id)
    assert.deepEqual(shown.json(), {
      client_name: 'Acme',
      email_hint: 'e•••@outside.test',
      language: 'de-de',
      size,
      expires_at,
      is_open: false,
    })
    assert.deepEqual(codeOf(refused), [403, 'code_required'])
    assert.deepEqual([file.statusCode, file.headers.etag, file.rawPayload.length], [200, `"${sha256}"`, size])
    assert.equal((await visit('GET', '')).json().is_open, true)
    assert.deepEqual(
      (await read(id)).downloads.map(({ actor }) => actor.type),
      ['external'],
    )
    const audit = auditCalls(service)
    await audit.chain()
    const [entry] = await audit.entries({ action: 'access_package.downloaded', resource_id: id })
    assert.deepEqual([entry?.actor_type, entry?.subject?.technical_id], ['external', employee])
  })

  test('422 for a wrong code, a used one and one of ten minutes ago', async () => {
    const { id, token } = await aLink()
    const enter = (code: string) => visitor(token)('POST', '/visits', { code })
    const first = await codeFor(id, token)

    assert.equal(errorOf(await enter(wrongOf(first))), 'wrong_code')
    assert.equal((await enter(` ${first.slice(0, 3)}-${first.slice(3)}`)).statusCode, 204)
    assert.equal(errorOf(await enter(first)), 'code_expired')
    const second = await codeFor(id, token)
    clock.advance(600)
    assert.equal(errorOf(await enter(second)), 'code_expired')
    clock.advance(-600)
    for (const [body, error] of [
      [{}, 'required'],
      [{ code: 1 }, 'wrong_type'],
      [{ code: '1'.repeat(21) }, 'too_long'],
    ] as const) {
      const answer = await visitor(token)('POST', '/visits', body)
      assert.deepEqual([answer.statusCode, errorOf(answer)], [422, error])
    }
  })

  test('ends with the tenth wrong code, however many come at once; the right one is worth nothing then', async () => {
    const { id, token } = await aLink()
    const code = await codeFor(id, token)
    const guesses = Array.from({ length: 30 }, (_, step) => wrongOf(code, step + 1))

    const answers = await Promise.all(guesses.map((guess) => visitor(token)('POST', '/visits', { code: guess })))
    const right = await visitor(token)('POST', '/visits', { code })

    assert.ok(answers.filter((one) => errorOf(one) === 'wrong_code').length <= 10)
    for (let step = 31; (await visitor(token)('GET', '')).statusCode === 200; step += 1) {
      clock.advance(1000)
      const next = await codeFor(id, token)
      await visitor(token)('POST', '/visits', { code: wrongOf(next) })
      assert.ok(step < 60)
    }
    assert.notEqual(right.statusCode, 204)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/codes', undefined],
      ['POST', '/visits', { code }],
      ['GET', '/file', undefined],
    ] as const) {
      assert.deepEqual(codeOf(await visitor(token)(method, path, body)), [404, 'link_expired'])
    }
  })

  test('429 for many codes at once, and for more than ten in all', async () => {
    const { token } = await aLink()
    const order = () => visitor(token)('POST', '/codes')
    let accepted = 0
    let last = await order()
    for (let hours = 0; hours < 20; hours += 1) {
      if (last.statusCode === 202) accepted += 1
      clock.advance(3600)
      last = await order()
    }
    clock.advance(-20 * 3600)

    assert.deepEqual([accepted, ...codeOf(last)], [10, 429, 'too_many_codes'])
    const { token: other } = await aLink()
    const burst = await Promise.all(Array.from({ length: 8 }, () => visitor(other)('POST', '/codes')))
    assert.ok(burst.some((one) => one.statusCode === 429))
  })

  test('404 for links that were not made, were changed, are of another client, or of a package that is gone', async () => {
    const { id, token } = await aLink()
    const rival = token.slice(0, 43) + Buffer.from('globex').toString('base64url')
    for (const wrong of [
      `${token.slice(0, 42)}A${token.slice(43)}`,
      token.slice(0, 43),
      `${token}A`,
      rival,
      'x',
      'x'.repeat(200),
      '..%2F..',
    ]) {
      const answer = await visitor(wrong)('GET', '')
      if (wrong.startsWith(token.slice(0, 43)) && answer.statusCode === 200) continue
      assert.equal(answer.statusCode, 404, wrong)
    }
    const visit = await visiting(id, token)

    await v2('DELETE', `/access_packages/${id}`)

    assert.deepEqual(codeOf(await visit('GET', '/file')), [404, 'link_expired'])
    assert.deepEqual(codeOf(await visit('GET', '')), [404, 'link_expired'])
  })

  test('a visit ends after two hours, and opens no other package', async () => {
    const [one, other] = [await aLink(), await aLink()]
    const answer = await visitor(one.token)('POST', '/visits', { code: await codeFor(one.id, one.token) })
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')

    assert.match(
      String(answer.headers['set-cookie']),
      new RegExp(`Path=/portal/api/access_packages/${one.token}; HttpOnly`),
    )
    assert.deepEqual(codeOf(await visitor(other.token, cookie)('GET', '/file')), [403, 'code_required'])
    clock.advance(2 * 3600)
    assert.deepEqual(codeOf(await visitor(one.token, cookie)('GET', '/file')), [403, 'code_required'])
    clock.advance(-2 * 3600)
    assert.equal((await visitor(one.token, cookie)('GET', '/file')).statusCode, 200)
  })

  test('is stored as a keyed hash alone, and so are its codes and visits', async () => {
    const { id, token } = await aLink()
    const code = await codeFor(id, token)

    const { rows } = await pool.query('SELECT * FROM access_package_links WHERE package_id = $1', [id])
    const { rows: jobs } = await pool.query(`SELECT data::text FROM jobs.job WHERE name LIKE 'access-packages.%'`)

    const stored = JSON.stringify([rows, jobs])
    assert.ok(!stored.includes(token.slice(0, 43)) && !stored.includes(`"${code}"`))
    assert.ok(rows[0].link_hash.equals(keyring.fingerprint(`access package link ${token.slice(0, 43)}`)))
    assert.ok(!service.logged.join('').includes(code))
  })
})
