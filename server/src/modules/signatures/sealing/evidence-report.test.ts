import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WRITTEN_LANGUAGES } from '#kernel/languages/words.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { SignaturePosition } from '#modules/signatures/processes/schemas.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import { anEvidenceRow, aProcessRow, aSignerRow, MOMENT } from '#test/harness/features/signature-rows.ts'
import { evidenceFile, evidenceReport, marksOf } from './evidence-report.ts'
import { REPORT_WORDS } from './report-words.ts'

const ID = '0194f9a1-0000-7000-8000-000000000001'
const TYPED = { kind: 'typed' as const, text: 'Eve' }
const DRAWN = { kind: 'drawn' as const, aspect: 3, strokes: [[0, 0, 1, 1]] }
const signed = (changes: Partial<SignerRow> = {}) =>
  aSignerRow({ status: 'signed', signed_at: MOMENT, drawing: TYPED, ...changes })
const english = REPORT_WORDS.in('en').words
const reportOf = (process: ProcessRow, evidence = [anEvidenceRow()], words = english) =>
  evidenceReport({ process, evidence, company: 'Acme', words })
const rowsOf = (report: ReturnType<typeof reportOf>, title: string) =>
  report.sections.find((one) => one.title === title)?.rows ?? assert.fail(`no section ${title}`)

describe('the report behind the pages', () => {
  test('tells what was signed, by whom and how, to the second', () => {
    const eve = signed({ id: 'eve' })
    const ada = signed({
      id: 'ada',
      type: 'employee',
      first_name: 'Ada',
      last_name: null,
      email: 'ada@acme.test',
      drawing: DRAWN,
    })
    const evidence = [
      anEvidenceRow(),
      anEvidenceRow({ action: 'code_refused', signer_id: 'eve', address: '10.0.0.9' }),
      anEvidenceRow({
        action: 'signed',
        signer_id: 'eve',
        actor_name: 'Eve Outside',
        address: '10.0.0.1',
        agent: 'Test browser',
        detail: 'I agree.',
      }),
      anEvidenceRow({ action: 'signed', signer_id: 'ada', address: null }),
    ]

    const report = reportOf(aProcessRow({ signers: [eve, ada] }), evidence)

    assert.deepEqual(
      report.sections.map((one) => one.title),
      ['Document', 'Signer 1: Eve Outside', 'Signer 2: Ada', 'History'],
    )
    assert.deepEqual(rowsOf(report, 'Document'), [
      ['Title', 'Contract'],
      ['Reason', 'New work'],
      ['Company', 'Acme'],
      ['Requested by', 'payroll'],
      ['File', 'contract.pdf'],
      ['Pages', '2'],
      ['SHA-256 before signing', 'aa'.repeat(32)],
      ['Process', ID],
      ['Started', '2031-01-02 09:30:15'],
    ])
    assert.deepEqual(rowsOf(report, 'Signer 1: Eve Outside'), [
      ['Role', 'External'],
      ['E-mail', 'eve@outside.test'],
      ['Identified by', 'one-time code sent to the e-mail address'],
      ['Signed', '2031-01-02 09:30:15'],
      ['Signature', 'typed'],
      ['Address', '10.0.0.1'],
      ['Browser', 'Test browser'],
      ['Agreed to', 'I agree.'],
    ])
    assert.deepEqual(rowsOf(report, 'Signer 2: Ada'), [
      ['Role', 'Employee'],
      ['E-mail', 'ada@acme.test'],
      ['Identified by', 'log-in to the portal'],
      ['Signed', '2031-01-02 09:30:15'],
      ['Signature', 'drawn by hand'],
    ])
    assert.deepEqual(rowsOf(report, 'History'), [
      ['2031-01-02 09:30:15', 'Created · payroll'],
      ['2031-01-02 09:30:15', 'Wrong code entered · Eve Outside · 10.0.0.9'],
      ['2031-01-02 09:30:15', 'Signed · Eve Outside · 10.0.0.1'],
      ['2031-01-02 09:30:15', 'Signed · Ada'],
    ])
    assert.equal(report.footer, `Signature process ${ID}`)
  })

  test('leaves out what is not known, and keeps the name of a signer who was replaced', () => {
    const process = aProcessRow({ reason: null, creator_name: null, started_at: null, signers: [signed()] })
    const gone = anEvidenceRow({ action: 'asked', signer_id: 'someone-else', actor_name: 'Bea Gone' })
    const system = anEvidenceRow({ action: 'reminded', actor_name: null })

    const report = reportOf(process, [gone, system])

    const labels = rowsOf(report, 'Document').map(([label]) => label)
    assert.deepEqual(labels, ['Title', 'Company', 'File', 'Pages', 'SHA-256 before signing', 'Process'])
    assert.deepEqual(
      rowsOf(report, 'History').map(([, value]) => value),
      ['Asked for a signature · Bea Gone', 'Reminded'],
    )
  })

  for (const language of WRITTEN_LANGUAGES) {
    test(`is filled in, in ${language}, for every action, role and manner`, () => {
      const { words } = REPORT_WORDS.in(language)
      const signers = [
        signed({ id: '1', type: 'user' }),
        signed({ id: '2', type: 'employee', drawing: DRAWN }),
        signed({ id: '3' }),
      ]
      const actions = Object.keys(words.actions) as (keyof typeof words.actions)[]

      const report = reportOf(
        aProcessRow({ signers }),
        actions.map((action) => anEvidenceRow({ action })),
        words,
      )

      assert.doesNotMatch(JSON.stringify(report), /undefined|null|NaN|\[object|\$\{|=>/)
      assert.ok(report.paragraphs[0]?.includes('Contract') && report.paragraphs[0].includes('Acme'))
      assert.match(report.paragraphs[1] ?? '', /UTC/)
      assert.ok(report.footer.includes(ID))
      const history = rowsOf(report, words.history).map(([, value]) => value)
      assert.equal(new Set(history).size, actions.length, 'two actions share a word')
      const roles = report.sections.slice(1, 4).map(({ rows }) => rows[0]?.[1])
      assert.deepEqual(roles, [words.roles.user, words.roles.employee, words.roles.external])
    })
  }

  test('no language borrows its texts from another', () => {
    const texts = WRITTEN_LANGUAGES.map((language) => REPORT_WORDS.in(language).words)

    for (const name of ['title', 'seal', 'history'] as const) {
      assert.equal(new Set(texts.map((one) => one[name])).size, WRITTEN_LANGUAGES.length, name)
    }
  })
})

describe('the evidence for programs', () => {
  test('is what the API answers with, without the address of a third party', () => {
    const process = aProcessRow({ callback_url: 'https://hooks.acme.test/secret', signers: [signed()] })

    const file = JSON.parse(
      evidenceFile({ process, evidence: [anEvidenceRow()], company: 'Acme', words: english }).toString(),
    )

    assert.deepEqual(Object.keys(file), ['company', 'process', 'evidence'])
    assert.ok(!JSON.stringify(file).includes('hooks.acme.test') && !('callback_url' in file.process))
    assert.deepEqual(
      [file.process.id, file.process.document.sha256, file.process.signers[0].status],
      [ID, 'aa'.repeat(32), 'signed'],
    )
    assert.deepEqual(file.evidence, [{ ...anEvidenceRow(), created_at: '2031-01-02T09:30:15+00:00' }])
  })
})

describe('the marks on the pages', () => {
  const marks = (signers: SignerRow[]) => marksOf({ process: aProcessRow({ signers }), words: english })
  const isUpon = (start: number, length: number, other: number) => Math.abs(start - other) < length - 1e-9
  const at = (page: number, changes: Partial<SignaturePosition> = {}) => ({
    page,
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.1,
    ...changes,
  })

  test('stand wherever the signer has a place, with the name and the moment', () => {
    const [first, second, ...more] = marks([signed({ positions: [at(1), at(2)] })])

    const caption = ['Eve Outside', 'Signed 2031-01-02 09:30:15 UTC']
    assert.deepEqual(first, { ...at(1), drawing: TYPED, caption })
    assert.deepEqual([second?.page, more.length], [2, 0])
  })

  test('a hair beyond the edge ends at the edge', () => {
    const [mark] = marks([signed({ positions: [at(1, { x: 0.7, width: 0.30005, y: 0.95, height: 0.0501 })] })])

    assert.ok(mark && mark.x + mark.width <= 1 && mark.y + mark.height <= 1)
  })

  test('none for those who have not signed', () => {
    assert.deepEqual(marks([aSignerRow({ positions: [at(1)] }), signed({ signed_at: null })]), [])
  })

  for (const count of [1, 4, 33, 34, 50]) {
    test(`${count} without a place stand beside and above each other at the foot of the last page, within it`, () => {
      const found = marks([signed({ positions: [at(1)] }), ...Array.from({ length: count }, () => signed())]).slice(1)

      assert.equal(found.length, count)
      for (const { page, x, y, width, height } of found) {
        assert.ok(page === 2 && x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1 && height > 0.04)
      }
      const overlaps = found.flatMap((one, index) =>
        found
          .slice(index + 1)
          .filter((other) => isUpon(one.x, one.width, other.x) && isUpon(one.y, one.height, other.y)),
      )
      assert.deepEqual(overlaps, [])
    })
  }

  test('the first row of them is at the very foot, and full before the next', () => {
    const corners = marks(Array.from({ length: 4 }, () => signed())).map(({ x, y }) => [x.toFixed(2), y.toFixed(2)])

    assert.deepEqual(corners, [
      ['0.06', '0.90'],
      ['0.36', '0.90'],
      ['0.66', '0.90'],
      ['0.06', '0.82'],
    ])
  })
})
