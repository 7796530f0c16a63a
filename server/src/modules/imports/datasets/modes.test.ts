import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatasetImport } from '#modules/imports/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique, withNames } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { v2 } = service
const { imported, content } = importCalls(service)

type Content = Record<string, Record<string, string>>
type Options = Parameters<typeof imported>[2]

const english = (value: string) => ({ 'en-us': value })
const countOf = async (dataset: string): Promise<number> =>
  (await v2('GET', `/datasets/${dataset}`)).json().values_count

/** A data set country > city with these values. */
async function filled(values: Content): Promise<string> {
  const dataset = await aDataset(service, { dimensions: ['country', 'city'] })
  await withNames(
    service,
    dataset,
    Object.entries(values).map(([code, names]) => ({ code, names })),
  )
  return dataset
}

const OLD: Content = {
  fr: { 'en-us': 'France', 'fr-fr': 'La France' },
  'fr.paris': { 'en-us': 'Paris', 'de-de': 'Paris an der Seine' },
  de: { 'en-us': 'Germany' },
}

/** The stats of an import that are not 0. */
function told({ stats }: DatasetImport): Record<string, number> {
  return Object.fromEntries(Object.entries(stats).filter(([, count]) => count !== 0))
}

/** The warnings of an import, as its report has them: line, column and message. */
async function warningsOf({ id }: DatasetImport): Promise<[line: string, field: string, message: string][]> {
  const { body } = await v2('GET', `/dataset_imports/${id}/report`)
  return body
    .split('\r\n')
    .filter((line) => line.includes(',warning,'))
    .map((line) => {
      const [number = '', , field = '', , ...message] = line.split(',')
      return [number, field, message.join(',').replaceAll('"', '')]
    })
}

describe('an import', () => {
  const FILE = ['country,country.en-us,city,city.en-us', 'fr,Frankreich,,', 'it,Italy,roma,Rome']
  const FLAWED = [...FILE, 'e.s,Spain,,']
  const READ = { fr: english('Frankreich'), it: english('Italy'), 'it.roma': english('Rome') }
  const MERGED = { ...OLD, ...READ, fr: { 'en-us': 'Frankreich', 'fr-fr': 'La France' } }
  const REPLACING = { values_created: 2, values_updated: 1, values_deleted: 2 }
  const MERGING = { values_created: 2, values_updated: 1 }
  const cases: { file: string[]; options: Options; result: string; after: Content; stats: object }[] = [
    { file: FILE, options: {}, result: 'success', after: READ, stats: { rows: 2, ...REPLACING } },
    { file: FILE, options: { mode: 'merge' }, result: 'success', after: MERGED, stats: { rows: 2, ...MERGING } },
    { file: FILE, options: { dry_run: true }, result: 'success', after: OLD, stats: { rows: 2, ...REPLACING } },
    {
      file: FILE,
      options: { mode: 'merge', dry_run: true, on_error: 'skip' },
      result: 'success',
      after: OLD,
      stats: { rows: 2, ...MERGING },
    },
    { file: FLAWED, options: {}, result: 'error', after: OLD, stats: { rows: 3, row_errors: 1 } },
    { file: FLAWED, options: { mode: 'merge' }, result: 'error', after: OLD, stats: { rows: 3, row_errors: 1 } },
    { file: FLAWED, options: { dry_run: true }, result: 'error', after: OLD, stats: { rows: 3, row_errors: 1 } },
    {
      file: FLAWED,
      options: { on_error: 'skip' },
      result: 'partial_success',
      after: READ,
      stats: { rows: 3, row_errors: 1, ...REPLACING },
    },
    {
      file: FLAWED,
      options: { on_error: 'skip', mode: 'merge' },
      result: 'partial_success',
      after: MERGED,
      stats: { rows: 3, row_errors: 1, ...MERGING },
    },
    {
      file: FLAWED,
      options: { on_error: 'skip', dry_run: true },
      result: 'partial_success',
      after: OLD,
      stats: { rows: 3, row_errors: 1, ...REPLACING },
    },
  ]
  for (const { file, options, result, after, stats } of cases) {
    const asked = Object.entries({ mode: 'replace', on_error: 'abort', dry_run: false, ...options })
      .flat()
      .join(' ')
    test(`${result} of a ${file === FILE ? 'good' : 'flawed'} file with ${asked}`, async () => {
      const dataset = await filled(OLD)

      const done = await imported(dataset, csv(...file), options)

      assert.deepEqual([done.status, done.result, done.progress], ['finished', result, 1])
      assert.deepEqual(told(done), stats)
      assert.deepEqual([done.total_dimensions_count, done.total_values_count], [2, 3])
      assert.deepEqual(await content(dataset), after)
      assert.equal(await countOf(dataset), Object.keys(after).length)
    })
  }

  for (const mode of ['replace', 'merge']) {
    test(`${mode} of rows that are all wrong is an error with skip too, and deletes nothing`, async () => {
      const dataset = await filled(OLD)

      const done = await imported(dataset, csv('country,city', 'f/r,', ',paris'), { mode, on_error: 'skip' })

      assert.equal(done.result, 'error')
      assert.deepEqual(told(done), { rows: 2, row_errors: 2 })
      assert.deepEqual(await content(dataset), OLD)
      assert.equal(await countOf(dataset), 3)
    })
  }

  for (const [what, rows] of [
    ['a header alone', []],
    ['a header and empty rows', ['', ',', '""']],
  ] as const) {
    test(`replace of ${what} empties the data set, with a warning`, async () => {
      const dataset = await filled(OLD)

      const done = await imported(dataset, csv('country,city', ...rows))

      assert.equal(done.result, 'success')
      assert.deepEqual(told(done), { warnings: 1, values_deleted: 3 })
      assert.deepEqual(await warningsOf(done), [['', '', 'The file contains a header but no rows.']])
      assert.deepEqual(await content(dataset), {})
      assert.equal(await countOf(dataset), 0)
    })
  }

  test('merge of a header alone changes nothing, with a warning', async () => {
    const dataset = await filled(OLD)

    const done = await imported(dataset, csv('country,city'), { mode: 'merge' })

    assert.deepEqual([done.result, told(done)], ['success', { warnings: 1 }])
    assert.deepEqual(await content(dataset), OLD)
  })

  test('of a header alone makes an empty data set with the dimensions', async () => {
    const dataset = unique('ds')

    const done = await imported(dataset, csv('region,site'))

    const { dimensions, values_count } = (await v2('GET', `/datasets/${dataset}`)).json()
    assert.deepEqual(told(done), { warnings: 1, dimensions_created: 2 })
    assert.deepEqual([dimensions.map((one: { id: string }) => one.id), values_count], [['region', 'site'], 0])
  })

  for (const [what, file, options] of [
    ['ends in error', csv('country', 'f/r'), {}],
    ['is a dry run', csv('country', 'fr'), { dry_run: true }],
    ['has a bad header', csv('country,country', 'fr,'), { on_error: 'skip' }],
  ] as const) {
    test(`makes no data set when it ${what}`, async () => {
      const dataset = unique('ds')

      await imported(dataset, file, options)

      assert.equal((await v2('GET', `/datasets/${dataset}`)).statusCode, 404)
    })
  }

  test('counts are exact after one import upon another', async () => {
    const dataset = unique('ds')
    const counts: number[] = []

    for (const [file, mode] of [
      [csv('a,b', 'x,1', 'x,2', 'y,'), 'replace'],
      [csv('a,b', 'x,2', 'x,3', 'z,1'), 'merge'],
      [csv('a,b', 'x,3', 'w,1'), 'replace'],
      [csv('a', 'x'), 'replace'],
      [csv('a'), 'replace'],
    ] as const) {
      await imported(dataset, file, { mode })
      counts.push(await countOf(dataset))
    }

    assert.deepEqual(counts, [4, 7, 4, 1, 0])
  })
})

describe('merge', () => {
  test('keeps the languages that the file has no column for, and clears those whose cell is empty', async () => {
    const dataset = await filled(OLD)

    const done = await imported(dataset, csv('country,country.fr-fr,country.es', 'fr,,Francia', 'de,Allemagne,'), {
      mode: 'merge',
    })

    assert.deepEqual(told(done), { rows: 2, values_updated: 2 })
    assert.deepEqual(await content(dataset), {
      ...OLD,
      fr: { 'en-us': 'France', es: 'Francia' },
      de: { 'en-us': 'Germany', 'fr-fr': 'Allemagne' },
    })
  })

  test('looks at the columns of each level by themselves', async () => {
    const dataset = await filled({ fr: { 'en-us': 'France' }, 'fr.paris': { 'en-us': 'Paris' } })

    await imported(dataset, csv('country,country.en-us,city', 'fr,,', 'fr,,paris'), { mode: 'merge' })

    assert.deepEqual(await content(dataset), { fr: {}, 'fr.paris': english('Paris') })
  })

  test('changes no name of a value that rows only pass through, whatever they call it', async () => {
    const dataset = await filled(OLD)

    const done = await imported(dataset, csv('country,country.en-us,city', 'fr,Frankreich,lyon'), { mode: 'merge' })

    assert.deepEqual(told(done), { rows: 1, values_created: 1 })
    assert.deepEqual(await content(dataset), { ...OLD, 'fr.lyon': {} })
  })

  test('makes a value that rows pass through when it is missing, with the names that they give it', async () => {
    const dataset = await filled(OLD)

    await imported(dataset, csv('country,country.en-us,city', 'it,Italy,roma'), { mode: 'merge' })

    assert.deepEqual(await content(dataset), { ...OLD, it: english('Italy'), 'it.roma': {} })
  })

  test('without columns for names changes no name', async () => {
    const dataset = await filled(OLD)

    const done = await imported(dataset, csv('country,city', 'fr,', 'fr,paris', 'de,'), { mode: 'merge' })

    assert.deepEqual([done.result, told(done)], ['success', { rows: 3 }])
    assert.deepEqual(await content(dataset), OLD)
  })
})

describe('replace', () => {
  test('takes away the languages that the file has no column for', async () => {
    const dataset = await filled(OLD)

    await imported(dataset, csv('country,country.en-us', 'fr,France', 'de,Germany'))

    assert.deepEqual(await content(dataset), { fr: english('France'), de: english('Germany') })
  })

  test('takes away the names of a value that rows only pass through without naming it', async () => {
    const dataset = await filled(OLD)

    const done = await imported(dataset, csv('country,country.en-us,city', 'fr,,paris'))

    assert.deepEqual(told(done), { rows: 1, values_updated: 2, values_deleted: 1 })
    assert.deepEqual(await content(dataset), { fr: {}, 'fr.paris': {} })
  })

  test('of the first level alone removes everything below, and keeps the dimensions', async () => {
    const dataset = await filled(OLD)

    await imported(dataset, csv('country,country.en-us,country.fr-fr', 'fr,France,La France'))

    const { dimensions } = (await v2('GET', `/datasets/${dataset}`)).json()
    assert.deepEqual(await content(dataset), { fr: OLD.fr })
    assert.deepEqual(
      dimensions.map((one: { id: string }) => one.id),
      ['country', 'city'],
    )
  })
})

describe('rows that name one value', () => {
  const HEADER = 'country,country.en-us,country.fr-fr,city'
  const otherwise = (line: number, before: number, path = 'fr'): [string, string, string] => [
    String(line),
    path.includes('.') ? 'city' : 'country',
    `Line ${before} has another name for ${path}; this line takes precedence.`,
  ]
  const cases: { what: string; rows: string[]; names: Content[string]; warnings?: [string, string, string][] }[] = [
    {
      what: 'its own row counts, before rows that pass through',
      rows: ['fr,Own,,', 'fr,Passing,,paris'],
      names: english('Own'),
    },
    {
      what: 'its own row counts, behind rows that pass through',
      rows: ['fr,Passing,,paris', 'fr,Other,,lyon', 'fr,Own,,'],
      names: english('Own'),
    },
    { what: 'its own row counts, also when it gives no name', rows: ['fr,Passing,,paris', 'fr,,,'], names: {} },
    {
      what: 'of its own rows the later counts, with a warning',
      rows: ['fr,One,,', 'fr,Two,,'],
      names: english('Two'),
      warnings: [otherwise(3, 2)],
    },
    {
      what: 'of its own rows the later counts, also when it takes the name away',
      rows: ['fr,One,,', 'fr,,,'],
      names: {},
      warnings: [otherwise(3, 2)],
    },
    {
      what: 'each of its own rows that differs from the one before is told of',
      rows: ['fr,One,,', 'fr,Two,,', 'fr,Two,,', 'fr,One,,'],
      names: english('One'),
      warnings: [otherwise(3, 2), otherwise(5, 4)],
    },
    {
      what: 'its own rows that say the same are fine, whatever other rows pass through',
      rows: ['fr,One,,', 'fr,Two,,paris', 'fr,One,,'],
      names: english('One'),
    },
    {
      what: 'of passing rows the later counts, with a warning',
      rows: ['fr,One,,paris', 'fr,Two,,lyon'],
      names: english('Two'),
      warnings: [otherwise(3, 2)],
    },
    {
      what: 'passing rows that say the same are fine',
      rows: ['fr,One,Un,paris', 'fr,One,Un,lyon', 'fr,One,Un,nice'],
      names: { 'en-us': 'One', 'fr-fr': 'Un' },
    },
    {
      what: 'passing rows without a name say nothing',
      rows: ['fr,One,,paris', 'fr,,,lyon', 'fr,One,,nice', 'fr,,,lille'],
      names: english('One'),
    },
    {
      what: 'passing rows that name it in different languages differ',
      rows: ['fr,One,,paris', 'fr,,Un,lyon'],
      names: { 'fr-fr': 'Un' },
      warnings: [otherwise(3, 2)],
    },
    {
      what: 'names that differ by their case differ',
      rows: ['fr,One,,', 'fr,one,,'],
      names: english('one'),
      warnings: [otherwise(3, 2)],
    },
  ]
  for (const { what, rows, names, warnings = [] } of cases) {
    test(what, async () => {
      const dataset = unique('ds')

      const done = await imported(dataset, csv(HEADER, ...rows))

      assert.equal(done.result, 'success')
      assert.equal(done.stats.warnings, warnings.length)
      assert.deepEqual(await warningsOf(done), warnings)
      assert.deepEqual((await content(dataset)).fr, names)
      assert.equal(done.total_values_count, await countOf(dataset))
    })
  }

  test('warnings come in the order of the lines, for values of every level', async () => {
    const rows = ['de,A,,', 'fr,A,,x', 'fr,A,,x', 'fr,B,,y', 'de,B,,', 'fr,B,,x']

    const done = await imported(unique('ds'), csv('country,country.en-us,country.fr-fr,city', ...rows))

    assert.deepEqual(await warningsOf(done), [otherwise(5, 3), otherwise(6, 2, 'de')])
  })

  test('rows that are left out name nothing', async () => {
    const dataset = unique('ds')

    const done = await imported(dataset, csv(HEADER, 'fr,One,,', 'fr,Two,,a/b'), { on_error: 'skip' })

    assert.deepEqual([done.result, done.stats.warnings], ['partial_success', 0])
    assert.deepEqual(await content(dataset), { fr: english('One') })
  })

  test('1,500 warnings are all in the report', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => [`c${index},A,,`, `c${index},B,,`]).flat()

    const done = await imported(unique('ds'), csv(HEADER, ...rows), { dry_run: true })

    const lines = (await warningsOf(done)).map(([line]) => Number(line))
    assert.equal(done.stats.warnings, 1500)
    assert.deepEqual(
      lines,
      Array.from({ length: 1500 }, (_, index) => 3 + 2 * index),
    )
  })
})
