import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dateFormatOf, describeFormat, readDate, writeDate } from './typed-date.ts'

const FRENCH = dateFormatOf('fr-FR')
const BRITISH = dateFormatOf('en-GB')
const AMERICAN = dateFormatOf('en-US')
const GERMAN = dateFormatOf('de-DE')
const LETTERS = { day: 'd', month: 'm', year: 'y' }

describe('a typed date', () => {
  const cases: [format: typeof FRENCH, text: string, expected: string | undefined][] = [
    [FRENCH, '05/12/2026', '2026-12-05'],
    [BRITISH, '05/12/2026', '2026-12-05'],
    [AMERICAN, '05/12/2026', '2026-05-12'],
    [FRENCH, '31/12/2026', '2026-12-31'],
    [AMERICAN, '31/12/2026', undefined],
    [AMERICAN, '12/31/2026', '2026-12-31'],
    [GERMAN, '5.2.2026', '2026-02-05'],
    [FRENCH, ' 5 2 2026 ', '2026-02-05'],
    [FRENCH, '5-2-2026', '2026-02-05'],
    [AMERICAN, '2026-11-03', '2026-11-03'],
    [FRENCH, '2026-11-03', '2026-11-03'],
    [FRENCH, '29/02/2024', '2024-02-29'],
    [FRENCH, '29/02/2026', undefined],
    [FRENCH, '00/12/2026', undefined],
    [FRENCH, '12/00/2026', undefined],
    [FRENCH, '12/13/2026', undefined],
    [FRENCH, '05/12/26', undefined],
    [FRENCH, '2026/12/05', undefined],
    [FRENCH, '05/12', undefined],
    [FRENCH, 'tomorrow', undefined],
    [FRENCH, '', undefined],
    [FRENCH, '2026-13-01', undefined],
    [FRENCH, '0206-11-03', undefined],
  ]
  for (const [format, text, expected] of cases) {
    test(`${JSON.stringify(text)} in the order ${format.order.join(' ')} is ${expected ?? 'no date'}`, () => {
      assert.equal(readDate(text, format), expected)
    })
  }

  test('is read as it was written, in every order', () => {
    for (const format of [FRENCH, BRITISH, AMERICAN, GERMAN]) {
      assert.equal(readDate(writeDate('2026-02-05', format), format), '2026-02-05')
    }
  })

  test('has a format that can be shown', () => {
    assert.equal(describeFormat(BRITISH, LETTERS), 'dd/mm/yyyy')
    assert.equal(describeFormat(AMERICAN, LETTERS), 'mm/dd/yyyy')
    assert.equal(describeFormat(GERMAN, LETTERS), 'dd.mm.yyyy')
    assert.equal(describeFormat(FRENCH, { day: 'j', month: 'm', year: 'a' }), 'jj/mm/aaaa')
  })
})
