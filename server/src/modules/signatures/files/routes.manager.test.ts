import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aHungryPdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const service = await startApp()
const { v2, pool, clock } = service
clock.stop()
const { portal, body, read, fileOf } = signatureCalls(service)
const { aDocument } = filingCalls(service)

for (const code of ['PAR', 'LON']) await anOrganization(service, { code })
const managerWith = async (...permissions: string[]) =>
  aManager(service, { profiles: [{ role: await aRole(service, { permissions }), organizations: ['PAR'] }] })
const manager = await managerWith('*')
const signing = await managerWith('signatures:read', 'signatures:write')
const reading = await managerWith('signatures:read', 'documents:read')
const employee = await anEmployee(service, { organizations: ['PAR'] })
const elsewhere = await anEmployee(service, { organizations: ['LON'] })
const document_type_code = await aDocumentType(service)
const as = (who: string) => portal.as(`manager:${who}`)

const UPLOADS = '/manager/signature_uploads'
const BYTES = aPdf('two', { pages: 2 })

async function send(
  parts: [name: string, content: string | File][],
  who = manager,
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, content] of parts) form.append(name, content)
  const sent = await asPayload(form)
  return as(who)('POST', UPLOADS, { headers: { ...sent.headers, ...headers }, body: sent.payload })
}
const aFile = (bytes: Buffer | string = BYTES, filename = 'a.pdf') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], filename)
const sendFile = (...file: Parameters<typeof aFile>) => send([['file', aFile(...file)]])
const copy = (document_id: unknown, who = manager) => as(who)('POST', `${UPLOADS}/copies`, { body: { document_id } })

async function uploads(): Promise<number> {
  return (await pool.query(`SELECT count(*)::integer FROM uploads WHERE client_id = 'acme'`)).rows[0].count
}
const refusal = (field: string, code: string, message: string) => ({
  code: 'validation_error',
  message: 'Validation failed',
  errors: [{ field, code, message }],
})
/** Everything that a refusal says, and that nothing is kept after it. */
async function assertRefused(call: () => ReturnType<typeof sendFile>, status: number, expected: object): Promise<void> {
  const before = await uploads()
  const answer = await call()
  assert.deepEqual([answer.statusCode, answer.json()], [status, expected])
  assert.equal(await uploads(), before)
}

describe('POST /manager/signature_uploads', () => {
  test('201 tells what was sent, and a process is made of these very bytes', async () => {
    const answer = await sendFile(BYTES, 'Contrat signé.pdf')

    const { upload_id, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, { filename: 'Contrat signé.pdf', size: BYTES.length, page_count: 2 })
    const made = await as(manager)('POST', '/manager/signatures', { body: await body({ upload_id }) })
    assert.equal(made.statusCode, 201, made.body)
    const { document } = await read(made.json().id)
    const sha256 = createHash('sha256').update(BYTES).digest('hex')
    assert.deepEqual(document, { ...rest, sha256 })
    assert.ok((await fileOf(made.json().id, 'file')).equals(BYTES))
  })

  test('201 each time for the same file: every upload has an id of its own, also of two at once', async () => {
    const answers = await Promise.all([sendFile(), sendFile(), sendFile()])

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map((one) => one.json().upload_id)).size, 3)
  })

  test('201 again with the same idempotency key answers the same upload, which is made once', async () => {
    const before = await uploads()
    const parts: [string, File][] = [['file', aFile()]]
    const form = new FormData()
    for (const [name, content] of parts) form.append(name, content)
    const { headers, payload } = await asPayload(form)
    const key = { 'idempotency-key': unique('key') }
    const post = () => as(manager)('POST', UPLOADS, { headers: { ...headers, ...key }, body: payload })

    const answers = [await post(), await post()]

    assert.deepEqual(answers[1]?.json(), answers[0]?.json())
    assert.equal(await uploads(), before + 1)
  })

  for (const [given, kept] of [
    ['C:\\Users\\Eve\\Vertrag.pdf', 'Vertrag.pdf'],
    ['../../etc/Vertrag.pdf', 'Vertrag.pdf'],
    ['  契約🙂.PDF ', '契約🙂.PDF'],
    [`${'x'.repeat(251)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['no extension', 'no extension'],
  ] as const) {
    test(`201 keeps of the name ${given.slice(0, 30)} what a file can be called`, async () => {
      const answer = await sendFile(BYTES, given)

      assert.deepEqual([answer.statusCode, answer.json().filename], [201, kept])
    })
  }

  const NOT_READABLE = 'The PDF is damaged, or protected by a password.'
  const refused: [what: string, bytes: Buffer | string, code: string, message: string][] = [
    ['a text, though it is called a PDF', 'plain text', 'not_a_pdf', 'Only a PDF can be signed.'],
    ['no byte', '', 'not_a_pdf', 'Only a PDF can be signed.'],
    ['a PDF that is cut off', BYTES.subarray(0, 60), 'unreadable_pdf', NOT_READABLE],
    ['a PDF with a password', anEncryptedPdf('secret'), 'unreadable_pdf', NOT_READABLE],
    ['a PDF whose pages cannot be drawn upon', aHungryPdf(), 'unreadable_pdf', NOT_READABLE],
  ]
  for (const [what, bytes, code, message] of refused) {
    test(`422 for ${what}, and nothing is kept`, () =>
      assertRefused(() => sendFile(bytes), 422, refusal('upload_id', code, message)))
  }

  const BAD_NAME = refusal('file', 'invalid', 'A file name must have 1 to 255 characters.')
  for (const name of ['..', '/', ' ', `${'x'.repeat(252)}.pdf`]) {
    test(`422 for the name ${JSON.stringify(name.slice(0, 10))}, and nothing is kept`, () =>
      assertRefused(() => sendFile(BYTES, name), 422, BAD_NAME))
  }

  test('422 for a form without the file, with it as a text, and with two of them', async () => {
    const missing = refusal('file', 'required', 'The form is missing a file.')
    await assertRefused(() => send([['other', aFile()]]), 422, missing)
    await assertRefused(() => send([['file', 'a text']]), 422, missing)
    const twice = refusal('file', 'repeated', 'This field must be sent only once.')
    await assertRefused(
      () =>
        send([
          ['file', aFile()],
          ['file', aFile()],
        ]),
      422,
      twice,
    )
  })

  test('400 for a body that is no form, or a broken one; 413 for a file over the limit', async () => {
    const post = (type: string, sent: string) =>
      as(manager)('POST', UPLOADS, { headers: { 'content-type': type }, body: sent })
    const malformed = (message: string) => ({ code: 'invalid_request', message })

    await assertRefused(() => post('application/pdf', '%PDF'), 400, malformed('The body must be multipart/form-data.'))
    const broken = malformed('The multipart body is malformed.')
    await assertRefused(() => post('multipart/form-data; boundary=x', '--x\r\n'), 400, broken)
    const large = Buffer.concat([BYTES, Buffer.alloc(service.maxFileBytes)])
    await assertRefused(() => sendFile(large), 413, { code: 'file_too_large', message: 'The file is too large.' })
  })

  test('401 without a session, 403 for who may not have documents signed and for employees', async () => {
    const parts: [string, File][] = [['file', aFile()]]
    const form = new FormData()
    for (const [name, content] of parts) form.append(name, content)
    const { headers, payload } = await asPayload(form)
    const by = (who: Parameters<typeof portal.as>[0]) => () =>
      portal.as(who)('POST', UPLOADS, { headers, body: payload })

    await assertRefused(by(undefined), 401, { code: 'not_logged_in', message: 'Log in to continue.' })
    const message = 'Your roles do not grant signatures:write.'
    await assertRefused(by(`manager:${reading}`), 403, { code: 'not_permitted', message })
    const employees = { code: 'wrong_role', message: 'Only managers can do this.' }
    await assertRefused(by(`employee:${employee}`), 403, employees)
  })

  test('is kept for a day, and is of no use to another client', async () => {
    const [{ upload_id }, theirs] = [(await sendFile()).json(), (await sendFile()).json().upload_id]
    const unknown = (id: string) => refusal('upload_id', 'unknown_upload', `Upload ${id} not found, or it has expired.`)
    const given = await body({ upload_id: theirs })

    const foreign = await v2('POST', '/signature_processes', { application: 'rival', body: given })
    assert.deepEqual([foreign.statusCode, foreign.json().errors.at(-1)], [422, unknown(theirs).errors[0]])
    clock.advance(24 * 60 * 60)
    const late = await v2('POST', '/signature_processes', {
      body: await body({ upload_id }),
      headers: { authorization: `Bearer ${await service.requestToken('payroll')}` },
    })
    clock.advance(-24 * 60 * 60)
    assert.deepEqual([late.statusCode, late.json()], [422, unknown(upload_id)])
  })
})

describe('POST /manager/signature_uploads/copies', () => {
  const place = { document_type_code, employee_technical_id: employee }

  test('201 takes the document of a folder, which stays as it is', async () => {
    const document = await aDocument('employee', { ...place, file: BYTES, filename: 'Vertrag é.pdf' })

    const answer = await copy(document.id)

    const { upload_id, ...rest } = answer.json()
    assert.deepEqual([answer.statusCode, rest], [201, { filename: 'Vertrag é.pdf', size: BYTES.length, page_count: 2 }])
    const made = await as(manager)('POST', '/manager/signatures', { body: await body({ upload_id }) })
    assert.equal((await read(made.json().id)).document.sha256, document.sha256)
    assert.deepEqual((await v2('GET', `/employee_documents/${document.id}`)).json(), document)
  })

  test('422 for what cannot be signed, though it can be read', async () => {
    const text = await aDocument('employee', { ...place, file: 'plain text', filename: 'a.txt' })
    const locked = await aDocument('employee', { ...place, file: anEncryptedPdf('secret'), filename: 'b.pdf' })

    await assertRefused(() => copy(text.id), 422, refusal('upload_id', 'not_a_pdf', 'Only a PDF can be signed.'))
    const damaged = refusal('upload_id', 'unreadable_pdf', 'The PDF is damaged, or protected by a password.')
    await assertRefused(() => copy(locked.id), 422, damaged)
  })

  test('404 for documents that are not there, of folders outside the perimeter, or that they may not read', async () => {
    const inside = await aDocument('employee', place)
    const outside = await aDocument('employee', { ...place, employee_technical_id: elsewhere })
    const rival = await aDocument('employee', { application: 'rival' })

    for (const [id, who] of [
      [outside.id, manager],
      [rival.id, manager],
      ['nothing', manager],
      ['a\u0000', manager],
      [inside.id, signing],
    ] as const) {
      const message = `Document ${id} not found.`
      await assertRefused(() => copy(id, who), 404, { code: 'not_found', message })
    }
  })

  test('403 for managers who may read the document, and may have nothing signed', async () => {
    const { id } = await aDocument('employee', place)

    const message = 'Your roles do not grant signatures:write.'
    await assertRefused(() => copy(id, reading), 403, { code: 'not_permitted', message })
  })

  test('422 for a body that names no document', async () => {
    const required = refusal('document_id', 'required', 'This field is required.')
    await assertRefused(() => as(manager)('POST', `${UPLOADS}/copies`, { body: {} }), 422, required)
    await assertRefused(() => copy(7), 422, refusal('document_id', 'wrong_type', 'This must be a string.'))
    await assertRefused(
      () => copy('x'.repeat(101)),
      422,
      refusal('document_id', 'too_long', 'This exceeds 100 characters.'),
    )
  })
})
