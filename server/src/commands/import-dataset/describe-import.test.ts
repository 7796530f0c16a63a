import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatasetImport } from '#modules/imports/index.ts'
import { describeImport, errorTable } from './describe-import.ts'

const noStats = {
  rows: 0,
  global_errors: 0,
  row_errors: 0,
  warnings: 0,
  dimensions_created: 0,
  values_created: 0,
  values_updated: 0,
  values_deleted: 0,
}

/** The record of an import of which some things are told. */
function anImport({
  stats = {},
  ...changes
}: Partial<Omit<DatasetImport, 'stats'>> & { stats?: Partial<DatasetImport['stats']> } = {}): DatasetImport {
  const moment = '2026-01-31T09:00:00+00:00'
  return {
    id: '01940000-0000-7000-8000-000000000000',
    dataset_id: 'offices',
    filename: 'offices.csv',
    status: 'finished',
    result: 'success',
    mode: 'replace',
    on_error: 'abort',
    dry_run: false,
    origin: 'cli',
    creator: { type: 'system', id: null, name: null },
    total_dimensions_count: 0,
    total_values_count: 0,
    errors: [],
    progress: 1,
    started_at: moment,
    finished_at: moment,
    created_at: moment,
    updated_at: moment,
    ...changes,
    stats: { ...noStats, ...stats },
  }
}

const problem = { line: 3, field: 'city', code: 'unknown_parent', message: 'fr not found.' }

describe('how an import ended', () => {
  test('is told with its numbers in figures', () => {
    const stats = { rows: 1234567, dimensions_created: 2, values_created: 1000, values_updated: 3, values_deleted: 4 }

    const told = describeImport(anImport({ stats, total_values_count: 1300000 }))

    assert.equal(
      told,
      'The file was imported: 1,234,567 rows, 1,300,000 values, data set offices.\n' +
        'dimensions created: 2, values created: 1,000, values updated: 3, values deleted: 4',
    )
  })

  test('is told when nothing is different', () => {
    const told = describeImport(anImport({ stats: { rows: 1 }, total_values_count: 1 }))

    assert.equal(told, 'The file was imported: 1 rows, 1 values, data set offices.\nNothing is different.')
  })

  for (const [result, dry_run, words] of [
    ['success', false, 'was imported:'],
    ['success', true, 'would be imported:'],
    ['partial_success', false, 'was imported without the rows below:'],
    ['partial_success', true, 'would be imported without the rows below:'],
    ['error', false, 'was not imported:'],
    ['error', true, 'was not imported:'],
    [null, false, 'was not imported:'],
  ] as const) {
    test(`is "${words}" for ${result}${dry_run ? ' of a dry run' : ''}`, () => {
      const told = describeImport(anImport({ result, dry_run }))

      assert.ok(told.startsWith(`The file ${words} 0 rows`), told)
    })
  }

  test('names rows with errors and warnings', () => {
    const told = describeImport(anImport({ result: 'partial_success', stats: { row_errors: 2, warnings: 1500 } }))

    assert.equal(told.split('\n')[1], 'rows with errors: 2, warnings: 1,500')
  })
})

describe('the table of errors', () => {
  test('has its columns below each other', () => {
    const errors = [problem, { ...problem, line: 12345, field: 'country.en-us', code: 'x' }]

    const table = errorTable(anImport({ errors, stats: { row_errors: 2 } }))

    assert.deepEqual(table.split('\n'), [
      'LINE   COLUMN         CODE            MESSAGE',
      '3      city           unknown_parent  fr not found.',
      '12345  country.en-us  x               fr not found.',
    ])
  })

  test('leaves the place empty of what concerns no line or column', () => {
    const errors = [{ ...problem, line: null, field: null }]

    const table = errorTable(anImport({ errors, stats: { global_errors: 1 } }))

    assert.equal(table.split('\n')[1], '              unknown_parent  fr not found.')
  })

  test('says when there may be more errors than it shows, and not otherwise', () => {
    const errors = Array.from({ length: 100 }, () => problem)

    const more = errorTable(anImport({ errors, stats: { row_errors: 120 } }))
    const all = errorTable(anImport({ errors: errors.slice(1), stats: { row_errors: 99 } }))

    assert.equal(more.split('\n').at(-1), 'These are the first 100 errors.')
    assert.equal(all.split('\n').length, 100)
  })
})
