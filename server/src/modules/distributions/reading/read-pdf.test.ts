import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { anEncryptedPdf } from '#platform/pdf/samples/encrypted-pdf.conformance.ts'
import { aPdf as aBarePdf } from '#platform/pdf/samples/pdf-samples.conformance.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2 } = service
const { delivered, prepared, project, read, readSpool, report, run, spool } = distributionCalls(service)
const reader = await openPdfReader()

const lyon = await anOrganization(service)
const ada = await anEmployee(service, { organizations: [lyon] })
const bob = await anEmployee(service, { organizations: [lyon] })
const plain = await aDistributionType(service)
const no = (employee: string) => `Employee no: ${employee}`

const told = (lines: DistributionDocument[], ...keys: (keyof DistributionDocument)[]) =>
  lines.map((line) => keys.map((key) => line[key]))

describe('a spool of the format pdf_split', () => {
  test('begins a part where the pattern is; pages before the first are a part of their own', async () => {
    const pages = ['cover', 'contents', no(ada), 'second', '', no(bob), no(ada)]

    const id = await prepared([{ type: plain, bytes: aPdfOf(pages), filename: 'January.pdf' }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'position', 'file', 'first_page', 'pages', 'outcome', 'employee_technical_id'), [
      [1, 'January.pdf', 1, 2, 'unmatched', null],
      [2, 'January.pdf', 3, 3, 'matched', ada],
      [3, 'January.pdf', 6, 1, 'matched', bob],
      [4, 'January.pdf', 7, 1, 'matched', ada],
    ])
    assert.deepEqual(told(lines.slice(0, 2), 'reason', 'message', 'employee_number'), [
      ['not_recognized', 'The employee cannot be determined.', null],
      [null, null, ada],
    ])
    assert.ok(lines.every(({ size }) => size !== null && size > 0))
    const distribution = await readSpool(lines[0]?.distribution_id ?? 0)
    assert.deepEqual(
      [distribution.status, distribution.progress, distribution.error, distribution.format],
      ['ready', 1, null, 'pdf_split'],
    )
    assert.deepEqual(distribution.counts, {
      documents: 4,
      matched: 3,
      assigned: 0,
      unmatched: 1,
      ambiguous: 0,
      rejected: 0,
      left_out: 0,
      delivered: 0,
    })
  })

  test('hands out the pages of a part, and nothing of the others', async () => {
    const id = await delivered([{ type: plain, bytes: aPdfOf([`${no(ada)}\nfor Ada`, 'more of Ada', no(bob)]) }])

    const [first, second] = await report(id)
    const fileOf = async (line?: DistributionDocument) =>
      (await v2('GET', `/employee_documents/${line?.document_id}/file`)).rawPayload
    assert.deepEqual(reader.textOf(await fileOf(first)), [`${no(ada)}\nfor Ada`, 'more of Ada'])
    assert.deepEqual(reader.textOf(await fileOf(second)), [no(bob)])
  })

  test('joins pages that follow each other and say the same, when the type says so', async () => {
    const pattern = 'No (?<employee_number>[\\w-]+)(?: for (?<period>\\d{4}-\\d\\d))?'
    const pages = [`No ${ada}`, `No ${ada}`, 'more', `No ${ada}`, `No ${ada} for 2024-01`, `No ${bob}`, `No ${ada}`]
    const joined = await aDistributionType(service, { pattern, join_same: true })
    const apart = await aDistributionType(service, { pattern, join_same: false })

    const id = await prepared([
      { type: joined, bytes: aPdfOf(pages) },
      { type: apart, bytes: aPdfOf(pages) },
    ])

    const lines = told(await report(id), 'first_page', 'pages', 'employee_number', 'period')
    assert.deepEqual(lines.slice(0, 4), [
      [1, 4, ada, null],
      [5, 1, ada, '2024-01'],
      [6, 1, bob, null],
      [7, 1, ada, null],
    ])
    assert.deepEqual(
      lines.slice(4).map(([first]) => first),
      [1, 2, 4, 5, 6, 7],
    )
  })

  test('takes number, organization, period and type from the groups; case and lines count', async () => {
    const contract = await aDocumentType(service)
    const payslip = await aDocumentType(service)
    const pattern =
      '^Number (?<employee_number>[\\w-]*)\\s*^(?:At (?<organization>\\S+))?\\s*(?:In (?<period>\\S+))?\\s*(?:As (?<type>\\S+))?'
    const type = await aDistributionType(service, { pattern, document_type: payslip })
    const pages = [
      `Number ${ada}\nAt ${lyon}\nIn 202401\nAs ${contract}`,
      `Number ${bob}\nAt nowhere`,
      `My Number ${bob}\nAt ${lyon}`,
      `number ${bob}\nAt ${lyon}`,
      `Number   \nIn 2024-02`,
    ]

    const id = await prepared([{ type, bytes: aPdfOf(pages) }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'first_page', 'pages', 'employee_number', 'organization', 'period', 'outcome'), [
      [1, 1, ada, lyon, '2024-01', 'matched'],
      [2, 3, bob, 'nowhere', null, 'unmatched'],
      [5, 1, null, null, '2024-02', 'unmatched'],
    ])
    assert.deepEqual(told(lines, 'document_type_code', 'reason', 'message'), [
      [contract, null, null],
      [payslip, 'unknown_employee', `Employee ${bob} not found.`],
      [payslip, 'no_employee', 'No employee is named.'],
    ])
  })

  test('is one part when the pattern is nowhere', async () => {
    const id = await prepared([{ type: plain, bytes: aPdfOf(['a', 'b', 'c']) }])

    assert.deepEqual(told(await report(id), 'first_page', 'pages', 'outcome', 'reason'), [
      [1, 3, 'unmatched', 'not_recognized'],
    ])
  })

  test('keeps its order over many pages and parts', async () => {
    // More pages than are read at once, more parts than are staged at once; one part lies across.
    const pages = Array.from({ length: 130 }, (_, index) => (index >= 119 && index <= 121 ? 'more' : no(ada)))

    const id = await prepared([{ type: plain, bytes: aPdfOf(pages) }])

    const lines = await report(id)
    const expected = pages.flatMap((text, index) => (text === 'more' ? [] : [index + 1]))
    assert.deepEqual(
      told(lines, 'position', 'first_page', 'pages', 'employee_technical_id'),
      expected.map((page, index) => [index + 1, page, page === 119 ? 4 : 1, ada]),
    )
  })

  test('rejects a part with a page that is damaged, and matches the others', async () => {
    const whole = aPdfOf([no(ada), 'lost', no(bob)]).toString('latin1')
    // The second page is not where the list of pages says.
    const bytes = Buffer.from(whole.replace('4 0 R 6 0 R 8 0 R', '4 0 R 96 0 R 8 0 R'), 'latin1')

    const id = await prepared([{ type: plain, bytes }])

    assert.deepEqual(told(await report(id), 'first_page', 'pages', 'outcome', 'reason', 'employee_technical_id'), [
      [1, null, 'rejected', 'damaged', ada],
      [3, 1, 'matched', null, bob],
    ])
  })

  const unusable: [string, Buffer, string, string][] = [
    ['wants a password', anEncryptedPdf('secret'), 'encrypted', 'The PDF is protected by a password.'],
    ['is damaged', aPdfOf(['a']).subarray(0, 60), 'damaged', 'The file is not a PDF, or it is damaged.'],
    ['is a text', Buffer.from('a text'), 'damaged', 'The file is not a PDF, or it is damaged.'],
    ['has no pages', aBarePdf({ pages: 0 }), 'no_pages', 'The PDF has no pages.'],
  ]
  test('error with its code when the file as a whole cannot be used', async () => {
    for (const [what, bytes, code, message] of unusable) {
      const id = await project()
      const distributionId = await spool(id, { type: plain, bytes })

      await run(distributionId)

      const { status, error, counts } = await readSpool(distributionId)
      assert.deepEqual({ status, error }, { status: 'error', error: { code, message } }, what)
      assert.equal(counts.documents, 0)
      assert.deepEqual(await report(id), [])
      assert.equal((await read(id)).status, 'error')
    }
  })
})
