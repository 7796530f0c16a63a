import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { aPdfOfManyWords } from '#platform/pdf/workers/heavy-pages.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aDecompressionBomb, anImage } from '#test/harness/files/images.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { deleteOrphanPreviews } from './jobs.ts'

const MEGABYTE = 1024 * 1024
const service = await startApp({ pdf: { maxMemoryBytes: 64 * MEGABYTE } })
const { pool, blobs, v2 } = service
const { as } = portalCalls(service)
const { aDocument, at } = filingCalls(service)

const VISIBLE = await aDocumentType(service, { visible_by_employee: true })
await anOrganization(service, { code: 'PAR' })
await anOrganization(service, { code: 'LON' })
await aRole(service, { code: 'hr', permissions: ['employee_documents:read'] })
const inOne = (code: string) => [{ role: 'hr', organizations: [code], include_below: true }]
await aManager(service, { technical_id: 'M-PAR', profiles: inOne('PAR') })
await aManager(service, { technical_id: 'M-LON', profiles: inOne('LON') })
const aPerson = () => anEmployee(service, { organizations: ['PAR'] })
const hr = as('manager:M-PAR')

async function aFiled(employee: string, file: Buffer, filename = 'photo.jpg') {
  return aDocument('employee', { employee_technical_id: employee, document_type_code: VISIBLE, file, filename })
}
const imagesOf = async (sha256: string) =>
  (
    await pool.query('SELECT variant, sha256, size FROM document_images WHERE source_sha256 = $1 ORDER BY variant', [
      sha256,
    ])
  ).rows

describe('GET /portal/api/me/documents/{id}/image', () => {
  test('200 sends a small picture in place of a large photo, made and stored once', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const { id } = await aFiled(employee, await anImage())
    // Larger than what the tests may upload.
    const photo = await anImage({ width: 4032, height: 3024 })
    assert.ok(photo.length > 8_000_000, String(photo.length))
    const stored = await blobs.put(Readable.from([photo]))
    await pool.query('UPDATE documents SET sha256 = $2, size = $3 WHERE id = $1', [id, stored.sha256, photo.length])

    const burst = await Promise.all(Array.from({ length: 5 }, () => me('GET', `/me/documents/${id}/image`)))
    const [first] = burst
    const thumbnail = await me('GET', `/me/documents/${id}/image?size=thumbnail`)
    const rows = await imagesOf(stored.sha256)
    const known = { headers: { 'if-none-match': String(first?.headers.etag) } }
    const again = await me('GET', `/me/documents/${id}/image`, known)

    for (const answer of burst) {
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp'], answer.body)
      assert.ok(answer.rawPayload.length < 300_000, String(answer.rawPayload.length))
      assert.equal(answer.headers['cache-control'], 'private, no-cache')
      assert.deepEqual(answer.rawPayload, first?.rawPayload)
    }
    const { width, height } = await sharp(first?.rawPayload).metadata()
    assert.deepEqual([width, height], [1600, 1200])
    assert.ok(thumbnail.rawPayload.length < 20_000)
    assert.deepEqual(
      rows.map((row) => row.variant),
      ['preview', 'thumbnail'],
    )
    assert.equal(again.statusCode, 304)

    // What is stored is not made again: the original is not even read.
    await blobs.delete(stored.sha256)
    assert.equal((await me('GET', `/me/documents/${id}/image`)).statusCode, 200)
    const { rows: files } = await pool.query('SELECT FROM documents WHERE sha256 = ANY ($1)', [
      rows.map((row) => row.sha256),
    ])
    assert.equal(files.length, 0, 'no document')
  })

  test('200 sends the first page of a PDF as a thumbnail, and its pages', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const { id, sha256 } = await aFiled(employee, aPdfOf(['One', 'Two']), 'two.pdf')

    const thumbnail = await me('GET', `/me/documents/${id}/image?size=thumbnail`)
    const page = await me('GET', `/me/documents/${id}/pages/2`)

    assert.equal((await sharp(thumbnail.rawPayload).metadata()).height, 320)
    assert.equal((await sharp(page.rawPayload).metadata()).width, 1200)
    assert.deepEqual(
      (await imagesOf(sha256)).map((row) => row.variant),
      ['page-2', 'thumbnail'],
    )
    assert.equal((await me('GET', `/me/documents/${id}/image`)).json().code, 'no_preview')
  })

  test('404 for what cannot be shown; it is not tried again and again', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const bomb = await aFiled(employee, aDecompressionBomb(12_000), 'bomb.png')
    const broken = await aFiled(employee, (await anImage()).subarray(0, 300), 'broken.jpg')
    const text = await aFiled(employee, Buffer.from('Hello'), 'a.txt')
    for (const { id } of [bomb, broken, text]) {
      const answer = await me('GET', `/me/documents/${id}/image`)
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'no_preview'])
    }
    assert.deepEqual(await imagesOf(bomb.sha256), [{ variant: 'preview', sha256: null, size: null }])
    await blobs.delete(bomb.sha256)
    assert.equal((await me('GET', `/me/documents/${bomb.id}/image`)).statusCode, 404, 'it is not read again')
    assert.deepEqual(await imagesOf(text.sha256), [])
    for (const query of ['?size=large', '?size=']) {
      assert.ok([400, 422].includes((await me('GET', `/me/documents/${text.id}/image${query}`)).statusCode))
    }
    assert.equal((await me('GET', `/me/documents/${broken.id}/pages/100000`)).statusCode, 404)
  })

  test('404 for everybody who may not read the document, though the picture is there', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const rival = await anEmployee(service, { owner: globex })
    const { id } = await aFiled(employee, await anImage({ width: 500 }))
    const own = `/me/documents/${id}/image`
    assert.equal((await as(`employee:${employee}`)('GET', own)).statusCode, 200)
    assert.equal((await hr('GET', `/manager/documents/${id}/image`)).statusCode, 200)
    assert.equal((await as(`employee:${employee}`)('GET', `/me/vault/${id}/image`)).statusCode, 200)

    assert.equal((await as(`employee:${other}`)('GET', own)).statusCode, 404)
    assert.equal((await as(`employee:${other}`)('GET', `/me/vault/${id}/image`)).statusCode, 404)
    assert.equal((await as(`employee:${rival}`, globex.client.id)('GET', own)).statusCode, 404)
    assert.equal((await as('manager:M-LON')('GET', `/manager/documents/${id}/image`)).statusCode, 404)
    assert.equal((await as(undefined)('GET', own)).statusCode, 401)

    await v2('PUT', `${at({ kind: 'employee', id })}/trash`)
    assert.equal((await as(`employee:${employee}`)('GET', own)).statusCode, 404)
    await v2('PATCH', `/document_types/${VISIBLE}`, { body: { visible_by_employee: false } })
    assert.equal((await as(`employee:${employee}`)('GET', `/me/vault/${id}/image`)).statusCode, 404)
    await v2('PATCH', `/document_types/${VISIBLE}`, { body: { visible_by_employee: true } })
  })

  test('what is made goes with the last document of its file', async () => {
    const hidden = await aDocumentType(service, { visible_by_employee: false })
    const employee = await aPerson()
    const picture = await anImage({ width: 501 })
    const given = { employee_technical_id: employee, document_type_code: hidden, file: picture, filename: 'a.jpg' }
    const one = await aDocument('employee', given)
    const two = await aDocument('employee', given)
    assert.equal((await hr('GET', `/manager/documents/${one.id}/image`)).statusCode, 200)
    const [image] = await imagesOf(one.sha256)

    await v2('DELETE', at(one))
    await runJob(service, deleteOrphanPreviews, {})
    assert.equal((await imagesOf(one.sha256)).length, 1, 'another document has the file')
    await v2('DELETE', at(two))
    await runJob(service, deleteOrphanPreviews, {})

    assert.deepEqual(await imagesOf(one.sha256), [])
    assert.equal((await service.namedBlobs(service.db, [image.sha256])).size, 0, 'the sweep removes its bytes')
  })
})

describe('GET /portal/api/me/documents/{id}/text', () => {
  test('200 answers the text of pages with boxes, in several answers; 304 to a browser that has it', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const pages = Array.from({ length: 30 }, (_, index) => `This is page ${index + 1}`)
    const { id, sha256 } = await aFiled(employee, aPdfOf(pages), 'long.pdf')

    const first = await me('GET', `/me/documents/${id}/text`)
    const { next } = first.json()
    const rest = await me('GET', `/me/documents/${id}/text?from=${next}`)
    const known = { headers: { 'if-none-match': String(first.headers.etag) } }
    await blobs.delete(sha256)
    const again = await me('GET', `/me/documents/${id}/text`, known)
    const weak = { headers: { 'if-none-match': `"other", W/${first.headers.etag}` } }
    const behindProxy = await me('GET', `/me/documents/${id}/text`, weak)

    assert.equal(first.headers['cache-control'], 'private, no-cache')
    assert.equal(rest.json().next, null)
    const answered: { page: number; lines: { text: string }[][] }[] = [...first.json().pages, ...rest.json().pages]
    assert.deepEqual(
      answered.flatMap(({ lines }) => lines.flat().map(({ text }) => text)),
      pages,
    )
    assert.equal(again.statusCode, 304, 'the file is not read for it')
    assert.equal(behindProxy.statusCode, 304)
  })

  test('404 for a page that is too much to read; it is read once, however often it is asked for', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const { id, sha256 } = await aFiled(employee, aPdfOfManyWords(100_000), 'many-words.pdf')
    const read = () => me('GET', `/me/documents/${id}/text`)

    const burst = await Promise.all([read(), read(), read()])
    await blobs.delete(sha256)
    const later = [await read(), await me('GET', `/me/documents/${id}/text?from=2`)]

    for (const answer of [...burst, ...later]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'no_preview'], answer.body)
    }
  })

  test('500 for a file whose bytes are missing, which is not held against the file', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const bytes = aPdfOf(['missing for a while'])
    const { id, sha256 } = await aFiled(employee, bytes, 'missing.pdf')
    await blobs.delete(sha256)

    const missing = await me('GET', `/me/documents/${id}/text`)
    await blobs.put(Readable.from([bytes]))

    assert.equal(missing.statusCode, 500)
    assert.equal((await me('GET', `/me/documents/${id}/text`)).statusCode, 200)
  })

  test('404 for everybody who may not read the document, though its text is being read', async () => {
    const employee = await aPerson()
    const other = await aPerson()
    const { id } = await aFiled(employee, aPdfOf(['for one person']), 'own.pdf')
    const read = (who: string) => as(`employee:${who}`)('GET', `/me/documents/${id}/text`)

    const [own, foreign] = await Promise.all([read(employee), read(other)])

    assert.deepEqual([own.statusCode, foreign.statusCode], [200, 404])
  })

  test('404 past the last page, and for a file that is not a readable PDF', async () => {
    const employee = await aPerson()
    const me = as(`employee:${employee}`)
    const short = await aFiled(employee, aPdfOf(['one']), 'short.pdf')
    const broken = await aFiled(employee, Buffer.from('%PDF-1.7\nbroken'), 'broken.pdf')
    const photo = await aFiled(employee, await anImage())

    for (const path of [`${short.id}/text?from=2`, `${broken.id}/text`, `${photo.id}/text`]) {
      const answer = await me('GET', `/me/documents/${path}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'no_preview'], path)
    }
    assert.equal((await me('GET', `/me/documents/${short.id}/text?from=0`)).statusCode, 400)
  })
})
