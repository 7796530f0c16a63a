import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvidenceEntry } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { anExternal, aSignatureType, CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { v2, app, clock, keyring } = service
const { created, started, read, move, sign, signerCalls, visitor, codeFor, visiting, portal, mails, signed } =
  signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test', language: 'fr-fr' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const body = { drawing: TYPED, consent: CONSENT }
const evidenceOf = async (id: string): Promise<EvidenceEntry[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()

describe('a signer with a session', () => {
  test('finds what waits, looks at it, signs it, and finds it among the past', async () => {
    const me = portal.as(`employee:${employee}`)
    const other = await anEmployee(service, { email: 'bea@acme.test' })
    const process = await started({
      title: 'Mine',
      reason: 'New work',
      message: 'Please',
      signers: [...byEmployee, { type: 'employee', technical_id: other, signing_order: 2 }],
    })
    const idsOf = async (state: string) =>
      (await me('GET', `/me/signatures?state=${state}&per_page=100`)).json().map((one: { id: string }) => one.id)

    assert.ok((await idsOf('open')).includes(process.id))
    const shown = (await me('GET', `/me/signatures/${process.id}`)).json()
    assert.deepEqual(
      [shown.title, shown.my_status, shown.may_sign, shown.requested_by, shown.message, shown.my_name],
      ['Mine', 'asked', true, 'Acme', 'Please', `Eve ${employee}`],
    )
    assert.match(shown.consent, /^J’ai lu ce document/)
    assert.deepEqual(
      shown.signers.map((one: { is_me: boolean; status: string }) => [one.is_me, one.status]),
      [
        [true, 'asked'],
        [false, 'waiting'],
      ],
    )
    assert.equal((await me('GET', `/me/signatures/${process.id}/pages/1`)).headers['content-type'], 'image/png')
    const file = await me('GET', `/me/signatures/${process.id}/file?download=true`)
    assert.match(String(file.headers['content-disposition']), /^attachment/)
    assert.equal((await me('POST', `/me/signatures/${process.id}/views`)).statusCode, 204)
    const answer = await me('POST', `/me/signatures/${process.id}/sign`, { body: { ...body, consent: shown.consent } })

    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual([answer.json().my_status, answer.json().may_sign], ['signed', false])
    assert.ok((await idsOf('past')).includes(process.id) && !(await idsOf('open')).includes(process.id))
    const told = (await evidenceOf(process.id)).map((one) => [one.action, one.actor_name, one.address])
    const name = `Eve ${employee}`
    assert.deepEqual(told, [
      ['created', 'payroll', null],
      ['started', 'payroll', null],
      ['asked', name, null],
      ['viewed', name, '127.0.0.1'],
      ['signed', name, '127.0.0.1'],
      ['asked', `Eve ${other}`, null],
    ])
  })

  test('404 for a draft, before the own turn, for the one who is not asked, and for people of other clients', async () => {
    const manager = await aManager(service)
    const draft = await created({ signers: byEmployee })
    const later = await started({ signers: [anExternal(), { ...byEmployee[0], type: 'employee', signing_order: 2 }] })
    const me = portal.as(`employee:${employee}`)
    const stranger = portal.as(`employee:${await anEmployee(service)}`)
    const process = await started({ signers: byEmployee })

    for (const [call, id] of [
      [me, draft.id],
      [me, later.id],
      [stranger, process.id],
      [portal.as(`manager:${manager}`), process.id],
      [me, unique('none')],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/pages/1'],
        ['GET', '/file'],
        ['POST', '/views'],
        ['POST', '/sign'],
        ['POST', '/reject'],
      ] as const) {
        const sent = path === '/sign' ? { body } : path === '/reject' ? { body: { reason: 'No' } } : {}
        assert.equal((await call(method, `/me/signatures/${id}${path}`, sent)).statusCode, 404)
      }
    }
    assert.equal((await portal.as(undefined)('GET', '/me/signatures')).statusCode, 401)
  })

  test('400 for a second answer, when it is over, and when the last day has passed', async () => {
    const twice = await started({ signers: [...byEmployee, anExternal()] })
    const call = await signerCalls(twice, twice.signers[0] ?? assert.fail())
    const { consent } = (await call('GET', '')).json()
    const agreed = { drawing: TYPED, consent }
    assert.equal((await call('POST', '/sign', { body: agreed })).statusCode, 200)
    assert.equal((await call('POST', '/sign', { body: agreed })).json().code, 'invalid_state')
    assert.equal((await call('POST', '/reject', { body: { reason: 'No' } })).json().code, 'invalid_state')

    const canceled = await started({ signers: byEmployee })
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [canceled.id] } })
    const late = await signerCalls(canceled, canceled.signers[0] ?? assert.fail())
    assert.equal((await late('POST', '/sign', { body: agreed })).json().code, 'invalid_state')

    const today = clock.now().toISOString().slice(0, 10)
    const over = await started({ signers: byEmployee, expiry_date: today })
    const tooLate = await signerCalls(over, over.signers[0] ?? assert.fail())
    await service.pool.query(`UPDATE signature_processes SET expiry_date = expiry_date - 1 WHERE id = $1`, [over.id])
    const answer = await tooLate('POST', '/sign', { body: agreed })
    assert.equal(answer.json().code, 'invalid_state')
    assert.equal((await read(over.id)).status, 'signing')
  })

  test('409 for words that are not to be agreed to', async () => {
    const signature_type_id = await aSignatureType(service, {
      localized_consents: [{ language_code: 'en-us', value: 'By all means.' }],
    })
    const process = await started({ signature_type_id, signers: byEmployee })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())

    assert.equal((await call('GET', '')).json().consent, 'By all means.')
    const refused = await call('POST', '/sign', { body })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'consent_changed'])
    const answer = await call('POST', '/sign', { body: { drawing: TYPED, consent: 'By all means.' } })
    assert.equal(answer.statusCode, 200)
    const entry = (await evidenceOf(process.id)).find((one) => one.action === 'signed')
    assert.equal(entry?.detail, 'By all means.')
  })

  const drawings: [what: string, drawing: object, field: string][] = [
    ['a name of blanks', { kind: 'typed', text: '  ' }, 'drawing.text'],
    ['no name', { kind: 'typed' }, 'drawing.text'],
    ['no lines', { kind: 'drawn', aspect: 3 }, 'drawing.strokes'],
    ['no shape', { kind: 'drawn', strokes: [[0, 0]] }, 'drawing.aspect'],
    ['half a point', { kind: 'drawn', aspect: 3, strokes: [[0, 0, 1]] }, 'drawing.strokes.0'],
    ['a point outside', { kind: 'drawn', aspect: 3, strokes: [[0, 2]] }, 'drawing.strokes.0.1'],
    ['another kind', { kind: 'stamped' }, 'drawing.kind'],
  ]
  for (const [what, drawing, field] of drawings) {
    test(`422 for a signature of ${what}`, async () => {
      const process = await started()

      const answer = await sign(process, 0, drawing)

      assert.deepEqual([answer.statusCode, answer.json().errors[0]?.field], [422, field], answer.body)
      assert.equal((await read(process.id)).signers[0]?.status, 'asked')
    })
  }

  test('rejecting ends it for all, with the reason', async () => {
    const process = await started({ signers: [...byEmployee, anExternal()] })
    await mails(process.id)
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())

    assert.equal((await call('POST', '/reject', { body: { reason: '' } })).statusCode, 422)
    const answer = await call('POST', '/reject', { body: { reason: 'The salary is missing.' } })

    assert.deepEqual([answer.json().status, answer.json().my_status], ['rejected', 'rejected'])
    const { status, ended_at, signers } = await read(process.id)
    assert.ok(status === 'rejected' && ended_at !== null)
    assert.deepEqual(
      signers.map((one) => [one.status, one.rejection_reason]),
      [
        ['rejected', 'The salary is missing.'],
        ['asked', null],
      ],
    )
    const [mail, ...more] = await mails(process.id)
    assert.deepEqual([mail?.to, more.length], [process.signers[1]?.email, 0])
  })

  test('of two who sign last at once, each counts, and the document is sealed once', async () => {
    const process = await started({ signers: [anExternal(), anExternal(), anExternal()] })
    const calls: Awaited<ReturnType<typeof signerCalls>>[] = []
    for (const signer of process.signers) calls.push(await signerCalls(process, signer))

    const answers = await Promise.all(calls.map((call) => call('POST', '/sign', { body })))

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200, 200],
    )
    const { rows } = await service.pool.query(
      `SELECT count(*)::integer FROM jobs.job WHERE name = 'signatures.seal' AND data ->> 'process_id' = $1`,
      [process.id],
    )
    assert.equal(rows[0].count, 1)
  })
})

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
    assert.ok(!opened.body.includes(signer.email ?? ''))
  })

  test('404 for links that were not made, were changed, are of a draft, or of nobody external', async () => {
    const draft = await created()
    const process = await started({ signers: [anExternal(), ...byEmployee] })
    const own = async (path: string) =>
      app.inject({ method: 'GET', url: `/portal/api/signing/${path}`, headers: { 'x-requested-with': 'dossier' } })
    const { signingToken } = await import('./signing-link.ts')
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

  test('403 for calls that do not come from our pages', async () => {
    const process = await started()
    const { signingToken } = await import('./signing-link.ts')
    const url = `/portal/api/signing/${signingToken(keyring, process.signers[0]?.id ?? '')}/codes`

    assert.equal((await app.inject({ method: 'POST', url })).statusCode, 403)
  })
})
