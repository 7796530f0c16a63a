import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { documentTraces, rawForm } from '#test/harness/features/documents/traces.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const service = await startApp()
const { app, db } = service
const { upload, uploaded, read } = documentCalls(service)
const { leftBy, pathOf } = documentTraces(service)

const lyon = await anOrganization(service)
const payslip = await aDocumentType(service)
const statutes = await aDocumentType(service, { kind: 'company' })
const marie = await anEmployee(service, { organizations: [lyon] })

const ofMarie = { document_type_code: payslip, employee_technical_id: marie }
const ofLyon = { document_type_code: statutes, organization_codes: [lyon] }
const NOTHING = { documents: 0, events: 0, files: 0 }

/** A body as it is. */
function send({ headers, payload }: { headers: Record<string, string>; payload: Buffer | string }) {
  return app.inject({
    method: 'POST',
    url: '/api/v1/enterprise/documents/',
    headers: { 'x-api-key': 'acme-api-key', ...headers },
    payload,
  })
}

describe('POST /api/v1/enterprise/documents/ and its file', () => {
  const office = Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1')
  const kinds: [what: string, file: Buffer, filename: string, type: string, pages: number | null][] = [
    ['a PDF of three pages', aPdf('three', { pages: 3 }), 'a.pdf', 'application/pdf', 3],
    ['a PDF that is called a picture', aPdf('called', { pages: 2 }), 'a.png', 'application/pdf', 2],
    ['a PDF that is called nothing', aPdf('nothing'), 'scan', 'application/pdf', 1],
    ['the beginning of a PDF', Buffer.from('%PDF-1.7\n'), 'a.pdf', 'application/pdf', null],
    ['a text that is called a PDF', Buffer.from('hello'), 'a.pdf', 'text/plain', null],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.pdf', 'image/png', null],
    ['an archive', office, 'a.zip', 'application/zip', null],
    ['bytes of no kind', Buffer.from([0, 1, 2, 3]), 'a.bin', 'application/octet-stream', null],
    ['a table', Buffer.from('a,b\n1,2\n'), 'a.csv', 'text/csv', null],
    ['one byte', Buffer.from('x'), 'a.txt', 'text/plain', null],
  ]
  for (const [what, file, filename, type, pages] of kinds) {
    test(`201 sees that it is ${type} by its bytes: ${what}`, async () => {
      const id = await uploaded(ofMarie, { file, filename })

      const { content_type, page_count, size } = await read('employee', id)
      assert.deepEqual([content_type, page_count, size], [type, pages, file.byteLength])
    })
  }

  test('201 counts the pages of a PDF of over 1 MiB, which is read from the store', async () => {
    const file = aPdf('x'.repeat(1024 * 1024 + 1), { pages: 4 })

    const id = await uploaded(ofMarie, { file })

    assert.equal((await read('employee', id)).page_count, 4)
  })

  test('201 takes a file of just the limit', async () => {
    const id = await uploaded(ofMarie, { file: Buffer.alloc(service.maxFileBytes, 'x'), filename: 'a.txt' })

    assert.equal((await read('employee', id)).size, service.maxFileBytes)
  })

  const names: [sent: string, kept: string][] = [
    ['Bulletin été 🙂.pdf', 'Bulletin été 🙂.pdf'],
    ['C:\\Users\\me\\a.pdf', 'a.pdf'],
    ['../../etc/passwd', 'passwd'],
    [' a.pdf ', 'a.pdf'],
    ['.pdf', '.pdf'],
    ['é'.repeat(255), 'é'.repeat(255)],
  ]
  for (const [sent, kept] of names) {
    test(`201 keeps the name ${kept.slice(0, 30)} of ${sent.slice(0, 30)}`, async () => {
      const id = await uploaded(ofMarie, { filename: sent })

      assert.equal((await read('employee', id)).filename, kept)
    })
  }

  test('201 takes only names that end as the type allows, whatever the case', async () => {
    const type = await aDocumentType(service, { allowed_extensions: ['pdf', 'odt'] })
    const data = { ...ofMarie, document_type_code: type }

    await uploaded(data, { filename: 'a.pdf' })
    await uploaded(data, { filename: 'archive.tar.ODT' })
  })

  test('201 keeps equal bytes once, of documents that come one after the other and at once', async () => {
    const file = aPdf(unique('same'))

    const { answer, left } = await leftBy(async () => {
      const first = await upload({ title: 'T', ...ofMarie }, { file, filename: 'a.pdf' })
      const rest = Array.from({ length: 12 }, (_, index) => upload({ title: `${index}`, ...ofLyon }, { file }))
      return [first, ...(await Promise.all(rest))]
    })

    assert.deepEqual(new Set(answer.map((one) => one.statusCode)), new Set([201]))
    assert.deepEqual(left, { documents: 13, events: 13, files: 1 })
  })
})

describe('POST /api/v1/enterprise/documents/ as a form', () => {
  const data = JSON.stringify({ title: 'T', ...ofMarie })
  const file = () => new File([new Uint8Array(aPdf())], 'a.pdf')
  const forms: [string, [string, string | File][]][] = [
    [
      'data before the file',
      [
        ['data', data],
        ['file', file()],
      ],
    ],
    [
      'data behind the file',
      [
        ['file', file()],
        ['data', data],
      ],
    ],
    [
      'data as a file',
      [
        ['data', new File([data], 'data.json')],
        ['file', file()],
      ],
    ],
    [
      'data as a file behind the file',
      [
        ['file', file()],
        ['data', new File([data], 'blob')],
      ],
    ],
    [
      'other parts between them',
      [
        ['note', 'x'],
        ['file', file()],
        ['more', new File(['y'], 'y')],
        ['data', data],
        ['end', ''],
      ],
    ],
  ]
  for (const [what, parts] of forms) {
    test(`201 ${what}, with and without a slash at the end`, async () => {
      for (const url of ['/api/v1/enterprise/documents/', '/api/v1/enterprise/documents']) {
        const form = new FormData()
        for (const [name, value] of parts) form.append(name, value)
        const { headers, payload } = await asPayload(form)
        const { answer, left } = await leftBy(() =>
          app.inject({ method: 'POST', url, headers: { ...headers, 'x-api-key': 'acme-api-key' }, payload }),
        )

        assert.equal(answer.statusCode, 201, answer.body)
        assert.deepEqual([left.documents, left.events], [1, 1])
        assert.deepEqual(await eventsOf(db, answer.json().id), ['employee_document.created'])
      }
    })
  }

  for (const header of ['X-API-KEY', 'x-api-key', 'x_api_key', 'X_API_KEY']) {
    test(`201 with the key in the header ${header}`, async () => {
      const form = new FormData()
      form.append('data', data)
      form.append('file', file())
      const { headers, payload } = await asPayload(form)
      const url = '/api/v1/enterprise/documents/'

      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, [header]: 'acme-api-key' },
        payload,
      })

      assert.equal(answer.statusCode, 201)
    })
  }
})

describe('POST /api/v1/enterprise/documents/ refuses a file', () => {
  const name = 'A file name must have 1 to 255 characters.'
  const files: [string, number, string, { file?: Buffer | null; filename?: string }][] = [
    ['that is missing', 1408, 'The part file is missing.', { file: null }],
    ['whose name is empty', 1409, name, { filename: '' }],
    ['whose name is blank', 1409, name, { filename: '  ' }],
    ['whose name is a folder', 1409, name, { filename: 'a/' }],
    ['whose name is ..', 1409, name, { filename: '..' }],
    ['whose name has 256 characters', 1409, name, { filename: 'x'.repeat(256) }],
    ['whose name holds a control character', 1409, name, { filename: 'a\u0007b.pdf' }],
  ]
  for (const [what, code, message, sent] of files) {
    test(`400 with ${code} ${what}, before and behind the data`, async () => {
      for (const fileFirst of [false, true]) {
        const { answer, left } = await leftBy(() => upload({ title: 'T', ...ofMarie }, { ...sent, fileFirst }))

        assert.equal(answer.statusCode, 400)
        assert.deepEqual(answer.json(), { code, message })
        assert.deepEqual([left.documents, left.events], [0, 0])
      }
    })
  }

  test('400 with 1409 that is empty, before and behind the data', async () => {
    const message = 'The file is empty.'
    for (const fileFirst of [false, true]) {
      const { answer, left } = await leftBy(() =>
        upload({ title: 'T', ...ofMarie }, { file: Buffer.alloc(0), fileFirst }),
      )

      assert.equal(answer.statusCode, 400)
      const errors = [{ field: 'file', code: 'empty', message }]
      assert.deepEqual(answer.json(), { code: 1409, message: `file: ${message}`, errors })
      assert.deepEqual([left.documents, left.events], [0, 0])
    }
  })

  for (const filename of ['a.png', 'pdf', '.pdf', 'a.pdf.exe', 'a.pdf.', 'a.pdf2']) {
    test(`400 with 1409 called ${filename}, of a type that takes other ends`, async () => {
      const type = await aDocumentType(service, { allowed_extensions: ['pdf', 'odt'] })
      const message = 'Files of this type must end in .pdf, .odt.'

      const { answer, left } = await leftBy(() =>
        upload({ title: 'T', ...ofMarie, document_type_code: type }, { filename }),
      )

      assert.equal(answer.statusCode, 400)
      const errors = [{ field: 'file', code: 'extension_not_allowed', message }]
      assert.deepEqual(answer.json(), { code: 1409, message: `file: ${message}`, errors })
      assert.deepEqual([left.documents, left.events], [0, 0])
    })
  }

  test('413 a file over the limit, and nothing of it stays', async () => {
    for (const fileFirst of [false, true]) {
      const file = Buffer.alloc(service.maxFileBytes + 1, 'x')

      const { answer, left } = await leftBy(() => upload({ title: 'T', ...ofMarie }, { file, fileFirst }))

      assert.equal(answer.statusCode, 413)
      assert.deepEqual(answer.json(), { code: 413, message: 'The file is too large.' })
      assert.ok(answer.headers.deprecation)
      assert.deepEqual(left, NOTHING)
    }
  })

  test('400 with 1426 that the store does not take, with the reason in the log and not in the answer', async () => {
    const broken = await startApp()
    await writeFile(join(broken.blobsFolder, 'incoming'), 'a file where a folder belongs')
    const place = await anOrganization(broken)
    const type = await aDocumentType(broken, { kind: 'company' })
    const calls = { ...documentCalls(broken), ...documentTraces(broken) }
    const data = { title: 'T', document_type_code: type, organization_codes: [place] }

    for (const fileFirst of [false, true]) {
      const { answer, left } = await calls.leftBy(() => calls.upload(data, { fileFirst }))

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 1426, message: 'The file could not be stored. Try again later.' })
      assert.ok(answer.headers.deprecation)
      assert.deepEqual(left, NOTHING)
    }
    const lines = broken.logged.filter((line) => line.includes('request.hindered'))
    assert.equal(lines.length, 2)
    for (const line of lines) assert.match(line, /ENOTDIR/)
  })
})

describe('POST /api/v1/enterprise/documents/ refuses a form', () => {
  const data = JSON.stringify({ title: 'T', ...ofMarie })
  const aData: [string, string] = ['name="data"', data]
  const aFile = (): [string, string] => ['name="file"; filename="a.txt"', unique('content')]
  const asBody = (type: string, payload: string) => ({ headers: { 'content-type': type }, payload })
  const BROKEN = { code: 400, message: 'The multipart body is malformed.' }
  const NO_FORM = { code: 400, message: 'The body must be multipart/form-data.' }
  const once = (field: string) => ({
    code: 1409,
    message: 'Validation failed',
    errors: [{ field, code: 'repeated', message: 'This field must be sent only once.' }],
  })
  const unstorable = {
    code: 1409,
    message: 'Validation failed',
    errors: [{ field: 'data', code: 'invalid_text', message: 'This contains characters that cannot be stored.' }],
  }
  const noData = { code: 1408, message: 'The part data is missing.' }
  const noFile = { code: 1408, message: 'The part file is missing.' }
  const cut = (form: ReturnType<typeof rawForm>, bytes: number) => ({
    ...form,
    payload: form.payload.subarray(0, -bytes),
  })
  const forms: [string, object, () => Parameters<typeof send>[0]][] = [
    ['without parts', noData, () => rawForm()],
    ['without data', noData, () => rawForm(aFile())],
    ['whose data has another name', noData, () => rawForm(['name="Data"', data], aFile())],
    ['without a file', noFile, () => rawForm(aData)],
    ['whose file is a text', noFile, () => rawForm(aData, ['name="file"', 'x'])],
    ['whose file has another name', noFile, () => rawForm(aData, ['name="File"; filename="a"', 'x'])],
    [
      'whose file has no name',
      { code: 1409, message: 'A file name must have 1 to 255 characters.' },
      () => rawForm(aData, ['name="file"\r\nContent-Type: application/octet-stream', 'x']),
    ],
    ['with two files', once('file'), () => rawForm(aData, aFile(), aFile())],
    ['with data twice', once('data'), () => rawForm(aData, aData, aFile())],
    [
      'with data as a text and as a file',
      once('data'),
      () => rawForm(aData, ['name="data"; filename="d"', data], aFile()),
    ],
    [
      'with a part of no name',
      { code: 400, message: 'A part of the form is missing its name.' },
      () => rawForm(['x="y"', 'z']),
    ],
    ['whose data holds a NUL character', unstorable, () => rawForm(['name="data"', '{"a":"\0"}'], aFile())],
    [
      'whose data is not valid UTF-8',
      unstorable,
      () => rawForm(['name="data"', Buffer.from('{"title":"\xe9"}', 'latin1')], aFile()),
    ],
    [
      'whose data is a file that is not valid UTF-8',
      unstorable,
      () => rawForm(['name="data"; filename="d"', Buffer.from('{"title":"\xe9"}', 'latin1')], aFile()),
    ],
    ['that breaks off in the file', BROKEN, () => cut(rawForm(aData, aFile()), 14)],
    ['that breaks off in the data', BROKEN, () => cut(rawForm(aData), 20)],
    ['that is something else', BROKEN, () => ({ ...rawForm(), payload: 'hello' })],
    ['without a boundary', BROKEN, () => asBody('multipart/form-data', rawForm(aData, aFile()).payload.toString())],
    ['that is JSON', NO_FORM, () => asBody('application/json', data)],
    ['that is a file', NO_FORM, () => asBody('application/pdf', '%PDF')],
    ['that is a form of the other kind', NO_FORM, () => asBody('application/x-www-form-urlencoded', 'data=x')],
    ['that is nothing', NO_FORM, () => ({ headers: {}, payload: '' })],
  ]
  for (const [what, body, form] of forms) {
    test(`400 ${what}, and nothing is written`, async () => {
      const { answer, left } = await leftBy(() => send(form()))

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), body)
      assert.ok(answer.headers.deprecation)
      assert.deepEqual([left.documents, left.events], [0, 0])
    })
  }

  test('400 a form that breaks off in the file leaves nothing of it', async () => {
    const form = rawForm(aData, ['name="file"; filename="a.bin"', Buffer.alloc(300_000, 'x')])

    const { answer, left } = await leftBy(() => send({ ...form, payload: form.payload.subarray(0, 200_000) }))

    assert.equal(answer.statusCode, 400)
    assert.deepEqual(left, NOTHING)
  })

  for (const headers of ['name="data"', 'name="data"; filename="data.json"']) {
    test(`413 over 1 MiB of ${headers}, and nothing is stored`, async () => {
      const long = JSON.stringify({ title: 'T', ...ofMarie, note: 'x'.repeat(1024 * 1024) })

      const { answer, left } = await leftBy(() => send(rawForm([headers, long], aFile())))

      assert.equal(answer.statusCode, 413)
      assert.deepEqual(answer.json(), { code: 413, message: 'The field data is too large.' })
      assert.deepEqual(left, NOTHING)
    })
  }

  test('413 a part of another name over the limit for files, and the service lives on', async () => {
    const other: [string, Buffer] = ['name="other"; filename="o"', Buffer.alloc(service.maxFileBytes + 1)]

    for (const form of [rawForm(other, aData, aFile()), rawForm(aData, aFile(), other)]) {
      const { answer, left } = await leftBy(() => send(form))

      assert.equal(answer.statusCode, 413)
      assert.deepEqual([left.documents, left.events], [0, 0])
    }
    assert.equal((await send(rawForm(aData, aFile()))).statusCode, 201)
  })
})

describe('a blob that was damaged', () => {
  test('201 is whole again when equal bytes are uploaded', async () => {
    const file = aPdf(unique('again'))
    const id = await uploaded(ofMarie, { file })
    await writeFile(await pathOf((await read('employee', id)).sha256), 'rubbish')

    await uploaded(ofLyon, { file })

    const answer = await service.v2('GET', `/employee_documents/${id}/file`)
    assert.ok(answer.rawPayload.equals(file))
  })
})
