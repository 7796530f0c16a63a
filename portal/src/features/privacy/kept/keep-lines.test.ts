import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepLines, together } from './keep-lines.ts'

const NONE = {
  count: 0,
  for_legal_reasons: 0,
  dated: 0,
  first_until: null,
  last_until: null,
  waiting: 0,
  without_end: 0,
  legal_bases: [],
}
const TODAY = '2026-06-15'

describe('how long things are kept, in words', () => {
  test('names the day, or the span of days', () => {
    const same = { ...NONE, count: 2, dated: 2, first_until: '2031-01-01', last_until: '2031-01-01' }
    assert.deepEqual(keepLines(same, TODAY), [{ says: 'until', count: 2, until: '2031-01-01' }])
    assert.deepEqual(keepLines({ ...same, last_until: '2033-01-01' }, TODAY), [
      { says: 'between', count: 2, first: '2031-01-01', last: '2033-01-01' },
    ])
  })

  test('says that the time is over, and names no day of the past', () => {
    const past = { ...NONE, count: 2, dated: 2, first_until: '2020-01-01', last_until: TODAY }
    assert.deepEqual(keepLines(past, TODAY), [{ says: 'over', count: 2 }])
    assert.deepEqual(keepLines({ ...past, last_until: '2027-01-01' }, TODAY), [
      { says: 'between', count: 2, first: TODAY, last: '2027-01-01' },
    ])
  })

  test('counts each once, what has a day first and legal reasons last', () => {
    const mixed = {
      ...NONE,
      count: 7,
      dated: 1,
      first_until: '2031-01-01',
      last_until: '2031-01-01',
      waiting: 2,
      without_end: 3,
      for_legal_reasons: 1,
    }
    assert.deepEqual(
      keepLines(mixed, TODAY).map(({ says, count }) => [says, count]),
      [
        ['until', 1],
        ['waiting', 2],
        ['withoutEnd', 3],
        ['legal', 1],
      ],
    )
    assert.deepEqual(keepLines(NONE, TODAY), [])
  })

  test('adds groups up', () => {
    const one = { ...NONE, count: 1, dated: 1, first_until: '2031-01-01', last_until: '2031-01-01', legal_bases: ['A'] }
    const other = { ...one, count: 3, dated: 2, first_until: '2029-01-01', last_until: '2030-01-01', without_end: 1 }

    assert.deepEqual(together([one, other, { ...NONE, count: 1, waiting: 1, legal_bases: ['B'] }]), {
      ...NONE,
      count: 5,
      dated: 3,
      first_until: '2029-01-01',
      last_until: '2031-01-01',
      waiting: 1,
      without_end: 1,
      legal_bases: ['A', 'B'],
    })
  })
})
