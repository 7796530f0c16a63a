import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { db, v2, clock } = service
const { delivered, prepared, report } = distributionCalls(service)
const ada = await anEmployee(service)

const told = (lines: DistributionDocument[], ...keys: (keyof DistributionDocument)[]) =>
  lines.map((line) => keys.map((key) => line[key]))

/** A ZIP for Ada with a part for each row of these columns. */
async function spoolOf(given: Partial<DistributionType>, columns: string, rows: string[]) {
  const type = await aDistributionType(service, { format: 'zip_index', ...given })
  const index = [`file,technical_id,${columns}`, ...rows.map((row) => `a.pdf,${ada},${row}`)].join('\n')
  return { type, bytes: await aZip({ 'a.pdf': aPdf(), 'index.csv': index }) }
}

/** What is kept of each part until it is handed out. */
async function keptOf(projectId: number) {
  const rows = await db
    .selectFrom('distribution_documents')
    .select(['date', 'metas', 'filters'])
    .where('project_id', '=', projectId)
    .orderBy('distribution_id')
    .orderBy('position')
    .execute()
  return rows.map(({ date, metas, filters }) => ({ date: date?.toISOString().slice(0, 10) ?? null, metas, filters }))
}

describe('the title of a part', () => {
  test('is what the part says, else the name of its type and its period; 255 characters at most', async () => {
    const document_type = await aDocumentType(service, { name: 'Pay slip' })
    const long = '😀'.repeat(300)

    const id = await prepared([
      await spoolOf({ document_type }, 'title,period', ['Of mine,202401', ',202401', ',', `${long},`]),
    ])

    assert.deepEqual(
      (await report(id)).map((line) => line.title),
      ['Of mine', 'Pay slip 2024-01', 'Pay slip', '😀'.repeat(255)],
    )
  })

  test('is made by the template of the distribution type, from whatever the part says', async () => {
    const document_type = await aDocumentType(service, { name: 'Pay slip' })
    const spools = [
      await spoolOf({ document_type, title: 'Slip {period} {nothing}of {technical_id}' }, 'title,period', ['x,202401']),
      await spoolOf({ document_type, title: ' {note} ' }, 'title,note,period', ['x,,202401', 'x, y ,']),
    ]

    const id = await prepared(spools)

    assert.deepEqual(
      (await report(id)).map((line) => line.title),
      [`Slip 2024-01 of ${ada}`, 'Pay slip 2024-01', 'y'],
    )
  })

  test('names the file of pages that were cut out, without the signs of a path', async () => {
    const title = 'Slip {period} a/b\\c'
    const pattern = 'No (?<technical_id>\\S+) (?<period>\\d+)'
    const type = await aDistributionType(service, { title, pattern })

    const id = await delivered([{ type, bytes: aPdfOf([`No ${ada} 202401`]), filename: 'all.pdf' }])

    const [line] = await report(id)
    const document = (await v2('GET', `/employee_documents/${line?.document_id}`)).json()
    assert.deepEqual([document.title, document.filename], ['Slip 2024-01 a/b\\c', 'Slip 2024-01 a-b-c.pdf'])
  })
})

describe('the period and date of a part', () => {
  test('are read in the forms that people write; what is not a month stays as it is', async () => {
    const forms: [written: string, period: string, date: string | null][] = [
      ['202401', '2024-01', '2024-01-01'],
      ['2024-12', '2024-12', '2024-12-01'],
      ['2024_02', '2024-02', '2024-02-01'],
      ['2024.03', '2024-03', '2024-03-01'],
      ['2024/04', '2024-04', '2024-04-01'],
      ['2024-02-29', '2024-02-29', '2024-02-29'],
      ['2023-02-29', '2023-02-29', null],
      ['202413', '202413', null],
      ['2024-13', '2024-13', null],
      ['202400', '202400', null],
      ['2024', '2024', null],
      ['Q1 2024', 'Q1 2024', null],
      ['20240131', '20240131', null],
      ['000012', '000012', null],
      ['0000-12', '0000-12', null],
    ]

    const id = await prepared([
      await spoolOf(
        {},
        'period',
        forms.map(([written]) => written),
      ),
    ])

    const dates = await keptOf(id)
    assert.deepEqual(
      (await report(id)).map((line, index) => [line.period, dates[index]?.date, line.outcome]),
      forms.map(([, period, date]) => [period, date, 'matched']),
    )
  })

  test('the date that a part says comes before its period; a wrong one is not taken', async () => {
    const rows = ['2024-05-06,202401', '2024-02-30,202401', '06/05/2024,', ',']

    const id = await delivered([await spoolOf({}, 'date,period', rows)])

    assert.deepEqual(
      (await keptOf(id)).map(({ date }) => date),
      ['2024-05-06', '2024-01-01', null, null],
    )
    const lines = await report(id)
    const dateOf = async (line?: DistributionDocument) =>
      (await v2('GET', `/employee_documents/${line?.document_id}`)).json().date
    assert.equal(await dateOf(lines[0]), '2024-05-06T00:00:00+00:00')
    assert.ok(Math.abs(Date.parse(await dateOf(lines[3])) - clock.now().getTime()) < 60_000)
  })
})

describe('the metas and filters of a part', () => {
  const metas = [
    { code: 'net', type: 'integer', required: true },
    { code: 'paid_on', type: 'date' },
    { code: 'kind', type: 'list', values: ['normal', 'bonus'] },
    { code: 'grade', type: 'integer', values: ['1', '2'] },
  ]
  const filters = [{ code: 'level', type: 'string', required: true }]

  test('are columns of their names, by the rules of the document type', async () => {
    const document_type = await aDocumentType(service, { metas, filters })
    const needed = 'This is required for documents of this type.'
    const cases: [row: string, kept: object | string][] = [
      ['12,2024-01-31,bonus,2,top', { net: 12, paid_on: '2024-01-31', kind: 'bonus', grade: 2 }],
      ['-007,,,,top', { net: -7 }],
      [',,,,top', `document_type_metas.net: ${needed}`],
      ['1.5,,,,top', 'document_type_metas.net: This must be an integer.'],
      ['12345678901234567,,,,top', 'document_type_metas.net: This must be an integer.'],
      ['1,31.01.2024,,,top', 'document_type_metas.paid_on: This is not a valid date (expected YYYY-MM-DD).'],
      ['1,,gift,,top', 'document_type_metas.kind: This must be one of normal, bonus.'],
      ['1,,,3,top', 'document_type_metas.grade: This must be one of 1, 2.'],
      ['1,,,,', `document_type_filters.level: ${needed}`],
    ]

    const rows = cases.map(([row]) => row)
    const id = await prepared([await spoolOf({ document_type }, 'net,paid_on,kind,grade,level', rows)])

    const kept = await keptOf(id)
    const lines = await report(id)
    assert.deepEqual(
      lines.map(({ outcome, reason, message }, index) =>
        outcome === 'matched' ? kept[index]?.metas : [outcome, reason, message],
      ),
      cases.map(([, expected]) =>
        typeof expected === 'string' ? ['rejected', 'wrong_attribute', expected] : expected,
      ),
    )
    assert.deepEqual(kept[0]?.filters, { level: 'top' })
    assert.ok(lines.every((line) => line.employee_technical_id === ada))
  })

  test('are what the distribution type says before that, from whatever the part says', async () => {
    const document_type = await aDocumentType(service, { metas, filters })
    const templates = { metas: { net: '{amount}', kind: 'bonus', unknown: 'x' }, filters: { level: 'of {period}' } }

    const id = await prepared([
      await spoolOf({ document_type, ...templates }, 'net,amount,kind,level,period', ['1,20,normal,x,202401', '1,,,,']),
    ])

    assert.deepEqual((await keptOf(id))[0], {
      date: '2024-01-01',
      metas: { net: 20, kind: 'bonus' },
      filters: { level: 'of 2024-01' },
    })
    assert.deepEqual(told(await report(id), 'outcome', 'reason'), [
      ['matched', null],
      ['rejected', 'wrong_attribute'],
    ])
  })

  test('may be called as what every object of JavaScript has', async () => {
    const document_type = await aDocumentType(service, { metas: [{ code: 'constructor', type: 'string' }] })

    const id = await prepared([
      await spoolOf({ document_type, metas: {}, title: 'Slip {toString}' }, 'constructor', ['', 'Bob']),
    ])

    assert.deepEqual(told(await report(id), 'outcome', 'title'), [
      ['matched', 'Slip'],
      ['matched', 'Slip'],
    ])
    assert.deepEqual(
      (await keptOf(id)).map((kept) => JSON.stringify(kept.metas)),
      ['{}', '{"constructor":"Bob"}'],
    )
  })

  test('are not asked of a part that nothing is known of', async () => {
    const document_type = await aDocumentType(service, { metas, filters })
    const type = await aDistributionType(service, { document_type })

    const id = await prepared([{ type, bytes: aPdfOf(['nothing']) }])

    assert.deepEqual(told(await report(id), 'outcome', 'reason'), [['unmatched', 'not_recognized']])
  })
})

describe('the type of a part', () => {
  test('rejected when the employee document type does not exist; whose it is is told all the same', async () => {
    const contract = await aDocumentType(service, { name: 'Contract' })
    const company = await aDocumentType(service, { kind: 'company' })
    const theirs = await aDocumentType(service, { owner: globex })
    const payslip = await aDocumentType(service, { name: 'Payslip' })

    const rows = [contract, company, theirs, 'nothing', ' ']
    const id = await prepared([await spoolOf({ document_type: payslip }, 'type', rows)])

    const lines = await report(id)
    assert.deepEqual(told(lines, 'outcome', 'reason', 'document_type_code', 'title', 'employee_technical_id'), [
      ['matched', null, contract, 'Contract', ada],
      ['rejected', 'unknown_document_type', null, company, ada],
      ['rejected', 'unknown_document_type', null, theirs, ada],
      ['rejected', 'unknown_document_type', null, 'nothing', ada],
      ['matched', null, payslip, 'Payslip', ada],
    ])
    assert.equal(lines[3]?.message, 'Employee document type nothing not found.')
  })
})
