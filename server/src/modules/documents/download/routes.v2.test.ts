import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Document } from '#modules/documents/schemas.ts'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { BOTH_KINDS, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, app, as } = service
const { aDocument, at } = filingCalls(service)

const fileOf = (document: Document, headers: Record<string, string> = {}) =>
  v2('GET', `${at(document)}/file`, { headers })
const previewOf = (document: Document, query = '') => v2('GET', `${at(document)}/preview${query}`)

for (const kind of BOTH_KINDS) {
  describe(`GET /${kind}_documents/{id}/file`, () => {
    test('200 sends the bytes to be saved under their name, as what they are', async () => {
      const file = aPdf(unique('said'))
      const document = await aDocument(kind, { file, filename: 'Bulletin.pdf' })

      const answer = await fileOf(document)

      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.rawPayload, file)
      assert.partialDeepStrictEqual(answer.headers, {
        'content-type': 'application/pdf',
        'content-length': String(file.length),
        'content-disposition': 'attachment; filename="Bulletin.pdf"',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        etag: `"${createHash('sha256').update(file).digest('hex')}"`,
      })
    })

    test('200 for HEAD says the same, and sends no bytes', async () => {
      const document = await aDocument(kind, { file: '0123456789', filename: 'digits.txt' })
      const { headers } = await fileOf(document)

      const answer = await v2('HEAD', `${at(document)}/file`)

      const named = ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges'] as const
      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [200, 0])
      assert.equal(answer.headers['content-length'], '10')
      for (const name of named) assert.equal(answer.headers[name], headers[name], name)
    })

    const ranges: [range: string, status: number, sent: string, contentRange: string | undefined][] = [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=0-0,5-6', 200, '0123456789', undefined],
      ['bytes=5-2', 200, '0123456789', undefined],
      ['lines=1-2', 200, '0123456789', undefined],
    ]
    for (const [range, status, sent, contentRange] of ranges) {
      test(`${status} for the range ${range}`, async () => {
        const document = await aDocument(kind, { file: '0123456789', filename: 'digits.txt' })

        const answer = await fileOf(document, { range })

        assert.deepEqual([answer.statusCode, answer.body], [status, sent])
        assert.deepEqual(
          [answer.headers['content-length'], answer.headers['content-range']],
          [String(sent.length), contentRange],
        )
      })
    }

    test('416 for a range that lies behind the file, with its size', async () => {
      const document = await aDocument(kind, { file: '0123456789', filename: 'digits.txt' })

      const answer = await fileOf(document, { range: 'bytes=10-' })

      assert.deepEqual([answer.statusCode, answer.headers['content-range']], [416, 'bytes */10'])
      assert.deepEqual(answer.json(), { code: 'range_not_satisfiable', message: 'The file has 10 bytes.' })
    })

    test('304 for one who has it already; a range only of what one has the beginning of', async () => {
      const document = await aDocument(kind, { file: '0123456789', filename: 'digits.txt' })
      const etag = `"${document.sha256}"`

      const known = await fileOf(document, { 'if-none-match': `"other", W/${etag}` })
      const other = await fileOf(document, { 'if-none-match': '"other"' })
      const rest = await fileOf(document, { range: 'bytes=8-', 'if-range': etag })
      const whole = await fileOf(document, { range: 'bytes=8-', 'if-range': '"other"' })

      assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag])
      assert.deepEqual([other.statusCode, other.body], [200, '0123456789'])
      assert.deepEqual([rest.statusCode, rest.body], [206, '89'])
      assert.deepEqual([whole.statusCode, whole.body], [200, '0123456789'])
    })

    test('200 for a file that is larger than what is read at once', async () => {
      const file = Buffer.alloc(700_000, unique('large'))
      const document = await aDocument(kind, { file, filename: 'large.bin' })

      const whole = await fileOf(document)
      const part = await fileOf(document, { range: 'bytes=100000-599999' })

      assert.deepEqual(whole.rawPayload, file)
      assert.deepEqual(part.rawPayload, file.subarray(100_000, 600_000))
    })
  })

  describe(`GET /${kind}_documents/{id}/preview`, () => {
    const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

    test('200 draws each page as a PNG of the width that is asked for', async () => {
      const document = await aDocument(kind, { file: aPdf(unique('pages'), { pages: 2 }) })
      // The pages are 595 by 842 points.
      const cases: [query: string, size: [number, number]][] = [
        ['', [800, 1132]],
        ['?page=1', [800, 1132]],
        ['?page=2&width=595', [595, 842]],
        ['?width=16', [16, 23]],
        ...(kind === 'employee' ? [['?page=1&width=2000', [2000, 2830]] as [string, [number, number]]] : []),
      ]

      for (const [query, size] of cases) {
        const answer = await previewOf(document, query)

        assert.equal(answer.statusCode, 200, query)
        assert.equal(answer.headers['content-type'], 'image/png')
        assert.equal(answer.rawPayload.toString('hex', 0, 8), '89504e470d0a1a0a')
        assert.equal(answer.rawPayload.toString('latin1', 12, 16), 'IHDR')
        assert.deepEqual(sizeOf(answer.rawPayload), size, query)
      }
    })

    test('200 draws what the page says, under a name of its own, and lets nobody share it', async () => {
      const said = await aDocument(kind, { file: aPdf('hello') })
      const silent = await aDocument(kind, { file: aPdf(' ') })

      const one = await previewOf(said, '?width=100')
      const other = await previewOf(silent, '?width=100')

      assert.notDeepEqual(one.rawPayload, other.rawPayload)
      assert.partialDeepStrictEqual(one.headers, {
        'content-disposition': 'attachment; filename="page-1.png"',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      })
    })

    const broken = Buffer.from('%PDF-1.7\nnothing of a PDF follows\n')
    const none: [what: string, file: Buffer | string, query: string, message: string][] = [
      ['a page behind the last', aPdf('a', { pages: 2 }), '?page=3', 'The document ends with page 2.'],
      ['what is not a PDF', 'just a text', '', 'Only PDF documents have a preview.'],
      ['what only calls itself a PDF', 'just a text', '?page=1', 'Only PDF documents have a preview.'],
      ['a broken PDF', broken, '', 'The document cannot be read.'],
      ['a PDF that wants a password', anEncryptedPdf('secret'), '', 'The document cannot be read.'],
    ]
    for (const [what, file, query, message] of none) {
      test(`404 no_preview for ${what}`, async () => {
        const filename = what === 'what is not a PDF' ? 'a.txt' : 'a.pdf'
        const document = await aDocument(kind, { file, filename })

        const answer = await previewOf(document, query)

        assert.equal(answer.statusCode, 404)
        assert.deepEqual(answer.json(), { code: 'no_preview', message })
      })
    }

    test('200 for an encrypted PDF that everybody may read', async () => {
      const document = await aDocument(kind, { file: anEncryptedPdf('') })

      const answer = await previewOf(document, '?page=2&width=100')

      assert.equal(document.page_count, 2)
      assert.deepEqual(sizeOf(answer.rawPayload), [100, 50])
    })

    test('200 for a PDF that has lost its end; its pages are counted all the same', async () => {
      const document = await aDocument(kind, { file: aPdf(unique('cut'), { pages: 3 }).subarray(0, -12) })

      const answer = await previewOf(document, '?page=3&width=100')

      assert.deepEqual([document.page_count, answer.statusCode], [3, 200])
    })

    for (const [name, value] of [
      ...['0', '-1', '100001', '1.5', 'x', ''].map((page) => ['page', page]),
      ...['15', '2001', 'x', ''].map((width) => ['width', width]),
    ]) {
      test(`400 for ${name}=${value}, by its name`, async () => {
        const document = await aDocument(kind)

        const answer = await previewOf(document, `?${name}=${value}`)

        assert.equal(answer.statusCode, 400)
        assert.equal(answer.json().code, 'invalid_request')
        assert.ok(answer.json().message.startsWith(`${name}: `), answer.body)
      })
    }
  })

  describe(`GET /${kind}_documents/{id}/file and preview`, () => {
    test('404 for a document that is not there, and for one of the other kind', async () => {
      const document = await aDocument(kind === 'employee' ? 'company' : 'employee')

      for (const id of [document.id, '01a1df9a-595c-7000-8000-0049b5b32185', 'none']) {
        for (const what of ['file', 'preview']) {
          const answer = await v2('GET', `/${kind}_documents/${id}/${what}`)

          assert.equal(answer.statusCode, 404)
          assert.deepEqual(answer.json(), {
            code: 'not_found',
            message: `${capitalize(kind)} document ${id} not found.`,
          })
        }
      }
    })

    test('405 for anything but reading', async () => {
      const document = await aDocument(kind)

      for (const what of ['file', 'preview']) {
        const url = `/api/v2/client${at(document)}/${what}`
        const answer = await app.inject({ method: 'DELETE', url, headers: await as('payroll') })

        assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD'])
      }
    })
  })
}

describe('GET /employee_documents/{id}/file', () => {
  test('200 keeps a name with letters of any script', async () => {
    const document = await aDocument('employee', { file: 'x', filename: 'plain.txt' })
    const filename = 'Évaluation ✓.txt'
    await service.db.updateTable('documents').set({ filename }).where('id', '=', document.id).execute()

    const disposition = String((await fileOf(document)).headers['content-disposition'])

    assert.ok(disposition.includes(`filename*=UTF-8''${encodeURIComponent(filename)}`), disposition)
  })
})
