import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Position } from './keyset-page.ts'
import { type KeysetPage, type KeysetRequest, keysetPage, keysetRequest } from './keyset-page.ts'

const letters = ['a', 'b', 'c', 'd', 'e']

describe('keysetRequest', () => {
  test('the first page asks for one row more than it holds, from the start', () => {
    assert.deepEqual(keysetRequest(undefined, 20), { after: undefined, reversed: false, limit: 21 })
  })

  test('a page before a key is fetched backwards', () => {
    assert.deepEqual(keysetRequest({ before: true, key: ['k'] }, 5), { after: ['k'], reversed: true, limit: 6 })
  })
})

describe('keysetPage', () => {
  test('the first page has a next position and no previous one', () => {
    const page = pageOf(letters, undefined, 2)

    assert.deepEqual(page, { rows: ['a', 'b'], previous: undefined, next: { before: false, key: ['b'] } })
  })

  test('a page in the middle has both', () => {
    const page = pageOf(letters, { before: false, key: ['b'] }, 2)

    assert.deepEqual(page, {
      rows: ['c', 'd'],
      previous: { before: true, key: ['c'] },
      next: { before: false, key: ['d'] },
    })
  })

  test('the last page has a previous position and no next one', () => {
    const page = pageOf(letters, { before: false, key: ['d'] }, 2)

    assert.deepEqual(page, { rows: ['e'], previous: { before: true, key: ['e'] }, next: undefined })
  })

  test('a last page that is exactly full has no next position', () => {
    const page = pageOf(letters, { before: false, key: ['c'] }, 2)

    assert.deepEqual([page.rows, page.next], [['d', 'e'], undefined])
  })

  test('a page walked back to keeps the order of the list', () => {
    const page = pageOf(letters, { before: true, key: ['e'] }, 2)

    assert.deepEqual(page, {
      rows: ['c', 'd'],
      previous: { before: true, key: ['c'] },
      next: { before: false, key: ['d'] },
    })
  })

  test('the first page has no previous position when it is walked back to', () => {
    const page = pageOf(letters, { before: true, key: ['c'] }, 2)

    assert.deepEqual(page, { rows: ['a', 'b'], previous: undefined, next: { before: false, key: ['b'] } })
  })

  test('a list that fits one page has neither', () => {
    assert.deepEqual(pageOf(letters, undefined, 5), { rows: letters, previous: undefined, next: undefined })
  })

  test('an empty list has neither', () => {
    assert.deepEqual(pageOf([], undefined, 5), { rows: [], previous: undefined, next: undefined })
  })

  test('every list is seen whole, forwards and back, whatever the size of its pages', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { maxLength: 40 })

    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 12 }), (unsorted, perPage) => {
        const list = unsorted.toSorted()

        const forwards = walk(list, perPage, pageOf(list, undefined, perPage), 'next')
        const back = walk(list, perPage, forwards.at(-1) as KeysetPage<string>, 'previous')

        assert.deepEqual(
          forwards.flatMap((page) => page.rows),
          list,
        )
        assert.deepEqual(
          back.toReversed().flatMap((page) => page.rows),
          list,
        )
      }),
    )
  })
})

function pageOf(list: string[], position: Position | undefined, perPage: number): KeysetPage<string> {
  const request = keysetRequest(position, perPage)
  return keysetPage(fetchFrom(list, request), request, (row) => [row])
}

/** What a query does: the rows on one side of the key, nearest first. */
function fetchFrom(list: string[], { after, reversed, limit }: KeysetRequest): string[] {
  const key = after?.[0]
  const wanted = list.filter((row) => key === undefined || (reversed ? row < key : row > key))
  return (reversed ? wanted.toReversed() : wanted).slice(0, limit)
}

function walk(
  list: string[],
  perPage: number,
  from: KeysetPage<string>,
  to: 'next' | 'previous',
): KeysetPage<string>[] {
  const pages = [from]
  for (let position = from[to]; position; position = pages.at(-1)?.[to]) {
    assert.ok(pages.length <= list.length, 'the walk does not end')
    pages.push(pageOf(list, position, perPage))
  }
  return pages
}
