import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvidenceEntry } from '#modules/signatures/processes/schemas.ts'
import { Problem } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { signingToken } from './signing-link.ts'
import { callerFor, expectVisit, isVisiting, type LinkHolder, VISIT_SECONDS } from './visit.ts'

const service = await startApp()
const { v2, pool, clock, keyring, app } = service
clock.stop()
const { started, read, visitor, codeFor, visiting } = signatureCalls(service)

const evidenceOf = async (id: string): Promise<EvidenceEntry[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()
const timesIn = async (id: string, action: string) =>
  (await evidenceOf(id)).filter((one) => one.action === action).length
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const wrong = (code: 'wrong_code' | 'code_expired') => ({
  code: 'validation_error',
  message: 'Validation failed',
  errors: [
    {
      field: 'code',
      code,
      message:
        code === 'wrong_code'
          ? 'The code is incorrect.'
          : 'The code has expired or was tried too often. Request a new one.',
    },
  ],
})

/** A process with one external, and how they enter codes, each from another address. */
async function aVisit() {
  const process = await started()
  const [signer = assert.fail()] = process.signers
  const enter = (code: string) => visitor(signer.id)('POST', '/visits', { body: { code } })
  return { process, signer, enter, order: () => codeFor(process, signer.id) }
}

describe('POST /signing/{token}/visits', () => {
  test('204 sets a cookie for this link alone, that scripts cannot read, for two hours', async () => {
    const { signer, enter, order } = await aVisit()

    const answer = await enter(await order())

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const cookie = String(answer.headers['set-cookie'])
    const path = `/portal/api/signing/${signingToken(keyring, signer.id)}`
    assert.match(cookie, /^dossier_signing=[\w-]{43}; /)
    assert.equal(
      cookie.replace(/=[\w-]{43}/, '=…'),
      `dossier_signing=…; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=7200`,
    )
    assert.equal(VISIT_SECONDS, 7200)
  })

  test('the secret of the cookie is kept as a keyed hash, and the code is forgotten', async () => {
    const { signer, enter, order } = await aVisit()
    const answer = await enter(await order())
    const secret = /=([\w-]{43});/.exec(String(answer.headers['set-cookie']))?.[1] ?? assert.fail()

    const { rows } = await pool.query(`SELECT * FROM signature_signers WHERE id = $1`, [signer.id])

    const { code_hash, code_expires_at, visit_hash, visit_expires_at } = rows[0]
    assert.deepEqual([code_hash, code_expires_at], [null, null])
    assert.deepEqual(visit_expires_at.getTime() - clock.now().getTime(), VISIT_SECONDS * 1000)
    assert.equal(visit_hash.length, 32)
    assert.ok(!JSON.stringify(rows[0]).includes(secret) && !visit_hash.equals(Buffer.from(secret, 'base64url')))
  })

  test('422 for a wrong code, with the exact body, and once it was tried five times for the right one too', async () => {
    const { process, enter, order } = await aVisit()
    const code = await order()

    for (let tries = 1; tries <= 5; tries += 1) {
      const answer = await enter(otherThan(code, tries))
      assert.deepEqual([answer.statusCode, answer.json()], [422, wrong('wrong_code')], `${tries}`)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
    const answer = await enter(code)
    assert.deepEqual([answer.statusCode, answer.json()], [422, wrong('code_expired')])
    assert.deepEqual([await timesIn(process.id, 'code_refused'), await timesIn(process.id, 'code_accepted')], [6, 0])
  })

  test('204 for the right code on the fifth try', async () => {
    const { enter, order } = await aVisit()
    const code = await order()
    for (let tries = 1; tries <= 4; tries += 1) await enter(otherThan(code, tries))

    assert.equal((await enter(code)).statusCode, 204)
  })

  test('422 for eight wrong codes at once: five of them are looked at, and then not even the right one', async () => {
    const { process, enter, order } = await aVisit()
    const code = await order()

    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => enter(otherThan(code, index + 1))))

    const codes = answers.map((one) => one.json().errors[0].code).toSorted()
    assert.deepEqual(codes, [...Array(3).fill('code_expired'), ...Array(5).fill('wrong_code')])
    assert.equal((await enter(code)).json().errors[0].code, 'code_expired')
    assert.equal(await timesIn(process.id, 'code_refused'), 9)
  })

  test('204 for one of those who enter the same code at once: it is of use once', async () => {
    const { process, enter, order } = await aVisit()
    const code = await order()

    const answers = await Promise.all([enter(code), enter(code), enter(code)])

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [204, 422, 422])
    for (const answer of answers.filter((one) => one.statusCode === 422)) {
      assert.deepEqual(answer.json(), wrong('code_expired'))
    }
    assert.deepEqual([await timesIn(process.id, 'code_accepted'), await timesIn(process.id, 'code_refused')], [1, 2])
  })

  test('422 for the code of another signer of the same document', async () => {
    const process = await started({ signers: [anExternal(), anExternal()] })
    const [one = assert.fail(), other = assert.fail()] = process.signers
    const [own, theirs] = [await codeFor(process, one.id), await codeFor(process, other.id)]
    if (own === theirs) return

    const answer = await visitor(one.id)('POST', '/visits', { body: { code: theirs } })

    assert.deepEqual([answer.statusCode, answer.json()], [422, wrong('wrong_code')])
    assert.equal((await visitor(other.id)('POST', '/visits', { body: { code: theirs } })).statusCode, 204)
  })

  test('204 also when the process is over: who has signed may still look at it', async () => {
    const { process, signer, order, enter } = await aVisit()
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [process.id] } })

    assert.equal((await enter(await order())).statusCode, 204)
    const visit = await visiting(process, signer.id)
    const { status, may_sign } = (await visit('GET', '/document')).json()
    assert.deepEqual([status, may_sign], ['canceled', false])
  })

  test('the try, its evidence and the visit tell where it came from', async () => {
    const { process, enter, order } = await aVisit()
    await enter(await order())

    const entry = (await evidenceOf(process.id)).at(-1)

    assert.equal(entry?.action, 'code_accepted')
    assert.match(entry?.address ?? '', /^10\.0\.\d+\.\d+$/)
    assert.deepEqual([entry?.agent, entry?.actor_name], ['Test browser', 'Eve Outside'])
  })
})

describe('POST /signing/{token}/codes', () => {
  test('202 tells nothing; every order is a mail of its own, and nothing changes before it is sent', async () => {
    const { process, signer } = await aVisit()
    const before = await read(process.id)

    for (let count = 0; count < 2; count += 1) {
      const answer = await visitor(signer.id)('POST', '/codes')
      assert.deepEqual([answer.statusCode, answer.json()], [202, null])
    }

    const { rows } = await pool.query(
      `SELECT data FROM jobs.job WHERE name = 'signatures.mail-code' AND data ->> 'process_id' = $1`,
      [process.id],
    )
    const order = { client_id: 'acme', process_id: process.id, signer_id: signer.id }
    assert.deepEqual(
      rows.map((one) => one.data),
      [order, order],
    )
    assert.deepEqual(await read(process.id), before)
    assert.equal(await timesIn(process.id, 'code_sent'), 0)
  })

  test('429 for one mailbox does not keep another from its code', async () => {
    const process = await started({ signers: [anExternal(), anExternal()] })
    const [one = '', other = ''] = process.signers.map(({ id }) => id)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) statuses.push((await visitor(one)('POST', '/codes')).statusCode)

    const refused = await visitor(one)('POST', '/codes')

    assert.deepEqual([statuses[0], refused.statusCode], [202, 429])
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    assert.equal((await visitor(other)('POST', '/codes')).statusCode, 202)
  })

  test('403 for a call of another site, for each call that changes something, and no mail is sent', async () => {
    const { process, signer } = await aVisit()
    const url = `/portal/api/signing/${signingToken(keyring, signer.id)}`
    const message = 'Cross-site request refused (expected the header X-Requested-With: dossier).'

    for (const path of ['/codes', '/visits', '/document/views', '/document/sign', '/document/reject']) {
      for (const headers of [{}, { 'x-requested-with': 'dossier', 'sec-fetch-site': 'cross-site' }]) {
        const answer = await app.inject({ method: 'POST', url: url + path, headers })
        assert.deepEqual([answer.statusCode, answer.json()], [403, { code: 'forged_call', message }], path)
      }
    }
    const { rowCount } = await pool.query(`SELECT FROM jobs.job WHERE data ->> 'signer_id' = $1 AND name ~ 'code'`, [
      signer.id,
    ])
    assert.deepEqual([rowCount, await timesIn(process.id, 'code_refused')], [0, 0])
  })
})

const HOLDER: LinkHolder = {
  client_id: 'acme',
  client_name: 'Acme',
  languages: ['en-us'],
  process_id: '0194f9a1-0000-7000-8000-000000000001',
  signer_id: '0194f9a1-0000-7000-8000-00000000000a',
  first_name: 'Eve',
  last_name: 'Outside',
  email: 'eve@outside.test',
  code_hash: null,
  code_expires_at: null,
  code_tries: 0,
  visit_hash: keyring.fingerprint('signing visit secret'),
  visit_expires_at: new Date('2031-01-02T10:00:00Z'),
}
const EARLIER = new Date('2031-01-02T09:59:59.999Z')

describe('a visit', () => {
  const cases: [what: string, holder: LinkHolder, secret: string | undefined, now: Date, expected: boolean][] = [
    ['its secret, until its end', HOLDER, 'secret', EARLIER, true],
    ['its secret, at its end', HOLDER, 'secret', new Date('2031-01-02T10:00:00Z'), false],
    ['another secret', HOLDER, 'Secret', EARLIER, false],
    ['no secret', HOLDER, '', EARLIER, false],
    ['no cookie', HOLDER, undefined, EARLIER, false],
    ['a link that was never opened', { ...HOLDER, visit_hash: null, visit_expires_at: null }, 'secret', EARLIER, false],
    ['a visit without an end', { ...HOLDER, visit_expires_at: null }, 'secret', EARLIER, false],
    [
      'the hash for a secret',
      HOLDER,
      keyring.fingerprint('signing visit secret').toString('base64url'),
      EARLIER,
      false,
    ],
  ]
  for (const [what, holder, secret, now, expected] of cases) {
    test(`is ${expected ? 'open' : 'closed'} with ${what}`, () => {
      assert.equal(isVisiting(keyring, holder, secret, now), expected)
      const expecting = () => expectVisit(keyring, holder, secret, now)
      if (expected) return assert.doesNotThrow(expecting)
      assert.throws(expecting, (error) => {
        assert.ok(error instanceof Problem)
        const message = 'Enter the code that was mailed to you first.'
        assert.deepEqual([error.kind, error.code, error.message], ['forbidden', 'code_required', message])
        return true
      })
    })
  }

  for (const [first_name, last_name, name] of [
    ['Eve', 'Outside', 'Eve Outside'],
    ['Eve', null, 'Eve'],
    [null, 'Outside', 'Outside'],
    ['', '', 'eve@outside.test'],
    [null, null, 'eve@outside.test'],
  ] as const) {
    test(`is that of ${name}, for the client, with no right of an application`, () => {
      const actor = { type: 'system', id: null, name }
      const client = { id: acme.client.id, languages: ['en-us'] }
      assert.deepEqual(callerFor({ ...HOLDER, first_name, last_name }), { client, actor, credential: 'external' })
    })
  }
})
