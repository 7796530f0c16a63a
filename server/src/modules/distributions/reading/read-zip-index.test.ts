import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { FLAGS, aZip as writtenZip } from '#platform/zip/zip-samples.conformance.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2 } = service
const { delivered, prepared, project, read, readSpool, report, run, spool } = distributionCalls(service)

const lyon = await anOrganization(service, { code: 'LYON' })
const numbered = (employee_number: string) =>
  anEmployee(service, { registrations: [{ organization_code: lyon, employee_number }] })
const ada = await numbered('0001')
const bob = await numbered('0002')
const payslip = await aDocumentType(service, {
  code: 'payslip',
  name: 'Payslip',
  metas: [
    { code: 'net', type: 'integer' },
    { code: 'paid_on', type: 'date' },
    { code: 'kind', type: 'list', values: ['normal', 'bonus'] },
  ],
  filters: [{ code: 'level', type: 'string' }],
})
const contract = await aDocumentType(service, { code: 'contract', name: 'Contract' })
const type = await aDistributionType(service, { format: 'zip_index', document_type: payslip })
const pdf = aPdf()

const told = (lines: DistributionDocument[], ...keys: (keyof DistributionDocument)[]) =>
  lines.map((line) => keys.map((key) => line[key]))

describe('a spool of the format zip_index', () => {
  test('makes a part of each row, in the order of the index; files that it does not name come last', async () => {
    const index = ['file;employee_number', 'b.pdf;0001', 'a.pdf;0002', 'gone.pdf;0001', '"a.pdf";9999', '', ' ; '].join(
      '\n',
    )
    const bytes = await aZip({ 'z.pdf': pdf, 'a.pdf': aPdf('a', { pages: 2 }), 'index.csv': index, 'b.pdf': pdf })

    const id = await prepared([{ type, bytes }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'position', 'file', 'pages', 'outcome', 'reason', 'employee_technical_id'), [
      [1, 'b.pdf', 1, 'matched', null, ada],
      [2, 'a.pdf', 2, 'matched', null, bob],
      [3, 'gone.pdf', null, 'rejected', 'file_missing', ada],
      [4, 'a.pdf', 2, 'unmatched', 'unknown_employee', null],
      [5, 'z.pdf', 1, 'unmatched', 'not_recognized', null],
    ])
    assert.equal(lines[2]?.message, 'The index lists this file, but the ZIP does not contain it.')
    assert.ok(lines.every(({ first_page }) => first_page === null))
  })

  test('reads columns in any order and case, with commas, a BOM and line ends of Windows', async () => {
    const rows = [
      'Period,EMPLOYEE_NUMBER, File ,Organization,type',
      '202401,0001,a.pdf,LYON,contract',
      '2024-02,0002,b.pdf,PARIS,',
    ]
    const bytes = await aZip({ 'a.pdf': pdf, 'b.pdf': pdf, 'INDEX.csv': `\ufeff${rows.join('\r\n')}` })

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(
      told(await report(id), 'file', 'employee_number', 'organization', 'period', 'document_type_code', 'outcome'),
      [
        ['a.pdf', '0001', 'LYON', '2024-01', contract, 'matched'],
        ['b.pdf', '0002', 'PARIS', '2024-02', payslip, 'unmatched'],
      ],
    )
  })

  test('finds files from the folder of the index, and else from the top', async () => {
    const index =
      'file,technical_id\na.pdf,1\nin\\deep.pdf,2\n./c.pdf,3\nother/d.pdf,4\nbatch/c.pdf,5\n../top.pdf,6\nindex.csv,7'
    const files = ['a.pdf', 'batch/a.pdf', 'batch/in/deep.pdf', 'batch/c.pdf', 'other/d.pdf', 'batch/old/index.csv']
    const bytes = await aZip({ ...Object.fromEntries(files.map((name) => [name, pdf])), 'batch/index.csv': index })

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(told(await report(id), 'file', 'employee_number', 'pages', 'reason'), [
      ['batch/a.pdf', '1', 1, 'unknown_employee'],
      ['batch/in/deep.pdf', '2', 1, 'unknown_employee'],
      ['batch/c.pdf', '3', 1, 'unknown_employee'],
      ['other/d.pdf', '4', 1, 'unknown_employee'],
      ['batch/c.pdf', '5', 1, 'unknown_employee'],
      ['../top.pdf', '6', null, 'file_missing'],
      ['index.csv', '7', null, 'file_missing'],
      ['a.pdf', null, 1, 'not_recognized'],
      ['batch/old/index.csv', null, 1, 'not_recognized'],
    ])
  })

  test('hands out what further columns say: title, date, metas and filters', async () => {
    const rows = [
      'file,employee_number,title,date,net,paid_on,kind,level,noise',
      'a.pdf,0001,"Slip, ""January""",2024-01-31,1234,2024-02-01,bonus,top,x',
      'a.pdf,0001,,,,,,,',
      'a.pdf,0001,,,much,,,,',
      'a.pdf,0001,,,,2024-02-30,,,',
      'a.pdf,0001,,,,,gift,,',
    ]
    const id = await delivered([{ type, bytes: await aZip({ 'a.pdf': pdf, 'index.csv': rows.join('\n') }) }])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'outcome', 'reason', 'title'), [
      ['matched', null, 'Slip, "January"'],
      ['matched', null, 'Payslip'],
      ['rejected', 'wrong_attribute', 'Payslip'],
      ['rejected', 'wrong_attribute', 'Payslip'],
      ['rejected', 'wrong_attribute', 'Payslip'],
    ])
    assert.match(String(lines[2]?.message), /^document_type_metas\.net: /)
    const { date, document_type_metas, document_type_filters, filename } = (
      await v2('GET', `/employee_documents/${lines[0]?.document_id}`)
    ).json()
    assert.deepEqual(
      { date, document_type_metas, document_type_filters, filename },
      {
        date: '2024-01-31T00:00:00+00:00',
        document_type_metas: { net: 1234, paid_on: '2024-02-01', kind: 'bonus' },
        document_type_filters: { level: 'top' },
        filename: 'a.pdf',
      },
    )
  })

  test('rejects files that cannot be used, no matter who they are for', async () => {
    const index = 'file,employee_number\na.txt,0001\n../x.pdf,0001\nlocked.pdf,0001\ncrc.pdf,0001\ngood.pdf,0002'
    const bytes = writtenZip([
      { name: 'a.txt', content: 'a text' },
      { name: '../x.pdf', content: pdf },
      { name: 'locked.pdf', content: pdf, flags: FLAGS.encrypted },
      { name: 'crc.pdf', content: pdf, says: { crc: 1 } },
      { name: 'good.pdf', content: pdf },
      { name: 'index.csv', content: index },
    ])

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(told(await report(id), 'file', 'outcome', 'reason', 'employee_technical_id'), [
      ['a.txt', 'rejected', 'not_a_pdf', ada],
      ['../x.pdf', 'rejected', 'unsafe_name', ada],
      ['locked.pdf', 'rejected', 'encrypted', ada],
      ['crc.pdf', 'rejected', 'damaged', ada],
      ['good.pdf', 'matched', null, bob],
    ])
  })

  test('makes a part of each file, also where two have the same name', async () => {
    const bytes = writtenZip([
      { name: 'a.pdf', content: pdf },
      { name: 'a.pdf', content: aPdf('another', { pages: 2 }) },
      { name: 'index.csv', content: 'file,employee_number' },
    ])

    const id = await prepared([{ type, bytes }])

    assert.deepEqual(told(await report(id), 'file', 'pages'), [
      ['a.pdf', 1],
      ['a.pdf', 2],
    ])
  })

  test('has the index that the type names', async () => {
    const own = await aDistributionType(service, { format: 'zip_index', document_type: payslip, index: 'List.txt' })
    const files = { 'index.csv': 'file\nb.pdf', 'a.pdf': pdf, 'list.TXT': 'file,employee_number\na.pdf,0001' }

    const id = await prepared([{ type: own, bytes: await aZip(files) }])

    assert.deepEqual(told(await report(id), 'file', 'outcome'), [
      ['a.pdf', 'matched'],
      ['index.csv', 'rejected'],
    ])
  })

  test('error with its code without an index, or it cannot be read', async () => {
    const indexed = (index: string | Uint8Array) => aZip({ 'index.csv': index, 'a.pdf': pdf })
    const damaged = writtenZip([{ name: 'index.csv', content: 'file\na.pdf', says: { crc: 1 } }])
    const locked = writtenZip([{ name: 'index.csv', content: 'file\na.pdf', flags: FLAGS.encrypted }])
    const unusable: [string, Buffer, string, string][] = [
      [
        'no index',
        await aZip({ 'a.pdf': pdf, 'my-index.csv': 'file' }),
        'index_missing',
        'Index index.csv not found in the ZIP.',
      ],
      ['an empty ZIP', await aZip({}), 'index_missing', 'Index index.csv not found in the ZIP.'],
      [
        'no column file',
        await indexed('name,employee_number\na.pdf,1'),
        'index_unreadable',
        'Column file not found in the index.',
      ],
      ['an empty index', await indexed('\n \n'), 'index_unreadable', 'The index is empty.'],
      [
        'a row without a file',
        await indexed('file,a\n\na.pdf,1\n ,1'),
        'index_unreadable',
        'Line 4 of the index is missing the file name.',
      ],
      ['an open quote', await indexed('file,a\n"a.pdf,1'), 'index_unreadable', 'Line 2 of the index: '],
      [
        'another encoding',
        await indexed(Buffer.from('file\n\xe9.pdf', 'latin1')),
        'index_unreadable',
        'Line 2 of the index: ',
      ],
      ['a spreadsheet', await indexed(await aZip({})), 'index_unreadable', 'Line 1 of the index: This is a ZIP'],
      ['a damaged index', damaged, 'index_unreadable', 'The index is damaged in the ZIP.'],
      ['an encrypted index', locked, 'index_unreadable', 'The index index.csv cannot be read.'],
      [
        'an index and nothing else',
        await aZip({ 'index.csv': 'file' }),
        'no_documents',
        'The spool contains no documents.',
      ],
      ['no ZIP', pdf, 'not_a_zip', 'The file is not a ZIP.'],
    ]
    for (const [what, bytes, code, message] of unusable) {
      const id = await project()
      const distributionId = await spool(id, { type, bytes })

      await run(distributionId)

      const { status, error } = await readSpool(distributionId)
      assert.deepEqual([status, error?.code, error?.message.startsWith(message)], ['error', code, true], what)
      assert.equal((await read(id)).status, 'error')
    }
  })
})
