import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { processDistribution } from '#modules/distributions/jobs.ts'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aPdf as aBarePdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { type EntrySample, FLAGS, aZip as writtenZip } from '#platform/zip/zip-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const MEGABYTE = 1024 * 1024
const service = await startApp()
const { delivered, prepared, project, read, readSpool, report, run, spool } = distributionCalls(service)

const lyon = await anOrganization(service, { code: 'LYON' })
const contract = await aDocumentType(service, { code: 'contract' })
const payslip = await aDocumentType(service, { code: 'payslip' })
const numbered = (employee_number: string) =>
  anEmployee(service, { registrations: [{ organization_code: lyon, employee_number }] })
const ada = await numbered('1001')
const bob = await numbered('1002')

const type = await aDistributionType(service, {
  format: 'zip_names',
  pattern:
    '^(?:(?<organization>LYON|PARIS)/)?(?<employee_number>[0-9]+)(?:_(?<period>[0-9]{4}-?[0-9]{2}))?(?:_(?<type>[a-z]+))?[.]pdf$',
  document_type: payslip,
})

const told = (lines: DistributionDocument[], ...keys: (keyof DistributionDocument)[]) =>
  lines.map((line) => keys.map((key) => line[key]))

/** Reads a ZIP that is written byte by byte; files of this size are allowed in it. */
async function readWritten(entries: EntrySample[], maxFileBytes: number): Promise<DistributionDocument[]> {
  const id = await project()
  const distribution_id = await spool(id, { type, bytes: writtenZip(entries) })
  const signal = new AbortController().signal
  await processDistribution.run({ client_id: acme.client.id, distribution_id }, { ...service, maxFileBytes, signal })
  return report(id)
}

/** With a comment behind it that makes it larger than what is looked at, and does not shrink too well. */
function enlarged(pdf: Buffer): Buffer {
  const at = /startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1]
  const comment = [Buffer.from(`%${randomBytes(MEGABYTE / 4).toString('base64')}`), Buffer.alloc(16 * MEGABYTE, ' ')]
  return Buffer.concat([pdf, ...comment, Buffer.from(`\nstartxref\n${at}\n%%EOF\n`)])
}

describe('a spool of the format zip_names', () => {
  test('makes a part of each file, in the order of the ZIP, and reads its path or else its name', async () => {
    const pdf = aPdf()
    const bytes = await aZip({
      'LYON/1001_202401.pdf': pdf,
      'b/1002_2024-02_contract.PDF': aPdf('three', { pages: 3 }),
      'a/lyon/1002.pdf': pdf,
      '1001.pdf': pdf,
      'PARIS/1001.pdf': pdf,
      'a/4711_memo.pdf': pdf,
      'no number.pdf': pdf,
    })

    const id = await prepared([{ type, bytes, filename: 'january.zip' }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'position', 'file', 'pages', 'outcome', 'reason', 'employee_technical_id'), [
      [1, 'LYON/1001_202401.pdf', 1, 'matched', null, ada],
      [2, 'b/1002_2024-02_contract.PDF', 3, 'matched', null, bob],
      [3, 'a/lyon/1002.pdf', 1, 'matched', null, bob],
      [4, '1001.pdf', 1, 'matched', null, ada],
      [5, 'PARIS/1001.pdf', 1, 'unmatched', 'unknown_employee', null],
      [6, 'a/4711_memo.pdf', 1, 'rejected', 'unknown_document_type', null],
      [7, 'no number.pdf', 1, 'unmatched', 'not_recognized', null],
    ])
    assert.deepEqual(told(lines, 'employee_number', 'organization', 'period', 'document_type_code'), [
      ['1001', 'LYON', '2024-01', payslip],
      ['1002', null, '2024-02', contract],
      ['1002', null, null, payslip],
      ['1001', null, null, payslip],
      ['1001', 'PARIS', null, payslip],
      ['4711', null, null, null],
      [null, null, null, payslip],
    ])
    assert.ok(lines.every(({ first_page }) => first_page === null))
    assert.equal(lines[0]?.size, pdf.length)
  })

  test('takes what systems leave behind for no part, and everything else for one', async () => {
    const litter = [
      '__MACOSX/1001.pdf',
      'a/__MACOSX/._1001.pdf',
      '.DS_Store',
      'a/.DS_Store',
      'Thumbs.db',
      'a/DESKTOP.INI',
    ]
    const parts = ['.1001.pdf', 'my.DS_Store', 'x__MACOSX/1001.pdf', '__MACOSX', 'desktop.ini.pdf', 'DS_Store']
    const bytes = writtenZip([
      ...[...litter, 'folder/', 'LYON/'].map((name) => ({ name, content: 'litter' })),
      ...parts.map((name) => ({ name, content: aPdf() })),
    ])

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(
      (await report(id)).map(({ file, outcome }) => [file, outcome]),
      parts.map((name) => [name, name === 'x__MACOSX/1001.pdf' ? 'matched' : 'unmatched']),
    )
  })

  test('rejects files that are no usable PDF, tells whose they are, and hands out the others as they are', async () => {
    const pdf = aPdf('as it is')
    const bytes = await aZip({
      '1001_202401.pdf': 'a text',
      '1001_202402.pdf': '',
      '1001_202403.pdf': anEncryptedPdf('secret'),
      '1001_202404.pdf': pdf.subarray(0, 60),
      '1001_202405.pdf': aBarePdf({ pages: 0 }),
      '1001_202407.pdf': Buffer.concat([Buffer.alloc(1024, '.'), pdf]),
      'notes.txt': 'a text',
      '1002_202406.pdf': pdf,
    })

    const id = await delivered([{ type, bytes }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'outcome', 'reason', 'message', 'pages', 'employee_technical_id'), [
      ['rejected', 'not_a_pdf', 'The file is not a PDF.', null, ada],
      ['rejected', 'not_a_pdf', 'The file is not a PDF.', null, ada],
      ['rejected', 'encrypted', 'The PDF is protected by a password.', null, ada],
      ['rejected', 'damaged', 'The PDF is damaged.', null, ada],
      ['rejected', 'no_pages', 'The PDF has no pages.', null, ada],
      ['rejected', 'not_a_pdf', 'The file is not a PDF.', null, ada],
      ['rejected', 'not_a_pdf', 'The file is not a PDF.', null, null],
      ['matched', null, null, 1, bob],
    ])
    assert.ok(lines.slice(0, 7).every(({ document_id, size }) => document_id === null && size === null))
    const document = (await service.v2('GET', `/employee_documents/${lines[7]?.document_id}`)).json()
    assert.deepEqual([document.filename, document.page_count], ['1002_202406.pdf', 1])
    const file = await service.v2('GET', `/employee_documents/${lines[7]?.document_id}/file`)
    assert.deepEqual(file.rawPayload, pdf)
  })

  test('rejects entries that are made to do harm, or that lie, and matches the others', async () => {
    const content = aPdf('good')
    const large = Buffer.concat([content, Buffer.alloc(12 * MEGABYTE)])
    const entries: (EntrySample & { is: unknown[] })[] = [
      { name: '1001.pdf', content, is: ['1001.pdf', 'matched', null] },
      { name: '1001_1.pdf', content, flags: FLAGS.encrypted, is: ['1001_1.pdf', 'rejected', 'encrypted'] },
      { name: '../1001.pdf', content, is: ['../1001.pdf', 'rejected', 'unsafe_name'] },
      { name: '/1001.pdf', content, is: ['/1001.pdf', 'rejected', 'unsafe_name'] },
      { name: 'C:\\1001.pdf', content, is: ['C:/1001.pdf', 'rejected', 'unsafe_name'] },
      { name: 'a\\..\\1001.pdf', content, is: ['a/../1001.pdf', 'rejected', 'unsafe_name'] },
      { name: '1001\0.pdf', content, is: ['1001\ufffd.pdf', 'rejected', 'unsafe_name'] },
      { name: 'bomb.pdf', content: large, is: ['bomb.pdf', 'rejected', 'inflates_too_much'] },
      { name: 'large.pdf', says: { sizeBytes: 16 * MEGABYTE + 1 }, is: ['large.pdf', 'rejected', 'too_large'] },
      { name: 'crc.pdf', content, says: { crc: 1 }, is: ['crc.pdf', 'rejected', 'damaged'] },
      { name: 'longer.pdf', content, says: { sizeBytes: 9 }, is: ['longer.pdf', 'rejected', 'damaged'] },
      { name: 'deflated.pdf', content, data: Buffer.from('no deflate'), is: ['deflated.pdf', 'rejected', 'damaged'] },
      { name: 'method.pdf', content, method: 12, is: ['method.pdf', 'rejected', 'unsupported'] },
      { name: 'LYON\\1002.pdf', content, is: ['LYON/1002.pdf', 'matched', null] },
    ]

    const lines = await readWritten(entries, 16 * MEGABYTE)

    assert.deepEqual(
      told(lines, 'file', 'outcome', 'reason'),
      entries.map(({ is }) => is),
    )
    assert.equal(lines.at(-1)?.employee_technical_id, bob)
    assert.ok(lines.every(({ outcome, message }) => (outcome === 'rejected') === (message !== null)))
  })

  test('looks at a PDF that is too large to be held as it does at others', async () => {
    const entries = [
      { name: '1001.pdf', content: enlarged(aBarePdf({ pages: 3 })) },
      { name: '1002.pdf', content: enlarged(anEncryptedPdf('secret')) },
      { name: '1003.pdf', content: enlarged(Buffer.from('%PDF-1.7\n')) },
    ]

    const lines = await readWritten(entries, 32 * MEGABYTE)

    assert.deepEqual(told(lines, 'file', 'pages', 'outcome', 'reason'), [
      ['1001.pdf', 3, 'matched', null],
      ['1002.pdf', null, 'rejected', 'encrypted'],
      ['1003.pdf', null, 'rejected', 'damaged'],
    ])
  })

  test('error with its code when the ZIP as a whole cannot be used', async () => {
    const zip = await aZip({ '1001.pdf': aPdf(), '1002.pdf': aPdf() })
    const shared = writtenZip([
      { name: '1001.pdf', content: aPdf() },
      { name: '1002.pdf', content: aPdf(), says: { offset: 0 }, isListedOnly: true },
    ])
    const unusable: [string, Buffer, string, RegExp][] = [
      ['a PDF', aPdf(), 'not_a_zip', /not a ZIP/],
      ['one that has lost its end', zip.subarray(0, -60), 'damaged', /damaged/],
      ['one that has lost its beginning', zip.subarray(300), 'damaged', /damaged/],
      ['one whose entries lie upon each other', shared, 'overlapping', /overlap/],
      ['an empty one', await aZip({}), 'no_documents', /no documents/],
      ['one with litter only', writtenZip([{ name: '.DS_Store' }, { name: 'a/' }]), 'no_documents', /no documents/],
    ]
    for (const [what, bytes, code, message] of unusable) {
      const id = await project()
      const distributionId = await spool(id, { type, bytes })

      await run(distributionId)

      const { status, error, counts } = await readSpool(distributionId)
      assert.deepEqual([status, error?.code, counts.documents], ['error', code, 0], what)
      assert.match(error?.message ?? '', message)
      assert.equal((await read(id)).status, 'error')
    }
  })
})
