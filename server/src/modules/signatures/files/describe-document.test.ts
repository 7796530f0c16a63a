import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { MAX_PDF_BYTES } from '#modules/documents/index.ts'
import { aPageWithHiddenLayer } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { openPdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { Problem } from '#platform/problem.ts'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { describeDocument } from './describe-document.ts'

const folder = await mkdtemp(join(tmpdir(), 'signatures-'))
const blobs = diskBlobs(folder)
const pdfWorkers = openPdfWorkers()
after(async () => {
  await pdfWorkers.close()
  await rm(folder, { recursive: true })
})

const bytes = aPdf('contract', { pages: 2 })
const { sha256 } = await blobs.put(Readable.from([bytes]))
const upload = { filename: 'a.pdf', content_type: 'application/pdf', size: String(bytes.length), sha256 }

async function refused(given: Partial<typeof upload>) {
  const error = await describeDocument({ blobs, pdfWorkers }, { ...upload, ...given }).catch((one) => one)
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.kind, 'invalid')
  return error.fields
}
const refusal = (code: string, message: string) => [{ field: 'upload_id', code, message }]

describe('an upload that is to be signed', () => {
  test('is described with its pages', async () => {
    const found = await describeDocument({ blobs, pdfWorkers }, upload)

    assert.deepEqual(found, { filename: 'a.pdf', size: String(bytes.length), sha256, page_count: 2 })
  })

  test('is refused if it is too large, before a byte of it is read', async () => {
    const size = String(MAX_PDF_BYTES + 1)
    const expected = refusal('too_large', 'A document to sign can have at most 32 MB.')

    assert.deepEqual(await refused({ size, sha256: '00'.repeat(32) }), expected)
  })

  test('is refused if it is not a PDF, whatever its name', async () => {
    const expected = refusal('not_a_pdf', 'Only a PDF can be signed.')

    for (const content_type of ['text/plain', 'application/PDF', 'application/pdf; x=1', '']) {
      assert.deepEqual(await refused({ content_type }), expected)
    }
  })

  test('is refused if its bytes are cut off', async () => {
    const expected = refusal('unreadable_pdf', 'The PDF is damaged, or protected by a password.')

    assert.deepEqual(await refused({ size: '20' }), expected)
  })

  test('is refused if a layer is hidden: it would be sealed, and no signer would have seen it', async () => {
    const layered = aPageWithHiddenLayer()
    const stored = await blobs.put(Readable.from([layered]))

    const fields = await refused({ size: String(layered.length), sha256: stored.sha256 })

    const message =
      'Page 1 has hidden layers or other content that would look different once it is sealed. Print the document to a new PDF.'
    assert.deepEqual(fields, refusal('not_as_shown', message))
  })

  test('is refused if it is too much for the reader of PDFs, who describes the next one', async (t) => {
    const megabyte = 1024 * 1024
    const small = openPdfWorkers({ maxMemoryBytes: 32 * megabyte })
    t.after(() => small.close())
    const large = Buffer.concat([bytes, Buffer.alloc(31 * megabyte)])
    const stored = await blobs.put(Readable.from([large]))
    const given = { ...upload, size: String(large.length), sha256: stored.sha256 }

    const refusing = describeDocument({ blobs, pdfWorkers: small }, given)

    const fields = refusal('unreadable_pdf', 'The PDF is damaged, or protected by a password.')
    await assert.rejects(refusing, { kind: 'invalid', fields })
    assert.equal((await describeDocument({ blobs, pdfWorkers: small }, upload)).page_count, 2)
  })

  test('fails, rather than being refused, if its bytes are gone: the caller can do nothing about it', async () => {
    const error = await describeDocument({ blobs, pdfWorkers }, { ...upload, sha256: '00'.repeat(32) }).catch(
      (one) => one,
    )

    assert.ok(error instanceof Error && !(error instanceof Problem), String(error))
  })
})
