import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvidenceEntry } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { anExternal, CONSENT, SIGNER_CALLS, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { v2, clock } = service
clock.stop()
const { created, started, read, sign, signerCalls, portal, mails } = signatureCalls(service)

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
      for (const [method, path] of SIGNER_CALLS) {
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

  test('404 and 400 for pages, texts and versions that are not there, with the exact body', async () => {
    const process = await started({ signers: byEmployee })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    const noUrl = { code: 'not_found', message: 'No resource exists at this URL.' }
    const noPage = { code: 'no_preview', message: 'The document ends with page 1.' }
    const notSealed = { code: 'not_sealed', message: 'The document is not sealed yet.' }
    const wrong = (field: string, code: string, message: string) => ({
      code: 'invalid_request',
      message: `${field}: ${message}`,
      errors: [{ field, code, message }],
    })
    const version = wrong('version', 'unknown_choice', 'This must be one of original, sealed.')

    for (const [path, status, body] of [
      ['/pages/0', 404, noUrl],
      ['/pages/one', 404, noUrl],
      ['/pages/2', 404, noPage],
      ['/text?from=2', 404, noPage],
      ['/text?from=0', 400, wrong('from', 'out_of_range', 'This must be >= 1.')],
      ['/text?from=one', 400, wrong('from', 'wrong_type', 'This must be an integer.')],
      ['/file?version=sealed', 404, notSealed],
      ['/file?version=newest', 400, version],
      ['/file?download=yes', 400, wrong('download', 'wrong_type', 'This must be a boolean.')],
    ] as const) {
      const answer = await call('GET', path)
      assert.deepEqual([answer.statusCode, answer.json()], [status, body], path)
    }
  })

  test('422 for a refusal without a reason, or one of blanks, and the process goes on', async () => {
    const process = await started({ signers: byEmployee })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())

    for (const [body, code] of [
      [{}, 'required'],
      [{ reason: '' }, 'too_short'],
      [{ reason: ' \n\t\u00a0' }, 'invalid'],
      [{ reason: 'x'.repeat(1001) }, 'too_long'],
      [{ reason: 'a\u0000' }, 'invalid_text'],
      [{ reason: null }, 'wrong_type'],
    ] as const) {
      const answer = await call('POST', '/reject', { body })
      const codes = answer.json().errors?.map((one: { field: string; code: string }) => [one.field, one.code])
      assert.deepEqual([answer.statusCode, codes?.[0]], [422, ['reason', code]], answer.body)
    }
    assert.equal((await read(process.id)).status, 'signing')
  })

  test('204 keeps the first look alone, with the address and as much of the browser as fits', async () => {
    const process = await started({ signers: byEmployee })
    const me = portal.as(`employee:${employee}`)
    const headers = { 'user-agent': 'B'.repeat(600) }

    for (let count = 0; count < 3; count += 1) {
      assert.equal((await me('POST', `/me/signatures/${process.id}/views`, { headers })).statusCode, 204)
    }

    const views = (await evidenceOf(process.id)).filter((one) => one.action === 'viewed')
    assert.deepEqual(
      views.map(({ created_at: _, ...view }) => view),
      [
        {
          action: 'viewed',
          signer_id: process.signers[0]?.id,
          actor_name: `Eve ${employee}`,
          address: '127.0.0.1',
          agent: 'B'.repeat(500),
          detail: null,
        },
      ],
    )
    assert.equal(views[0]?.created_at, (await read(process.id)).signers[0]?.viewed_at)
  })

  const drawings: [what: string, drawing: object, field: string][] = [
    ['a name of blanks', { kind: 'typed', text: '  ' }, 'drawing.text'],
    ['no name', { kind: 'typed' }, 'drawing.text'],
    ['no lines', { kind: 'drawn', aspect: 3 }, 'drawing.strokes'],
    ['no shape', { kind: 'drawn', strokes: [[0, 0]] }, 'drawing.aspect'],
    ['half a point', { kind: 'drawn', aspect: 3, strokes: [[0, 0, 1]] }, 'drawing.strokes.0'],
    ['a point outside', { kind: 'drawn', aspect: 3, strokes: [[0, 2]] }, 'drawing.strokes.0.1'],
    [
      'more points than a hand draws',
      { kind: 'drawn', aspect: 3, strokes: Array(11).fill(Array(4000).fill(0.5)) },
      'drawing.strokes',
    ],
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
