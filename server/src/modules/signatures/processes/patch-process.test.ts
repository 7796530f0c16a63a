import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, aSignatureType, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { patchProcess } from './patch-process.ts'
import type { SignatureProcess } from './schemas.ts'

const service = await startApp()
const { v2, clock, doWork, blobs } = service
const { created, read, fileOf, eventsOf } = signatureCalls(service)
const { upload } = importCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const other = await aDocumentType(service)
const contract = await aDocumentType(service, { metas: [{ code: 'pages', type: 'integer', required: true }] })

const patch = (id: string, changes: object) => v2('PATCH', `/signature_processes/${id}`, { body: changes })
const evidenceOf = async (id: string) => (await v2('GET', `/signature_processes/${id}/evidence`)).json()
const searched = async (q: string): Promise<string[]> =>
  (await v2('GET', `/signature_processes?q=${encodeURIComponent(q)}`)).json().map((one: { id: string }) => one.id)
/** All that there is of a process, to show that nothing moved. */
const stateOf = async (id: string) => [await read(id), await eventsOf(id), await evidenceOf(id)]

describe('PATCH /signature_processes/{id}', () => {
  test('200 changes what is given and keeps the rest', async () => {
    const before = await created({ reason: 'One', document_type_code: contract, document_type_metas: { pages: 1 } })
    clock.advance(2)

    const answer = await patch(before.id, { title: 'Another', reason: null, employee_technical_id: employee })

    assert.equal(answer.statusCode, 200, answer.body)
    const { updated_at, ...after } = answer.json()
    const { updated_at: then, ...rest } = before
    assert.deepEqual(after, { ...rest, title: 'Another', reason: null, employee_technical_id: employee })
    assert.ok(updated_at > then)
  })

  test('200 takes another document and other signers', async () => {
    const { id } = await created()
    const bytes = aPdf('other', { pages: 3 })
    const signers = [anExternal({ positions: [{ page: 3, x: 0, y: 0, width: 0.1, height: 0.1 }] })]

    const answer = await patch(id, { upload_id: await upload(bytes, { filename: 'other.pdf' }), signers })

    assert.deepEqual([answer.json().document.page_count, answer.json().signers[0].email], [3, signers[0]?.email])
    assert.ok((await fileOf(id, 'file')).equals(bytes))
  })

  test('422 for a document that has no place for the signatures of those who stay', async () => {
    const signers = [anExternal({ positions: [{ page: 2, x: 0, y: 0, width: 0.1, height: 0.1 }] })]
    const { id } = await created({ signers, upload_id: await upload(aPdf('two', { pages: 2 })) })

    const answer = await patch(id, { upload_id: await upload(aPdf()) })

    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'no_such_page'])
    assert.equal((await read(id)).document.page_count, 2)
  })

  test('422 for metas that the type does not know, which may have been named before', async () => {
    const { id } = await created({ document_type_code: contract })

    const answer = await patch(id, { document_type_metas: { other: 1 } })

    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'document_type_metas.other'])
  })

  type Change = [what: string, before: Over, change: object, expected: Partial<SignatureProcess>]
  const filed = { document_type_code: contract, document_type_metas: { pages: 1 }, employee_technical_id: employee }
  const changes: Change[] = [
    ['takes the type away and keeps the metas', filed, { document_type_code: null }, { document_type_code: null }],
    ['takes the employee away', filed, { employee_technical_id: null }, { employee_technical_id: null }],
    ['takes the last day away', { expiry_date: '2031-01-02' }, { expiry_date: null }, { expiry_date: null }],
    [
      'changes one meta of the type it has',
      filed,
      { document_type_metas: { pages: 2 } },
      { document_type_metas: { pages: 2 } },
    ],
    [
      'leaves metas out that the type needs: filing needs them',
      filed,
      { document_type_metas: {} },
      { document_type_metas: {} },
    ],
    [
      'takes the address to call and the message away',
      { callback_url: 'https://hooks.example.com/x', message: 'Please' },
      { callback_url: null, message: null },
      { callback_url: null, message: null },
    ],
    ['takes false for a value', { auto_send: true }, { auto_send: false }, { auto_send: false }],
  ]
  for (const [what, over, change, expected] of changes) {
    test(`200 ${what}`, async () => {
      const before = await created(over)

      const answer = await patch(before.id, change)

      assert.equal(answer.statusCode, 200, answer.body)
      const { updated_at } = answer.json()
      assert.deepEqual(answer.json(), { ...before, ...expected, updated_at })
      assert.deepEqual(await read(before.id), answer.json())
    })
  }

  const refused: [what: string, before: Over, change: object, field: string, code: string][] = [
    [
      'a type that does not know the metas it has',
      filed,
      { document_type_code: other },
      'document_type_metas.pages',
      'unknown_meta',
    ],
    [
      'filters that its type does not know',
      filed,
      { document_type_filters: { a: 'b' } },
      'document_type_filters.a',
      'unknown_filter',
    ],
    ['an empty list of signers', {}, { signers: [] }, 'signers', 'too_short'],
    ['a title that is null', {}, { title: null }, 'title', 'wrong_type'],
    ['a field that processes do not have', {}, { state: 'signed' }, 'state', 'unknown_field'],
    ['an upload that is none', {}, { upload_id: 'none' }, 'upload_id', 'unknown_upload'],
    ['a last day that is over', {}, { expiry_date: '2020-01-01' }, 'expiry_date', 'in_the_past'],
    ['an employee who is none', {}, { employee_technical_id: 'none' }, 'employee_technical_id', 'unknown_employee'],
  ]
  for (const [what, over, change, field, code] of refused) {
    test(`422 for ${what}, and it stays as it was`, async () => {
      const before = await created(over)

      const answer = await patch(before.id, { message: 'Changed', ...change })

      const errors = answer.json().errors?.map((one: { field: string; code: string }) => [one.field, one.code])
      assert.deepEqual([answer.statusCode, errors], [422, [[field, code]]], answer.body)
      assert.deepEqual(await read(before.id), before)
    })
  }

  test('412 for a version that is no longer the current one, also of two changes at once', async () => {
    const { id } = await created()
    const { etag } = (await v2('GET', `/signature_processes/${id}`)).headers
    const change = (title: string, tag = String(etag)) =>
      v2('PATCH', `/signature_processes/${id}`, { body: { title }, headers: { 'if-match': tag } })

    const answers = await Promise.all([change('One'), change('Two')])

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [200, 412])
    const message = 'The resource does not match If-Match: it has changed. Read it again.'
    const late = answers.find((one) => one.statusCode === 412)
    assert.deepEqual(late?.json(), { code: 'precondition_failed', message })
    assert.equal((await read(id)).title, answers[0].statusCode === 200 ? 'One' : 'Two')
    assert.equal((await change('Three', '*')).statusCode, 200)
    const gone = await v2('PATCH', `/signature_processes/${unique('none')}`, {
      body: { title: 'x' },
      headers: { 'if-match': '*' },
    })
    assert.deepEqual([gone.statusCode, gone.json().code], [412, 'precondition_failed'])
  })

  test('200 ignores what it answers with itself: a draft can be sent back as it was read', async () => {
    const before = await created()
    const { document, signed_document, signers, ...rest } = before

    const answer = await v2('PATCH', `/signature_processes/${before.id}`, { body: { ...rest, status: 'signed' } })

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
  })
})

describe('a change of a draft', () => {
  test('200 is told of by one event, which says what is answered, and kept in the evidence', async () => {
    const { id } = await created()
    clock.advance(2)

    const answer = await patch(id, { title: 'Another', signers: [anExternal(), anExternal({ signing_order: 2 })] })

    assert.deepEqual((await eventsOf(id)).slice(1), [{ event: 'updated', data: answer.json() }])
    const [first, second, ...more] = await evidenceOf(id)
    assert.deepEqual([first.action, more.length], ['created', 0])
    const { updated_at: created_at } = answer.json()
    const nobody = { signer_id: null, address: null, agent: null, detail: null }
    assert.deepEqual(second, { action: 'changed', actor_name: 'payroll', ...nobody, created_at })
  })

  test('200 is found by its new title and signers, and no longer by the old ones', async () => {
    const [before, after, kept] = [unique('before'), unique('after'), unique('kept')]
    const { id } = await created({ title: before, signers: [anExternal({ last_name: kept })] })

    await patch(id, { title: after })
    assert.deepEqual([await searched(before), await searched(after), await searched(kept)], [[], [id], [id]])
    const email = `${unique('bea')}@outside.test`
    await patch(id, { signers: [anExternal({ email })] })

    assert.deepEqual([await searched(kept), await searched(after), await searched(email)], [[], [id], [id]])
  })

  test('200 takes the same document again without a word of it', async () => {
    const bytes = aPdf(unique('same'))
    const { id } = await created({ upload_id: await upload(bytes, { filename: 'same.pdf' }) })
    const before = await stateOf(id)

    const again = await patch(id, { upload_id: await upload(bytes, { filename: 'same.pdf' }) })
    assert.deepEqual([again.statusCode, await stateOf(id)], [200, before])
    const renamed = await patch(id, { upload_id: await upload(bytes, { filename: 'other.pdf' }) })

    assert.equal(renamed.json().document.filename, 'other.pdf')
    assert.equal((await eventsOf(id)).length, 2)
  })

  test('200 for two at once that change different things: both count, one after the other', async () => {
    const { id } = await created()

    const answers = await Promise.all([
      patch(id, { title: 'Both' }),
      patch(id, { reason: 'Count' }),
      patch(id, { message: 'Here' }),
    ])

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200, 200],
    )
    const { title, reason, message } = await read(id)
    assert.deepEqual([title, reason, message], ['Both', 'Count', 'Here'])
    assert.equal((await eventsOf(id)).length, 4)
  })

  test('200 for an id in capital letters and a path that ends with a slash; the answer has it as it is', async () => {
    const { id } = await created()

    const answer = await patch(`${id.toUpperCase()}/`, { title: 'Another' })

    assert.deepEqual([answer.statusCode, answer.json().id, answer.json().title], [200, id, 'Another'])
  })

  for (const id of [
    'none',
    '0',
    '{0194f9a1-0000-7000-8000-000000000001}',
    '0194f9a1000070008000000000000001',
    '%00',
    "'",
  ]) {
    test(`404 for the id ${id}, in every call about one`, async () => {
      const path = `/signature_processes/${encodeURIComponent(id)}`
      const expected = { code: 'not_found', message: `Signature process ${id} not found.` }

      for (const [method, more] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/evidence'],
        ['POST', '/start'],
        ['POST', '/send'],
        ['POST', '/archive'],
      ] as const) {
        const answer = await v2(method, `${path}${more}`, method === 'PATCH' ? { body: { title: 'x' } } : {})
        assert.deepEqual([answer.statusCode, answer.json()], [404, expected], `${method} ${more}`)
      }
    })
  }

  test('422 for what belongs to another client, as for what is not there', async () => {
    const type = await aSignatureType(service, { owner: globex })
    const document = await aDocumentType(service, { owner: globex })
    const person = await anEmployee(service, { owner: globex })
    const manager = await aManager(service, { owner: globex })
    const theirs = await upload(aPdf(), { application: 'rival' })
    const cases: [change: Over, field: string, code: string, message: string][] = [
      [{ signature_type_id: type }, 'signature_type_id', 'unknown_signature_type', `Signature type ${type} not found.`],
      [
        { document_type_code: document },
        'document_type_code',
        'unknown_document_type',
        `Document type ${document} not found.`,
      ],
      [{ employee_technical_id: person }, 'employee_technical_id', 'unknown_employee', `Employee ${person} not found.`],
      [{ upload_id: theirs }, 'upload_id', 'unknown_upload', `Upload ${theirs} not found, or it has expired.`],
      [
        { signers: [{ type: 'employee', technical_id: person }] },
        'signers.0.technical_id',
        'unknown_employee',
        `Employee ${person} not found.`,
      ],
      [
        { signers: [{ type: 'user', technical_id: manager }] },
        'signers.0.technical_id',
        'unknown_manager',
        `Manager ${manager} not found.`,
      ],
    ]
    const { id } = await created()
    const before = await stateOf(id)

    for (const [change, field, code, message] of cases) {
      const answer = await patch(id, change)
      const expected = { code: 'validation_error', message: 'Validation failed', errors: [{ field, code, message }] }
      assert.deepEqual([answer.statusCode, answer.json()], [422, expected])
    }
    assert.deepEqual(await stateOf(id), before)
  })

  test('vanishes with its event, its evidence, its signers and its document when a later step fails', async () => {
    const { id } = await created()
    const before = await stateOf(id)
    const file = { filename: 'other.pdf', size: '9', sha256: (await read(id)).document.sha256, page_count: 1 }

    const failing = doWork(acme, async (work) => {
      await patchProcess(work, blobs, { id, input: { title: 'Gone', signers: [anExternal() as never] }, file })
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await stateOf(id), before)
  })
})
