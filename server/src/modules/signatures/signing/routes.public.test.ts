import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvidenceEntry } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { anExternal, CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { signingToken } from './signing-link.ts'

const service = await startApp()
const { v2, app, clock, keyring } = service
clock.stop()
const { created, started, move, signerCalls, visitor, codeFor, visiting, mails, signed } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const body = { drawing: TYPED, consent: CONSENT }
const evidenceOf = async (id: string): Promise<EvidenceEntry[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()

describe('an external', () => {
  test('has a link, and sees nothing before the mailed code', async () => {
    const { id, signers, title } = await started()
    const [signer = assert.fail()] = signers
    const [mail] = await mails(id)
    const link = /https?:\S+\/sign\/([\w-]+)/.exec(mail?.text ?? '')
    const door = visitor(signer.id)

    const opened = await door('GET', '')

    assert.ok(link?.[1] && opened.statusCode === 200)
    assert.deepEqual(opened.json(), { client_name: 'Acme', email_hint: 'e•••@outside.test', is_open: false })
    assert.ok(!opened.body.includes(title))
    for (const [method, path] of [
      ['GET', '/document'],
      ['GET', '/document/pages/1'],
      ['GET', '/document/text'],
      ['GET', '/document/file'],
      ['POST', '/document/views'],
      ['POST', '/document/sign'],
      ['POST', '/document/reject'],
    ] as const) {
      const sent = path.endsWith('/sign') ? { body } : path.endsWith('/reject') ? { body: { reason: 'No' } } : {}
      const refused = await door(method, path, sent)
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'code_required'], path)
    }
    const visit = await visiting({ id }, signer.id)
    assert.equal((await visit('GET', '')).json().is_open, true)
    assert.equal((await visit('GET', '/document')).json().title, title)
    assert.equal((await visit('GET', '/document/pages/1')).statusCode, 200)
    assert.equal((await visit('GET', '/document/text')).statusCode, 200)
    assert.ok(!opened.body.includes(signer.email ?? ''))
  })

  test('404 for links that were not made, were changed, are of a draft, or of nobody external', async () => {
    const draft = await created()
    const process = await started({ signers: [anExternal(), ...byEmployee] })
    const own = async (path: string) =>
      app.inject({ method: 'GET', url: `/portal/api/signing/${path}`, headers: { 'x-requested-with': 'dossier' } })
    const good = signingToken(keyring, process.signers[0]?.id ?? '')

    assert.equal((await own(good)).statusCode, 200)
    for (const token of [
      `${good.slice(0, -2)}AA`,
      `B${good.slice(1)}`,
      good.slice(0, 30),
      'x',
      signingToken(keyring, draft.signers[0]?.id ?? ''),
      signingToken(keyring, process.signers[1]?.id ?? ''),
      signingToken(keyring, '01a1df9a-595c-7000-8000-0049b5b32185'),
    ]) {
      const answer = await own(token)
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'link_expired'], token)
    }
  })

  test('422 for a wrong code; the right one is worth nothing after five, after ten minutes, and after its use', async () => {
    const process = await started()
    const [signer = assert.fail()] = process.signers
    const door = visitor(signer.id)
    const enter = (code: string) => door('POST', '/visits', { body: { code } })
    const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    const first = await codeFor(process, signer.id)
    assert.equal((await enter(wrongOf(first))).json().errors[0].code, 'wrong_code')
    assert.equal((await enter(first)).statusCode, 204)
    assert.equal((await enter(first)).json().errors[0].code, 'code_expired')

    const second = await codeFor(process, signer.id)
    assert.equal((await enter(first)).json().errors[0].code, first === second ? 'code_expired' : 'wrong_code')
    clock.advance(11 * 60)
    assert.equal((await enter(second)).json().errors[0].code, 'code_expired')

    clock.advance(30 * 60)
    const third = await codeFor(process, signer.id)
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal((await enter(wrongOf(third))).json().errors[0].code, 'wrong_code')
    }
    assert.equal((await enter(third)).json().errors[0].code, 'code_expired')
    clock.advance(-41 * 60)
    const actions = (await evidenceOf(process.id)).map((one) => one.action)
    assert.ok(actions.includes('code_refused') && actions.includes('code_accepted') && actions.includes('code_sent'))
  })

  test('204 for the code as people type it, and 422 for what is no code', async () => {
    for (const typed of [
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
      (code: string) => `${code.slice(0, 2)}-${code.slice(2)}.`,
    ]) {
      const process = await started()
      const [signer = assert.fail()] = process.signers
      const code = await codeFor(process, signer.id)
      const answer = await visitor(signer.id)('POST', '/visits', { body: { code: typed(code) } })
      assert.equal(answer.statusCode, 204, answer.body)
    }
    const { signers } = await started()
    const enter = visitor(signers[0]?.id ?? '')
    for (const [sent, error] of [
      [{}, 'required'],
      [{ code: '' }, 'too_short'],
      [{ code: 123456 }, 'wrong_type'],
      [{ code: '1'.repeat(21) }, 'too_long'],
      [{ code: 'none yet' }, 'code_expired'],
    ] as const) {
      const answer = await enter('POST', '/visits', { body: sent })
      assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.code], [422, error], answer.body)
    }
  })

  test('400 before the own turn, though the link is known, and nobody is asked for it', async () => {
    const process = await started({ signers: [...byEmployee, anExternal({ signing_order: 2 })] })
    const call = await signerCalls(process, process.signers[1] ?? assert.fail())

    for (const [path, sent] of [
      ['/sign', body],
      ['/reject', { reason: 'No' }],
    ] as const) {
      const answer = await call('POST', path, { body: sent })
      const message = 'Others sign before you: you will be asked when it is your turn.'
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
    }
    const shown = (await call('GET', '')).json()
    assert.deepEqual([shown.my_status, shown.may_sign, shown.requested_at], ['waiting', false, null])
  })

  test('429 for many guesses and for many mails', async () => {
    const process = await started()
    const door = visitor(process.signers[0]?.id ?? '')
    const guesses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      guesses.push((await door('POST', '/visits', { body: { code: '000000' } })).statusCode)
    }
    assert.deepEqual([guesses[0], guesses.at(-1)], [422, 429])
    const orders: number[] = []
    for (let order = 0; order < 6; order += 1) orders.push((await door('POST', '/codes')).statusCode)
    assert.deepEqual([orders[0], orders.at(-1)], [202, 429])
  })

  test('a visit ends after two hours, with another one, and is not a key to other documents', async () => {
    const one = await started()
    const other = await started()
    const [signer = assert.fail()] = one.signers
    const visit = await visiting(one, signer.id)
    const [foreign = assert.fail()] = other.signers

    clock.advance(119 * 60)
    assert.equal((await visit('GET', '/document')).statusCode, 200)
    clock.advance(2 * 60)
    assert.equal((await visit('GET', '/document')).json().code, 'code_required')
    const again = await visiting(one, signer.id)
    const next = await visiting(one, signer.id)
    assert.equal((await again('GET', '/document')).json().code, 'code_required')
    assert.equal((await next('GET', '/document')).statusCode, 200)
    assert.equal((await visitor(foreign.id)('GET', '/document')).json().code, 'code_required')
    clock.advance(-121 * 60)
  })

  test('sees and loads the signed document afterwards, until the process is deleted', async () => {
    const process = await signed()
    const [signer = assert.fail()] = process.signers
    const visit = await visiting(process, signer.id)

    const shown = (await visit('GET', '/document')).json()
    const file = await visit('GET', '/document/file')
    assert.deepEqual([shown.my_status, shown.status], ['signed', 'signed'])
    assert.equal(shown.signed_document.size, file.rawPayload.length)
    await move(process.id, 'send')
    assert.equal((await v2('DELETE', `/signature_processes/${process.id}`)).statusCode, 204)
    assert.equal((await visit('GET', '')).statusCode, 404)
  })

  for (const [what, token, isText] of [
    ['100 characters', 'x'.repeat(100), true],
    ['101 characters', 'x'.repeat(101), false],
    ['a path', '..%2F..%2Fme', true],
    ['a NUL', '%00', false],
  ] as const) {
    test(`404 for a link of ${what}, and 422 to order a code with what cannot be one`, async () => {
      for (const [method, path, refusal] of [
        ['GET', '', [404, 'not_found']],
        ['GET', '/document', [404, 'not_found']],
        ['POST', '/codes', [422, 'validation_error']],
        ['POST', '/document/views', [404, 'link_expired']],
      ] as const) {
        const url = `/portal/api/signing/${token}${path}`
        const answer = await app.inject({ method, url, headers: { 'x-requested-with': 'dossier' } })
        const expected = isText ? [404, 'link_expired'] : refusal
        assert.deepEqual([answer.statusCode, answer.json().code], expected, `${method} ${path}`)
      }
    })
  }

  for (const [email, hint] of [
    ['e@outside.test', 'e•••@outside.test'],
    ['Eve.Outside+sign@outside.test', 'E•••@outside.test'],
    ['ада@пример.test', 'а•••@пример.test'],
    ['𠮷野@outside.test', '𠮷•••@outside.test'],
  ] as const) {
    test(`200 hints at ${email} by no more than ${hint}`, async () => {
      const { signers } = await started({ signers: [anExternal({ email })] })

      const answer = await visitor(signers[0]?.id ?? '')('GET', '')

      const expected = { client_name: 'Acme', email_hint: hint, is_open: false }
      assert.deepEqual([answer.statusCode, answer.json()], [200, expected])
      assert.ok(answer.body.isWellFormed())
    })
  }
})
