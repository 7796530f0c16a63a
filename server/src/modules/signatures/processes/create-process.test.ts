import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aHungryPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import {
  anExternal,
  aSignatureType,
  type NewSigner,
  type Over,
  signatureCalls,
} from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, pool, clock } = service
const { body, post, created, read, fileOf } = signatureCalls(service)
const { upload } = importCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const manager = await aManager(service)
const company = await aDocumentType(service, { kind: 'company' })
const contract = await aDocumentType(service, { metas: [{ code: 'pages', type: 'integer', required: true }] })

const tallies = async () => {
  const { rows } = await pool.query(`SELECT (SELECT count(*)::integer FROM signature_processes) AS processes,
    (SELECT count(*)::integer FROM signature_signers) AS signers, (SELECT count(*)::integer FROM events) AS events,
    (SELECT count(*)::integer FROM signature_evidence) AS evidence`)
  return rows[0]
}

describe('POST /signature_processes', () => {
  test('201 answers the draft with all that was said, and reads the same', async () => {
    const position = { page: 2, x: 0.1, y: 0.8, width: 0.3, height: 0.1 }
    const signers: NewSigner[] = [
      { type: 'user', technical_id: manager, signing_order: 2 },
      { type: 'employee', technical_id: employee, positions: [position] },
      anExternal({ signing_order: 3 }),
    ]
    const bytes = aPdf('contract', { pages: 2 })
    const given = {
      title: 'Contract',
      reason: 'New work',
      message: 'Please sign',
      expiry_date: '2031-01-02',
      auto_send: true,
      callback_url: 'https://hooks.example.com/x',
      document_type_code: contract,
      employee_technical_id: employee,
      document_type_metas: { pages: 2 },
    }

    const answer = await post({ ...given, signers, upload_id: await upload(bytes, { filename: 'Contract é.pdf' }) })

    assert.equal(answer.statusCode, 201, answer.body)
    const { id, signature_type_id, signers: shown, document, created_at, ...rest } = answer.json()
    assert.deepEqual(rest, {
      ...given,
      status: 'draft',
      signed_document: null,
      document_type_filters: {},
      document_id: null,
      started_at: null,
      all_signed_at: null,
      signed_at: null,
      sent_at: null,
      ended_at: null,
      updated_at: created_at,
    })
    const nothingYet = {
      status: 'waiting',
      asked_at: null,
      reminded_at: null,
      viewed_at: null,
      signed_at: null,
      rejected_at: null,
      rejection_reason: null,
    }
    const told = shown.map(({ id: _, ...signer }: { id: string }) => signer)
    assert.deepEqual(told, [
      {
        type: 'user',
        technical_id: manager,
        first_name: 'Max',
        last_name: manager,
        signing_order: 2,
        email: `${manager.toLowerCase()}@acme.test`,
        positions: [],
        ...nothingYet,
      },
      {
        type: 'employee',
        technical_id: employee,
        first_name: 'Eve',
        last_name: employee,
        signing_order: 1,
        email: 'ada@acme.test',
        positions: [position],
        ...nothingYet,
      },
      { ...signers[2], technical_id: null, positions: [], ...nothingYet },
    ])
    assert.deepEqual([document.filename, document.size, document.page_count], ['Contract é.pdf', bytes.length, 2])
    assert.deepEqual(await read(id), answer.json())
    assert.ok((await fileOf(id, 'file')).equals(bytes))
    assert.match(signature_type_id, /^type/)
  })

  const refusals: [what: string, over: Over | (() => Promise<Over>), field: string, code: string][] = [
    ['no title', { title: '' }, 'title', 'too_short'],
    ['an unknown type', { signature_type_id: 'none' }, 'signature_type_id', 'unknown_signature_type'],
    ['an unknown upload', { upload_id: 'none' }, 'upload_id', 'unknown_upload'],
    ['no PDF', async () => ({ upload_id: await upload('plain text') }), 'upload_id', 'not_a_pdf'],
    [
      'a damaged PDF',
      async () => ({ upload_id: await upload('%PDF-1.7 and nothing more', { filename: 'a.pdf' }) }),
      'upload_id',
      'unreadable_pdf',
    ],
    [
      'a PDF with a password',
      async () => ({ upload_id: await upload(anEncryptedPdf('secret'), { filename: 'a.pdf' }) }),
      'upload_id',
      'unreadable_pdf',
    ],
    [
      'a PDF whose pages cannot be drawn upon',
      async () => ({ upload_id: await upload(aHungryPdf(), { filename: 'a.pdf' }) }),
      'upload_id',
      'unreadable_pdf',
    ],
    [
      'a PDF of another client',
      async () => ({ upload_id: await upload(aPdf(), { application: 'rival' }) }),
      'upload_id',
      'unknown_upload',
    ],
    ['no signers', { signers: [] }, 'signers', 'too_short'],
    ['51 signers', { signers: Array.from({ length: 51 }, () => anExternal()) }, 'signers', 'too_long'],
    ['an external without address', { signers: [anExternal({ email: null })] }, 'signers.0.email', 'required'],
    ['a manager without id', { signers: [{ type: 'user' }] }, 'signers.0.technical_id', 'required'],
    [
      'an unknown manager',
      { signers: [{ type: 'user', technical_id: employee }] },
      'signers.0.technical_id',
      'unknown_manager',
    ],
    [
      'an unknown employee',
      { signers: [anExternal(), { type: 'employee', technical_id: manager }] },
      'signers.1.technical_id',
      'unknown_employee',
    ],
    [
      'one person twice',
      { signers: [anExternal({ email: 'a@b.test' }), anExternal({ email: 'A@B.test' })] },
      'signers.1.email',
      'repeated',
    ],
    [
      'a page that is not there',
      { signers: [anExternal({ positions: [{ page: 2, x: 0, y: 0, width: 0.1, height: 0.1 }] })] },
      'signers.0.positions.0.page',
      'no_such_page',
    ],
    [
      'a place beyond the edge',
      { signers: [anExternal({ positions: [{ page: 1, x: 0.8, y: 0, width: 0.3, height: 0.1 }] })] },
      'signers.0.positions.0',
      'outside_of_page',
    ],
    ['an unknown document type', { document_type_code: 'none' }, 'document_type_code', 'unknown_document_type'],
    ['a type of company documents', { document_type_code: company }, 'document_type_code', 'wrong_kind'],
    [
      'a wrong meta',
      { document_type_code: contract, document_type_metas: { pages: 'two' } },
      'document_type_metas.pages',
      'wrong_value',
    ],
    ['an unknown employee to file for', { employee_technical_id: 'none' }, 'employee_technical_id', 'unknown_employee'],
    ['a day that is over', { expiry_date: '2020-01-01' }, 'expiry_date', 'in_the_past'],
    ['a day that is none', { expiry_date: '2031-02-30' }, 'expiry_date', 'invalid_date'],
    ['an address that is none', { callback_url: 'ftp://x' }, 'callback_url', 'invalid_url'],
  ]
  for (const [what, over, field, code] of refusals) {
    test(`422 for ${what}, and nothing is left`, async () => {
      const input = await body(typeof over === 'function' ? await over() : over)
      const before = await tallies()

      const answer = await v2('POST', '/signature_processes', { body: input })

      assert.equal(answer.statusCode, 422, answer.body)
      const errors = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
      assert.deepEqual(errors, [[field, code]])
      assert.deepEqual(await tallies(), before)
    })
  }

  test('422 names all that is wrong at once', async () => {
    const answer = await post({
      signature_type_id: 'none',
      expiry_date: '2020-01-01',
      employee_technical_id: 'none',
      signers: [anExternal(), { type: 'user', technical_id: 'none' }],
    })

    const fields = answer.json().errors.map((one: { field: string }) => one.field)
    assert.deepEqual(fields, ['signature_type_id', 'expiry_date', 'employee_technical_id', 'signers.1.technical_id'])
  })
})

describe('PATCH /signature_processes/{id}', () => {
  const patch = (id: string, changes: object) => v2('PATCH', `/signature_processes/${id}`, { body: changes })

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
})

describe('GET /signature_processes', () => {
  const ids = async (query: Record<string, string>) =>
    (await v2('GET', `/signature_processes?${new URLSearchParams(query)}`)).json().map((one: { id: string }) => one.id)

  test('200 filters by what is asked for, newest first', async () => {
    const word = unique('zzword')
    const signature_type_id = await aSignatureType(service)
    const own = await anEmployee(service)
    const one = await created({ title: `${word} one`, signature_type_id, employee_technical_id: own })
    clock.advance(1)
    const two = await created({
      title: `${word} two`,
      signature_type_id,
      signers: [{ type: 'employee', technical_id: own }, anExternal({ last_name: `${word}name` })],
    })
    const cases: [Record<string, string>, string[]][] = [
      [{ q: word }, [two.id, one.id]],
      [{ q: word, sort: 'created_at' }, [one.id, two.id]],
      [{ q: `${word.toUpperCase()}NAME` }, [two.id]],
      [{ signature_type_id }, [two.id, one.id]],
      [{ signature_type_id, status: 'draft' }, [two.id, one.id]],
      [{ signature_type_id, status: 'signing' }, []],
      [{ signature_type_id, status: 'draft', sort: '-updated_at' }, [two.id, one.id]],
      [{ employee_technical_id: own }, [one.id]],
      [{ signer_technical_id: own }, [two.id]],
      [{ signature_type_id, created_at_since: two.created_at }, [two.id]],
      [{ signature_type_id, per_page: '1' }, [two.id]],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await ids(query), expected, JSON.stringify(query))
  })

  test('200 goes on from page to page', async () => {
    const signature_type_id = await aSignatureType(service)
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await created({ signature_type_id })).id)
    const found: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const query = new URLSearchParams({ signature_type_id, per_page: '2', ...(cursor && { cursor }) })
      const answer = await v2('GET', `/signature_processes?${query}`)
      found.push(...answer.json().map((one: { id: string }) => one.id))
      cursor = answer.headers['next-cursor'] as string | undefined
    }

    assert.deepEqual(found, made)
  })
})
