import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'

const service = await startApp()
const { v2 } = service
const { delivered, prepared, project, read, readSpool, report, run, spool } = distributionCalls(service)
const reader = await openPdfReader()

const lyon = await anOrganization(service)
const numbered = (employee_number: string) =>
  anEmployee(service, { registrations: [{ organization_code: lyon, employee_number }] })
const ada = await numbered('0001')
const bob = await numbered('0002')
const payslip = await aDocumentType(service, { name: 'Payslip' })
const pattern = '^No (?<employee_number>[0-9]+)(?: in (?<period>[0-9]+))?$'
const ofTexts = { format: 'txt_split', document_type: payslip, pattern } as const
const type = await aDistributionType(service, ofTexts)
const atPattern = await aDistributionType(service, { ...ofTexts, pattern: pattern.slice(1), split_at: 'pattern' })
const atFormFeeds = await aDistributionType(service, { ...ofTexts, split_at: 'form_feed' })

const told = (lines: DistributionDocument[], ...keys: (keyof DistributionDocument)[]) =>
  lines.map((line) => keys.map((key) => line[key]))

/** The text of the pages of what was handed out. */
async function textOf(line: DistributionDocument | undefined): Promise<string[]> {
  return reader.textOf((await v2('GET', `/employee_documents/${line?.document_id}/file`)).rawPayload)
}

describe('a spool of the format txt_split', () => {
  test('is split at form feeds when there are any; empty pieces are no parts', async () => {
    const bytes = 'Hello\nNo 0001 in 202401\nNo 0002\n\f\r\n \f\fNo 0002\f\nnobody\n\f'

    const id = await delivered([{ type, bytes, filename: 'spool.txt' }])

    const lines = await report(id)
    assert.deepEqual(
      told(lines, 'position', 'file', 'first_page', 'pages', 'employee_technical_id', 'period', 'title'),
      [
        [1, 'spool.txt', null, 1, ada, '2024-01', 'Payslip 2024-01'],
        [2, 'spool.txt', null, 1, bob, null, 'Payslip'],
        [3, 'spool.txt', null, 1, null, null, 'Payslip'],
      ],
    )
    assert.deepEqual(told(lines, 'outcome', 'reason'), [
      ['matched', null],
      ['matched', null],
      ['unmatched', 'not_recognized'],
    ])
    assert.deepEqual(await textOf(lines[0]), ['Hello\nNo 0001 in 202401\nNo 0002'])
    const { filename, content_type } = (await v2('GET', `/employee_documents/${lines[0]?.document_id}`)).json()
    assert.deepEqual([filename, content_type], ['Payslip 2024-01.pdf', 'application/pdf'])
  })

  test('is split where the pattern is when there are no form feeds; lines before it are a part', async () => {
    const bytes = 'Dear all\n\nNo 0001\nfirst\nnot No 0002\nNo 0002 in 202402\nsecond\nNo 0001'

    const id = await delivered([{ type, bytes }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'pages', 'employee_technical_id', 'period', 'reason'), [
      [1, null, null, 'not_recognized'],
      [1, ada, null, null],
      [1, bob, '2024-02', null],
      [1, ada, null, null],
    ])
    assert.deepEqual(await textOf(lines[1]), ['No 0001\nfirst\nnot No 0002'])
    assert.deepEqual(await textOf(lines[2]), ['No 0002 in 202402\nsecond'])
  })

  test('is split as the type says; at the pattern, form feeds begin pages', async () => {
    const bytes = '\n \n\fNo 0001\nfirst\fsecond\n\fNo 0002\n\n\f'

    const id = await delivered([
      { type: atPattern, bytes },
      { type: atFormFeeds, bytes },
      { type: atFormFeeds, bytes: 'No 0001\nNo 0002' },
    ])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'pages', 'employee_number', 'position'), [
      [2, '0001', 1],
      [1, '0002', 2],
      [1, '0001', 1],
      [1, null, 2],
      [1, '0002', 3],
      [1, '0001', 1],
    ])
    assert.deepEqual(await textOf(lines[0]), ['No 0001\nfirst', 'second'])
    assert.deepEqual(await textOf(lines[5]), ['No 0001\nNo 0002'])
  })

  test('is one part when the pattern is nowhere', async () => {
    const id = await prepared([{ type, bytes: 'Dear all\n' }])

    assert.deepEqual(told(await report(id), 'pages', 'outcome', 'reason'), [[1, 'unmatched', 'not_recognized']])
  })

  test('is read as UTF-8, with a BOM or without, and else as Windows-1252; lines may end as in Windows', async () => {
    const words = 'Łukasz Żółć\nΑλέξανδρος\nЖанна'
    const spools = [
      { type, bytes: Buffer.from(`\ufeffNo 0001\r\n${words.replaceAll('\n', '\r\n')}\r\nNo 0002\r\nend`) },
      { type, bytes: Buffer.from('No 0001\nZo\xeb \x80 5 \x8cuvre', 'latin1') },
      { type, bytes: Buffer.from('No 0001\nna\u00efve') },
    ]

    const id = await delivered(spools)

    const lines = await report(id)
    assert.deepEqual(
      lines.map((line) => line.employee_technical_id),
      [ada, bob, ada, ada],
    )
    assert.deepEqual(await textOf(lines[0]), [`No 0001\n${words}`])
    assert.deepEqual(await textOf(lines[1]), ['No 0002\nend'])
    assert.deepEqual(await textOf(lines[2]), ['No 0001\nZoë € 5 Œuvre'])
    assert.deepEqual(await textOf(lines[3]), ['No 0001\nnaïve'])
  })

  test('rejects a part that is too long, tells whose it is, and matches the others', async () => {
    const bytes = `No 0001\n${'x'.repeat(2_000_000)}\fNo 0002\f${'No 0001\n'.repeat(1100)}\fNo 0002\nlast`

    const id = await prepared([{ type, bytes }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'outcome', 'reason', 'pages', 'employee_technical_id'), [
      ['rejected', 'too_large', null, ada],
      ['matched', null, 1, bob],
      ['matched', null, 17, ada],
      ['matched', null, 1, bob],
    ])
    assert.equal(lines[0]?.message, 'The part is too long for a letter.')
  })

  test('rejects a part that is one line too long rather than leave that out', async () => {
    // Two million characters and a line end, and then some.
    const full = `No 0001\n${`${'x'.repeat(79)}\n`.repeat(24_999)}${'x'.repeat(72)}\n`
    assert.equal(full.length, 2_000_001)

    const id = await prepared([{ type, bytes: `${full}the last line\nNo 0002` }])

    assert.deepEqual(told(await report(id), 'outcome', 'reason', 'employee_technical_id'), [
      ['rejected', 'too_large', ada],
      ['matched', null, bob],
    ])
  })

  test('keeps its order over more parts than are looked at together', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => String(index % 2 === 0 ? '0001' : '0002'))
    // More lines than are looked at together, too.
    const bytes = numbers.map((number) => `No ${number}\n${'line\n'.repeat(9)}`).join('')

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(
      (await report(id)).map(({ employee_number, pages, position }) => [employee_number, pages, position]),
      numbers.map((number, index) => [number, 1, index + 1]),
    )
  })

  test('a line begins behind the form feed before it: one part does not hold the next', async () => {
    const anchored = '^No (?<technical_id>[0-9]+)$'
    const atLines = await aDistributionType(service, { format: 'txt_split', pattern: anchored, split_at: 'pattern' })

    const id = await prepared([{ type: atLines, bytes: 'No 1\nfirst\n\fNo 2\nsecond\n\fmore\n\fNo 3\n\f' }])

    assert.deepEqual(
      (await report(id)).map(({ employee_number, pages }) => [employee_number, pages]),
      [
        ['1', 1],
        ['2', 2],
        ['3', 1],
      ],
    )
  })

  test('error with its code when it is not a text, or has none', async () => {
    const unusable: [string, string][] = [
      ['No 0001\n\0', 'not_a_text'],
      [' \n\f \r\n', 'no_documents'],
      ['\n\n ', 'no_documents'],
    ]
    for (const [bytes, code] of unusable) {
      const id = await project()
      const distributionId = await spool(id, { type, bytes })

      await run(distributionId)

      const { status, error } = await readSpool(distributionId)
      assert.deepEqual([status, error?.code], ['error', code])
      assert.equal((await read(id)).status, 'error')
      assert.deepEqual(await report(id), [])
    }
  })
})
