import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseHeader } from './value-file-header.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `d${index + 1}`)

/** What is wrong with a header: the column and the code of each problem. */
function problemsOf(cells: string[], known: string[] = []): [field: string | null, code: string][] {
  const { problems } = parseHeader(cells, known)
  for (const { line, message } of problems) {
    assert.equal(line, 1)
    assert.notEqual(message, '')
  }
  return problems.map(({ field, code }) => [field, code])
}

describe('the header of a file of values', () => {
  const cases = [
    {
      what: 'puts new dimensions in the order of their columns',
      cells: ['city', 'country'],
      dimensions: ['city', 'country'],
      columns: [
        [1, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'finds known dimensions in any order of the columns',
      cells: ['office', 'country', 'city'],
      known: ['country', 'city', 'office'],
      dimensions: ['country', 'city', 'office'],
      columns: [
        [3, undefined],
        [1, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'appends new dimensions to the known ones, wherever their columns are',
      cells: ['desk', 'country', 'floor', 'city'],
      known: ['country', 'city'],
      dimensions: ['country', 'city', 'desk', 'floor'],
      columns: [
        [3, undefined],
        [1, undefined],
        [4, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'may leave out known dimensions at the end',
      cells: ['country'],
      known: ['country', 'city', 'office'],
      dimensions: ['country'],
      columns: [[1, undefined]],
    },
    {
      what: 'may name translations before their codes',
      cells: ['country.en-us', 'country.fr-fr', 'country'],
      dimensions: ['country'],
      languages: [['en-us', 'fr-fr']],
      columns: [
        [1, 'en-us'],
        [1, 'fr-fr'],
        [1, undefined],
      ],
    },
    {
      what: 'orders new dimensions by the columns of their codes, not of their translations',
      cells: ['city.en-us', 'country', 'city'],
      dimensions: ['country', 'city'],
      languages: [[], ['en-us']],
      columns: [
        [2, 'en-us'],
        [1, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'takes languages in any case',
      cells: ['country', 'country.FR-fr', 'country.zh-Hant-TW'],
      dimensions: ['country'],
      languages: [['fr-fr', 'zh-hant-tw']],
      columns: [
        [1, undefined],
        [1, 'fr-fr'],
        [1, 'zh-hant-tw'],
      ],
    },
    {
      what: 'trims the names of columns',
      cells: [' country ', '\tcountry.en-us', 'city\u00a0'],
      dimensions: ['country', 'city'],
      languages: [['en-us'], []],
      columns: [
        [1, undefined],
        [1, 'en-us'],
        [2, undefined],
      ],
    },
    {
      what: 'tells dimensions apart by their case',
      cells: ['country', 'Country'],
      dimensions: ['country', 'Country'],
      columns: [
        [1, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'takes words of JavaScript for dimensions like any others',
      cells: ['constructor', 'constructor.en-us', '__proto__', '__proto__.en-us', 'toString'],
      known: ['constructor'],
      dimensions: ['constructor', '__proto__', 'toString'],
      languages: [['en-us'], ['en-us'], []],
      columns: [
        [1, undefined],
        [1, 'en-us'],
        [2, undefined],
        [2, 'en-us'],
        [3, undefined],
      ],
    },
    {
      what: 'takes letters of every script, digits, _ and -, up to 100',
      cells: ['日本_9-é', 'x'.repeat(100)],
      dimensions: ['日本_9-é', 'x'.repeat(100)],
      columns: [
        [1, undefined],
        [2, undefined],
      ],
    },
    {
      what: 'takes ten dimensions',
      cells: numbered(10),
      known: numbered(4),
      dimensions: numbered(10),
      columns: numbered(10).map((_, index): [number, undefined] => [index + 1, undefined]),
    },
  ]
  for (const { what, cells, known = [], dimensions, columns, languages } of cases) {
    test(what, () => {
      const { header, problems } = parseHeader(cells, known)

      assert.deepEqual(problems, [])
      assert.deepEqual(header.dimensions, dimensions)
      assert.deepEqual(
        header.columns.map(({ level, language }) => [level, language]),
        columns,
      )
      assert.deepEqual(header.languages, languages ?? dimensions.map(() => []))
      assert.deepEqual(
        header.columns.map(({ name }) => name),
        cells.map((cell) => cell.trim()),
      )
    })
  }

  test('takes a code and two hundred translations for each of ten dimensions', () => {
    const cells = numbered(10).flatMap((id) => [
      id,
      ...Array.from({ length: 200 }, (_, index) => `${id}.x-${index.toString(36)}`),
    ])

    const { header, problems } = parseHeader(cells, [])

    assert.deepEqual(problems, [])
    assert.equal(header.columns.length, 2010)
    assert.ok(header.languages.every((ofLevel) => ofLevel.length === 200))
  })
})

describe('the header of a file of values is refused', () => {
  const cases: { what: string; cells: string[]; known?: string[]; problems: [string | null, string][] }[] = [
    { what: 'for a column without a name', cells: ['country', ''], problems: [['', 'unnamed_column']] },
    { what: 'for a name of spaces', cells: ['country', '  '], problems: [['', 'unnamed_column']] },
    { what: 'for an empty first line', cells: [''], problems: [['', 'unnamed_column']] },
    { what: 'for a space within a dimension', cells: ['big city'], problems: [['big city', 'invalid_dimension']] },
    { what: 'for a translation of nothing', cells: ['a', '.en-us'], problems: [['.en-us', 'invalid_dimension']] },
    {
      what: 'for a dimension of 101 characters',
      cells: ['x'.repeat(101)],
      problems: [['x'.repeat(101), 'invalid_dimension']],
    },
    { what: 'for a NUL', cells: ['coun\0try'], problems: [['coun\0try', 'invalid_dimension']] },
    { what: 'for a formula', cells: ['=1+1'], problems: [['=1+1', 'invalid_dimension']] },
    { what: 'for a language that is none', cells: ['a', 'a.e'], problems: [['a.e', 'invalid_language']] },
    { what: 'for a missing language', cells: ['a', 'a.'], problems: [['a.', 'invalid_language']] },
    { what: 'for two dots', cells: ['a', 'a.en.us'], problems: [['a.en.us', 'invalid_language']] },
    {
      what: 'for languages that are words of JavaScript',
      cells: ['a', 'a.__proto__', 'a.constructor'],
      problems: [
        ['a.__proto__', 'invalid_language'],
        ['a.constructor', 'invalid_language'],
      ],
    },
    { what: 'for a dimension that is there twice', cells: ['a', 'b', 'a'], problems: [['a', 'repeated']] },
    { what: 'for one that is there twice when trimmed', cells: ['a', ' a '], problems: [['a', 'repeated']] },
    {
      what: 'for a translation that is there twice, in another case',
      cells: ['a', 'a.en-us', 'a.EN-US'],
      problems: [['a.EN-US', 'repeated']],
    },
    {
      what: 'for each repetition',
      cells: ['a', 'a', 'a'],
      problems: [
        ['a', 'repeated'],
        ['a', 'repeated'],
      ],
    },
    { what: 'for translations without codes', cells: ['a', 'b.en-us'], problems: [['b.en-us', 'missing_column']] },
    {
      what: 'for translations of a known dimension without codes',
      cells: ['a', 'b.en-us'],
      known: ['a', 'b'],
      problems: [['b.en-us', 'missing_column']],
    },
    {
      what: 'for a known dimension that is missing above one of the file',
      cells: ['country', 'office'],
      known: ['country', 'city', 'office'],
      problems: [['city', 'missing_column']],
    },
    {
      what: 'for every known dimension that is missing above a new one',
      cells: ['desk'],
      known: ['country', 'city'],
      problems: [
        ['country', 'missing_column'],
        ['city', 'missing_column'],
      ],
    },
    { what: 'for eleven dimensions', cells: numbered(11), problems: [[null, 'too_many']] },
    {
      what: 'for one dimension more than the ten of the data set',
      cells: [...numbered(10), 'more'],
      known: numbered(10),
      problems: [[null, 'too_many']],
    },
    {
      what: 'for 2,011 columns, without a word on each',
      cells: Array.from({ length: 2011 }, () => ''),
      problems: [[null, 'too_many_columns']],
    },
    {
      what: 'for a million columns at once',
      cells: Array.from({ length: 1_000_001 }, () => 'a'),
      problems: [[null, 'too_many_columns']],
    },
    {
      what: 'for everything that is wrong, at once',
      cells: ['a', '', 'b c', 'a.!', 'a', 'd.en'],
      problems: [
        ['', 'unnamed_column'],
        ['b c', 'invalid_dimension'],
        ['a.!', 'invalid_language'],
        ['a', 'repeated'],
        ['d.en', 'missing_column'],
      ],
    },
  ]
  for (const { what, cells, known, problems } of cases) {
    test(what, () => {
      assert.deepEqual(problemsOf(cells, known), problems)
    })
  }

  test('with the number of the column that has no name', () => {
    const { problems } = parseHeader(['country', 'city', ''], [])

    assert.deepEqual(
      problems.map(({ message }) => message),
      ['Column 3 has no name.'],
    )
  })
})
