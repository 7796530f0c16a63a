import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseHeader } from './value-file-header.ts'
import { parseRow } from './value-file-row.ts'

const OFFICES = ['country', 'country.en-us', 'city', 'city.en-us', 'city.fr-fr', 'office']

/** Reads a row below a header, as its seventh line. */
function rowOf(cells: string[], { columns = OFFICES, isDoubtful = false } = {}) {
  const { header, problems } = parseHeader(columns, [])
  assert.deepEqual(problems, [])
  return parseRow({ line: 7, cells, isDoubtful }, header)
}

describe('a row of a file of values', () => {
  const cases = [
    {
      what: 'is a path with the names of each level',
      cells: ['fr', 'France', 'paris', 'Paris', 'Paname', 'hq'],
      levels: [
        ['fr', { 'en-us': 'France' }],
        ['fr.paris', { 'en-us': 'Paris', 'fr-fr': 'Paname' }],
        ['fr.paris.hq', {}],
      ],
    },
    {
      what: 'may end at any level',
      cells: ['fr', 'France', '', '', '', ''],
      levels: [['fr', { 'en-us': 'France' }]],
    },
    { what: 'may be shorter than the header', cells: ['fr'], levels: [['fr', {}]] },
    {
      what: 'may have empty cells behind the last column',
      cells: ['fr', '', 'paris', '', '', '', '', ''],
      levels: [
        ['fr', {}],
        ['fr.paris', {}],
      ],
    },
    {
      what: 'keeps spaces, accents, quotes and capitals as they are',
      cells: [' F"r ', ' É ', 'ÅB c', '', '', ''],
      levels: [
        [' F"r ', { 'en-us': ' É ' }],
        [' F"r .ÅB c', {}],
      ],
    },
    {
      what: 'keeps what a spreadsheet would take for a formula as text',
      cells: ['=1+1', '=HYPERLINK("x")', '@x', '-2', '+3', '-2'],
      levels: [
        ['=1+1', { 'en-us': '=HYPERLINK("x")' }],
        ['=1+1.@x', { 'en-us': '-2', 'fr-fr': '+3' }],
        ['=1+1.@x.-2', {}],
      ],
    },
    {
      what: 'may be made of words of JavaScript',
      cells: ['__proto__', 'constructor', 'toString', '__proto__', '', 'null'],
      levels: [
        ['__proto__', { 'en-us': 'constructor' }],
        ['__proto__.toString', { 'en-us': '__proto__' }],
        ['__proto__.toString.null', {}],
      ],
    },
    {
      what: 'takes codes of 255 characters, counted as people do',
      cells: ['é'.repeat(255), '', '😀'.repeat(255), '', '', ''],
      levels: [
        ['é'.repeat(255), {}],
        [`${'é'.repeat(255)}.${'😀'.repeat(255)}`, {}],
      ],
    },
    {
      what: 'takes names of 1,000 characters, counted as people do',
      cells: ['fr', 'x'.repeat(1000), 'paris', '😀'.repeat(1000), '', ''],
      levels: [
        ['fr', { 'en-us': 'x'.repeat(1000) }],
        ['fr.paris', { 'en-us': '😀'.repeat(1000) }],
      ],
    },
    {
      what: 'takes names with line breaks, tabs, backslashes and dots',
      cells: ['fr', 'a\nb\r\nc\td\\.e./', '', '', '', ''],
      levels: [['fr', { 'en-us': 'a\nb\r\nc\td\\.e./' }]],
    },
  ]
  for (const { what, cells, levels } of cases) {
    test(what, () => {
      const row = rowOf(cells)

      assert.deepEqual(row.problems, [])
      assert.deepEqual(
        row.levels.map(({ path, names }) => [path, names]),
        levels,
      )
      assert.deepEqual(
        row.levels.map(({ level }) => level),
        levels.map((_, index) => index + 1),
      )
      for (const { path, code } of row.levels) assert.ok(path === code || path.endsWith(`.${code}`))
    })
  }

  test('is a path in the order of the levels, whatever the order of the columns', () => {
    const { header } = parseHeader(['city.en-us', 'city', 'country'], ['country', 'city'])

    const { levels } = parseRow({ line: 2, cells: ['Paris', 'paris', 'fr'], isDoubtful: false }, header)

    assert.deepEqual(
      levels.map(({ path, names }) => [path, names]),
      [
        ['fr', {}],
        ['fr.paris', { 'en-us': 'Paris' }],
      ],
    )
  })
})

describe('a row of a file of values is left out', () => {
  const invalidCode = (field: string) => [[field, 'invalid_code']]
  const cases: { what: string; cells: string[]; isDoubtful?: boolean; problems: (string | null)[][] }[] = [
    { what: 'without the first level', cells: ['', '', 'paris'], problems: [['country', 'missing_code']] },
    { what: 'with a hole', cells: ['fr', '', '', '', '', 'hq'], problems: [['city', 'missing_code']] },
    {
      what: 'with two holes, for the first',
      cells: ['', '', '', '', '', 'hq'],
      problems: [['country', 'missing_code']],
    },
    { what: 'with names and no code at all', cells: ['', 'France'], problems: [['country', 'missing_code']] },
    {
      what: 'with a name below the last code',
      cells: ['fr', '', '', 'Paris', '', ''],
      problems: [['city', 'missing_code']],
    },
    { what: 'with a dot in a code', cells: ['f.r'], problems: invalidCode('country') },
    { what: 'with a slash in a code', cells: ['fr', '', 'pa/ris'], problems: invalidCode('city') },
    { what: 'with a tab in a code', cells: ['f\tr'], problems: invalidCode('country') },
    { what: 'with a line break in a code', cells: ['f\nr'], problems: invalidCode('country') },
    { what: 'with a NUL in a code', cells: ['f\0r'], problems: invalidCode('country') },
    { what: 'with a control character in a code', cells: ['f\u0085r'], problems: invalidCode('country') },
    { what: 'with a code of 256 characters', cells: ['é'.repeat(256)], problems: invalidCode('country') },
    { what: 'with a NUL in a name', cells: ['fr', 'a\0b'], problems: [['country.en-us', 'invalid_text']] },
    {
      what: 'with a name of 1,001 characters',
      cells: ['fr', 'x'.repeat(1001)],
      problems: [['country.en-us', 'too_long']],
    },
    {
      what: 'with a name of 1,001 characters that are two units each',
      cells: ['fr', '😀'.repeat(1001)],
      problems: [['country.en-us', 'too_long']],
    },
    {
      what: 'for everything that is wrong in its cells',
      cells: ['f.r', 'x'.repeat(1001), 'a/b', '', 'c\0d'],
      problems: [
        ['country', 'invalid_code'],
        ['country.en-us', 'too_long'],
        ['city', 'invalid_code'],
        ['city.fr-fr', 'invalid_text'],
      ],
    },
    {
      what: 'with more cells than the header',
      cells: ['fr', '', '', '', '', '', 'x'],
      problems: [[null, 'too_many_cells']],
    },
    {
      what: 'with text behind a closing quote, whatever its cells',
      cells: ['fr'],
      isDoubtful: true,
      problems: [[null, 'invalid_quotes']],
    },
  ]
  for (const { what, cells, isDoubtful = false, problems } of cases) {
    test(what, () => {
      const row = rowOf(cells, { isDoubtful })

      assert.deepEqual(row.levels, [])
      assert.deepEqual(
        row.problems.map(({ field, code }) => [field, code]),
        problems,
      )
      assert.ok(row.problems.every(({ line, message }) => line === 7 && message !== ''))
    })
  }

  test('and the column is named as the file names it', () => {
    const { problems } = rowOf(['fr', 'x'.repeat(1001)], { columns: ['country', ' country.EN-us '] })

    assert.deepEqual(
      problems.map(({ field }) => field),
      ['country.EN-us'],
    )
  })
})
