import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aHungryPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, type NewSigner, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, pool } = service
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

  type Refusal = [what: string, over: Over | (() => Promise<Over>), field: string, code: string, message: string]
  const place = { page: 1, x: 0, y: 0, width: 0.1, height: 0.1 }
  const placed = (...positions: object[]) => ({ signers: [anExternal({ positions } as Partial<NewSigner>)] })
  const uploaded = (content: string | Buffer) => async () => ({
    upload_id: await upload(content, { filename: 'a.pdf' }),
  })
  const NOT_READABLE = 'The PDF is damaged, or protected by a password.'
  const NOT_STORABLE = 'This contains characters that cannot be stored.'
  const NOT_A_DATE = 'This is not a valid date (expected YYYY-MM-DD).'
  const refusals: Refusal[] = [
    ['no title', { title: '' }, 'title', 'too_short', 'This must have at least 1 character.'],
    [
      'a title of blanks',
      { title: ' \t ' },
      'title',
      'invalid',
      'This does not match the expected format: Must not be blank.',
    ],
    ['a long title', { title: 'x'.repeat(256) }, 'title', 'too_long', 'This exceeds 255 characters.'],
    ['a title with a NUL', { title: 'a\u0000' }, 'title', 'invalid_text', NOT_STORABLE],
    ['a title with half a character', { title: 'a\ud800' }, 'title', 'invalid_text', NOT_STORABLE],
    ['a long reason', { reason: 'x'.repeat(1001) }, 'reason', 'too_long', 'This exceeds 1000 characters.'],
    ['a long message', { message: 'x'.repeat(5001) }, 'message', 'too_long', 'This exceeds 5000 characters.'],
    [
      'an unknown type',
      { signature_type_id: 'none' },
      'signature_type_id',
      'unknown_signature_type',
      'Signature type none not found.',
    ],
    [
      'an unknown upload',
      { upload_id: 'none' },
      'upload_id',
      'unknown_upload',
      'Upload none not found, or it has expired.',
    ],
    ['an upload that is null', { upload_id: null }, 'upload_id', 'wrong_type', 'This must be a string.'],
    ['no PDF', uploaded('plain text'), 'upload_id', 'not_a_pdf', 'Only a PDF can be signed.'],
    ['a damaged PDF', uploaded('%PDF-1.7 and nothing more'), 'upload_id', 'unreadable_pdf', NOT_READABLE],
    ['a PDF with a password', uploaded(anEncryptedPdf('secret')), 'upload_id', 'unreadable_pdf', NOT_READABLE],
    ['a PDF whose pages cannot be drawn upon', uploaded(aHungryPdf()), 'upload_id', 'unreadable_pdf', NOT_READABLE],
    ['no signers', { signers: [] }, 'signers', 'too_short', 'This must have at least 1 item.'],
    [
      '51 signers',
      { signers: Array.from({ length: 51 }, () => anExternal()) },
      'signers',
      'too_long',
      'This must have at most 50 items.',
    ],
    ['signers that are no list', { signers: {} as NewSigner[] }, 'signers', 'wrong_type', 'This must be an array.'],
    ['a signer that is null', { signers: [null as never] }, 'signers.0', 'wrong_type', 'This must be an object.'],
    [
      'a signer of another type',
      { signers: [{ type: 'robot' as 'user' }] },
      'signers.0.type',
      'unknown_choice',
      'This must be one of user, employee, external.',
    ],
    [
      'a field that signers do not have',
      { signers: [{ ...anExternal(), phone: '1' } as NewSigner] },
      'signers.0.phone',
      'unknown_field',
      'Unknown field. Expected: type, technical_id, first_name, last_name, email, signing_order, positions.',
    ],
    [
      'an external without address',
      { signers: [anExternal({ email: null })] },
      'signers.0.email',
      'required',
      'An external signer must have an e-mail address.',
    ],
    [
      'an external with an address that is none',
      { signers: [anExternal({ email: 'eve at home' })] },
      'signers.0.email',
      'invalid_email',
      'This is not a valid e-mail address.',
    ],
    [
      'a manager without id',
      { signers: [{ type: 'user' }] },
      'signers.0.technical_id',
      'required',
      'This field is required for a signer of the type user.',
    ],
    [
      'an employee without id, though with an address',
      { signers: [{ type: 'employee', email: 'ada@acme.test' }] },
      'signers.0.technical_id',
      'required',
      'This field is required for a signer of the type employee.',
    ],
    [
      'an unknown manager',
      { signers: [{ type: 'user', technical_id: employee }] },
      'signers.0.technical_id',
      'unknown_manager',
      `Manager ${employee} not found.`,
    ],
    [
      'an unknown employee',
      { signers: [anExternal(), { type: 'employee', technical_id: manager }] },
      'signers.1.technical_id',
      'unknown_employee',
      `Employee ${manager} not found.`,
    ],
    [
      'an employee in other letters',
      { signers: [{ type: 'employee', technical_id: `${employee} ` }] },
      'signers.0.technical_id',
      'unknown_employee',
      `Employee ${employee}  not found.`,
    ],
    [
      'one person twice',
      { signers: [anExternal({ email: 'a@b.test' }), anExternal({ email: 'A@B.test' })] },
      'signers.1.email',
      'repeated',
      'This person is listed more than once.',
    ],
    [
      'one employee twice, in different turns',
      {
        signers: [
          { type: 'employee', technical_id: employee },
          { type: 'employee', technical_id: employee, signing_order: 2 },
        ],
      },
      'signers.1.technical_id',
      'repeated',
      'This person is listed more than once.',
    ],
    ...([
      [0, 'out_of_range', 'This must be >= 1.'],
      [1001, 'out_of_range', 'This must be <= 1000.'],
      [1.5, 'wrong_type', 'This must be an integer.'],
      ['1', 'wrong_type', 'This must be an integer.'],
    ].map(([signing_order, code, message]) => [
      `the turn ${JSON.stringify(signing_order)}`,
      { signers: [anExternal({ signing_order } as Partial<NewSigner>)] },
      'signers.0.signing_order',
      code,
      message,
    ]) as Refusal[]),
    [
      'a page that is not there',
      placed(place, { ...place, page: 2 }),
      'signers.0.positions.1.page',
      'no_such_page',
      'The document ends with page 1.',
    ],
    ['the page 0', placed({ ...place, page: 0 }), 'signers.0.positions.0.page', 'out_of_range', 'This must be >= 1.'],
    [
      'a place beyond the right edge',
      placed({ ...place, x: 0.91 }),
      'signers.0.positions.0',
      'outside_of_page',
      'This extends beyond the edge of the page.',
    ],
    [
      'a place beyond the lower edge',
      placed({ ...place, y: 0.9002 }),
      'signers.0.positions.0',
      'outside_of_page',
      'This extends beyond the edge of the page.',
    ],
    [
      'a place too narrow to be seen',
      placed({ ...place, width: 0.019 }),
      'signers.0.positions.0.width',
      'out_of_range',
      'This must be >= 0.02.',
    ],
    [
      '51 places of one signer',
      placed(...Array.from({ length: 51 }, () => place)),
      'signers.0.positions',
      'too_long',
      'This must have at most 50 items.',
    ],
    [
      'an unknown document type',
      { document_type_code: 'none' },
      'document_type_code',
      'unknown_document_type',
      'Document type none not found.',
    ],
    [
      'a type of company documents',
      { document_type_code: company },
      'document_type_code',
      'wrong_kind',
      'This is a type of company documents.',
    ],
    [
      'metas that are a list',
      { document_type_metas: [] },
      'document_type_metas',
      'wrong_type',
      'This must be an object.',
    ],
    [
      '101 metas',
      { document_type_metas: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`m${index}`, 1])) },
      'document_type_metas',
      'too_long',
      'This must have at most 100 fields.',
    ],
    [
      'an unknown employee to file for',
      { employee_technical_id: 'none' },
      'employee_technical_id',
      'unknown_employee',
      'Employee none not found.',
    ],
    ['a day that is over', { expiry_date: '2020-01-01' }, 'expiry_date', 'in_the_past', '2020-01-01 is in the past.'],
    ['a day that is none', { expiry_date: '2031-02-30' }, 'expiry_date', 'invalid_date', NOT_A_DATE],
    ['a day in short', { expiry_date: '2031-1-2' }, 'expiry_date', 'invalid_date', NOT_A_DATE],
    ['a day as a number', { expiry_date: 20310102 }, 'expiry_date', 'wrong_type', 'This must be a string or null.'],
    ['a word for yes', { auto_send: 'yes' }, 'auto_send', 'wrong_type', 'This must be a boolean.'],
  ]
  for (const [what, over, field, code, message] of refusals) {
    test(`422 for ${what}, and nothing is left`, async () => {
      const input = await body(typeof over === 'function' ? await over() : over)
      const before = await tallies()

      const answer = await v2('POST', '/signature_processes', { body: input })

      const errors = [{ field, code, message }]
      assert.deepEqual(answer.json(), { code: 'validation_error', message: 'Validation failed', errors })
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(await tallies(), before)
    })
  }

  const coded: [what: string, over: Over | (() => Promise<Over>), field: string, code: string][] = [
    [
      'a PDF of another client',
      async () => ({ upload_id: await upload(aPdf(), { application: 'rival' }) }),
      'upload_id',
      'unknown_upload',
    ],
    [
      'a wrong meta',
      { document_type_code: contract, document_type_metas: { pages: 'two' } },
      'document_type_metas.pages',
      'wrong_value',
    ],
    ['an address that is none', { callback_url: 'ftp://x' }, 'callback_url', 'invalid_url'],
  ]
  for (const [what, over, field, code] of coded) {
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

  test('400 for a body that is no object, before anything is looked up', async () => {
    const message = 'The body must be a JSON object.'
    for (const sent of [undefined, [], '"text"']) {
      const headers = { 'content-type': 'application/json' }
      const answer = await v2('POST', '/signature_processes', { body: sent, ...(sent && { headers }) })
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_request', message }])
    }
  })

  test('201 takes places that end exactly at the edges, and a hair beyond', async () => {
    const positions = [
      { page: 1, x: 0, y: 0, width: 1, height: 1 },
      { page: 1, x: 0.7, y: 0.9, width: 0.3, height: 0.1 },
      { page: 1, x: 0.98, y: 0.99, width: 0.02005, height: 0.01005 },
    ]

    assert.deepEqual((await created({ signers: [anExternal({ positions })] })).signers[0]?.positions, positions)
  })

  test('201 takes nothing from a signer but what its type has', async () => {
    const given = { first_name: 'Not', last_name: 'Me', email: 'not@me.test' }
    const signers: NewSigner[] = [
      { type: 'employee', technical_id: employee, ...given },
      { ...anExternal(), technical_id: manager },
    ]

    const [ofCompany, external] = (await created({ signers })).signers

    assert.deepEqual([ofCompany?.first_name, ofCompany?.email], ['Eve', 'ada@acme.test'])
    assert.equal(external?.technical_id, null)
  })

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
