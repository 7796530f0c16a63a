import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish, unique, withNames } from '#test/harness/builders.ts'

const service = await startApp()
const { v2 } = service

type Answer = Awaited<ReturnType<typeof v2>>
type Value = { path: string; name: string; code: string }

const pathsOf = (answer: Answer) => answer.json().map((one: Value) => one.path)
const list = (dataset: string, query = '') => v2('GET', `/datasets/${dataset}/values${query}`)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${String(index).padStart(4, '0')}`)

/** Follows Next-Cursor to the end of a list. */
async function walk(dataset: string, query: string, between: (page: number) => Promise<unknown> = async () => {}) {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const answer = await list(dataset, `?${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    assert.equal(answer.statusCode, 200)
    pages.push(pathsOf(answer))
    cursor = cursorOf(answer, 'next')
    await between(pages.length)
  } while (cursor !== undefined)
  return pages
}

describe('GET /datasets/{id}/values', () => {
  test('200 answers a bare list of values, as each is read by itself, by code', async () => {
    const offices = await aDataset(service, { values: ['gb', 'fr', 'fr.paris', 'fr.paris.hq'] })

    const answer = await list(offices)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(pathsOf(answer), ['fr', 'gb', 'fr.paris.hq', 'fr.paris'])
    for (const value of answer.json()) {
      assert.deepEqual(value, (await v2('GET', `/datasets/${offices}/values/${value.path}`)).json())
    }
  })

  test('200 answers an empty list for an empty data set, with or without dimensions, and no cursors', async () => {
    for (const dimensions of [['country'], []]) {
      const empty = await aDataset(service, { dimensions })

      const answer = await list(empty)

      assert.deepEqual(answer.json(), [])
      assert.equal(cursorOf(answer, 'next'), undefined)
      assert.equal(cursorOf(answer, 'previous'), undefined)
    }
  })

  test('200 has 20 values on a page unless per_page says otherwise, up to 1,000', async () => {
    const offices = await aDataset(service, { values: numbered(1100) })

    const lengths = []
    for (const query of ['', '?per_page=1', '?per_page=1000']) lengths.push((await list(offices, query)).json().length)

    assert.deepEqual(lengths, [20, 1, 1000])
  })

  test('200 filters by dimension', async () => {
    const offices = await aDataset(service, { values: ['gb', 'fr', 'fr.paris', 'gb.london', 'fr.paris.hq'] })

    assert.deepEqual(pathsOf(await list(offices, '?dimension=city')), ['gb.london', 'fr.paris'])
    assert.deepEqual(pathsOf(await list(offices, '?dimension=country')), ['fr', 'gb'])
  })

  test('200 filters by the path of the parent: children, not grandchildren', async () => {
    const values = ['gb', 'fr', 'fr.paris', 'gb.london', 'fr.paris.hq', 'fr.lyon']
    const offices = await aDataset(service, { values })

    assert.deepEqual(pathsOf(await list(offices, '?parent_code=fr')), ['fr.lyon', 'fr.paris'])
    assert.deepEqual(pathsOf(await list(offices, '?parent_code=fr.paris')), ['fr.paris.hq'])
    assert.deepEqual(pathsOf(await list(offices, '?parent_code=fr.paris.hq')), [])
    assert.deepEqual(pathsOf(await list(offices, '?parent_code=es')), [])
    assert.deepEqual(pathsOf(await list(offices, '?parent_code=fr.')), [])
  })

  test('200 filters by all at once', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.paris', 'fr.lyon', 'fr.paris.lyon'] })

    assert.deepEqual(pathsOf(await list(offices, '?dimension=city&parent_code=fr&q=lyo')), ['fr.lyon'])
    assert.deepEqual(pathsOf(await list(offices, '?dimension=office&parent_code=fr&q=lyo')), [])
  })

  test('200 sorts by code and by name, both ways', async () => {
    const offices = await aDataset(service)
    await withNames(service, offices, [
      { code: 'a', names: { 'en-us': 'zulu' } },
      { code: 'b', names: { 'en-us': 'Émile' } },
      { code: 'c', names: { 'en-us': 'echo' } },
      { code: 'd', names: { 'en-us': 'FOXTROT' } },
    ])

    assert.deepEqual(pathsOf(await list(offices, '?sort=code')), ['a', 'b', 'c', 'd'])
    assert.deepEqual(pathsOf(await list(offices, '?sort=-code')), ['d', 'c', 'b', 'a'])
    assert.deepEqual(pathsOf(await list(offices, '?sort=name')), ['c', 'b', 'd', 'a'])
    assert.deepEqual(pathsOf(await list(offices, '?sort=-name')), ['a', 'd', 'b', 'c'])
  })

  test('200 sorts by the new name after a change of names', async () => {
    const offices = await aDataset(service, { values: ['a', 'b'] })
    await v2('PUT', `/datasets/${offices}/values/a`, { body: { localized_names: inEnglish('zz') } })

    assert.deepEqual(pathsOf(await list(offices, '?sort=name')), ['b', 'a'])
  })

  for (const [query, code] of [
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=1001', 'per_page: This must be <= 1000.'],
    ['per_page=ten', 'per_page: This must be an integer.'],
    ['per_page=', 'per_page: This must be an integer.'],
    ['per_page=1.5', 'per_page: This must be an integer.'],
    ['sort=path', 'sort: This must be one of name, -name, code, -code.'],
    ['sort=', 'sort: This must be one of name, -name, code, -code.'],
    ['dimension=planet', 'dimension: Dimension planet not found.'],
    ['q=a&q=b', 'q: This must be a string.'],
    ['q=%00', 'q: This contains characters that cannot be stored.'],
    ['q=%ff', 'q: This contains characters that cannot be stored.'],
    [`q=${'x'.repeat(201)}`, 'q: This exceeds 200 characters.'],
    ['cursor=', 'cursor: This is not a valid cursor for this list.'],
    ['cursor=AAAA', 'cursor: This is not a valid cursor for this list.'],
    ['cursor=%F0%9F%98%80', 'cursor: This is not a valid cursor for this list.'],
  ] as const) {
    test(`400 for ${query.slice(0, 30)}, naming the parameter`, async () => {
      const offices = await aDataset(service, { values: ['fr'] })

      const answer = await list(offices, `?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message: code })
    })
  }

  test('404 for an absent data set', async () => {
    const id = unique('ds')

    const answer = await list(id)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Data set ${id} not found.` })
  })
})

describe('pages of GET /datasets/{id}/values', () => {
  test('lead through the whole list once, forwards and back', async () => {
    const values = numbered(23)
    const offices = await aDataset(service, { values })

    const forwards = await walk(offices, 'per_page=5')
    const backwards: string[][] = []
    let answer = await list(offices, '?per_page=5')
    while (cursorOf(answer, 'next')) answer = await list(offices, `?per_page=5&cursor=${cursorOf(answer, 'next')}`)
    backwards.unshift(pathsOf(answer))
    while (cursorOf(answer, 'previous')) {
      answer = await list(offices, `?per_page=5&cursor=${cursorOf(answer, 'previous')}`)
      backwards.unshift(pathsOf(answer))
    }

    assert.deepEqual(
      forwards.map((page) => page.length),
      [5, 5, 5, 5, 3],
    )
    assert.deepEqual(forwards.flat(), values)
    assert.deepEqual(backwards, forwards)
  })

  test('the first has no Previous-Cursor and the last no Next-Cursor, also when it is full', async () => {
    const offices = await aDataset(service, { values: numbered(4) })

    const first = await list(offices, '?per_page=2')
    const last = await list(offices, `?per_page=2&cursor=${cursorOf(first, 'next')}`)

    assert.equal(cursorOf(first, 'previous'), undefined)
    assert.ok(cursorOf(last, 'previous'))
    assert.equal(cursorOf(last, 'next'), undefined)
  })

  for (const sort of ['name', '-name', 'code', '-code']) {
    test(`miss and repeat nothing among ties, sorted by ${sort}`, async () => {
      const parents = numbered(9)
      const offices = await aDataset(service, { values: [...parents, ...parents.map((one) => `${one}.same`)] })
      await withNames(
        service,
        offices,
        parents.map((one) => ({ code: `${one}.same`, names: { 'en-us': 'Same' } })),
      )

      const pages = await walk(offices, `per_page=4&sort=${sort}`)

      assert.equal(pages.flat().length, 18)
      assert.equal(new Set(pages.flat()).size, 18)
    })
  }

  test('the same list comes back in the same order, ties and all', async () => {
    const parents = numbered(9)
    const offices = await aDataset(service, { values: [...parents, ...parents.map((one) => `${one}.same`)] })

    const [all] = await walk(offices, 'per_page=100&dimension=city')
    const paged = await walk(offices, 'per_page=2&dimension=city')

    assert.deepEqual(paged.flat(), all)
  })

  test('repeat nothing and miss no value that stays, while others come and go', async () => {
    const staying = numbered(30)
    const offices = await aDataset(service, { values: [...staying, ...staying.map((one) => `${one}x`)] })

    const pages = await walk(offices, 'per_page=7', async (page) => {
      const doomed = staying[(page * 5) % 30]
      await v2('DELETE', `/datasets/${offices}/values/${doomed}x`)
      for (const code of [`a${page}`, `v0015y${page}`, `z${page}`]) {
        await v2('PUT', `/datasets/${offices}/values/${code}`, { body: { localized_names: [] } })
      }
      assert.ok(page < 40, 'the list must end')
    })

    const seen = pages.flat()
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      seen.filter((one) => staying.includes(one)),
      staying,
    )
  })

  test('go on after the value they stand at was deleted', async () => {
    const offices = await aDataset(service, { values: ['a', 'b', 'c', 'd'] })
    const first = await list(offices, '?per_page=2')
    await v2('DELETE', `/datasets/${offices}/values/b`)

    const second = await list(offices, `?per_page=2&cursor=${cursorOf(first, 'next')}`)

    assert.deepEqual(pathsOf(second), ['c', 'd'])
  })

  test('may change their size on the way', async () => {
    const offices = await aDataset(service, { values: ['a', 'b', 'c', 'd', 'e'] })
    const first = await list(offices, '?per_page=2')

    const rest = await list(offices, `?per_page=100&cursor=${cursorOf(first, 'next')}`)

    assert.deepEqual(pathsOf(rest), ['c', 'd', 'e'])
  })

  test('200 takes a cursor back whatever the order of the parameters', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.a', 'fr.b', 'fr.c'] })
    const first = await list(offices, '?per_page=2&dimension=city&sort=name')
    const cursor = cursorOf(first, 'next')

    const reordered = await list(offices, `?cursor=${cursor}&sort=name&dimension=city&per_page=2`)

    assert.equal(reordered.statusCode, 200)
    assert.deepEqual(pathsOf(reordered), ['fr.c'])
  })

  test('400 for a cursor of another sort, filter, data set or client, and for a forged one', async () => {
    const offices = await aDataset(service, { values: ['a', 'b', 'c'] })
    const others = await aDataset(service, { values: ['a', 'b', 'c'] })
    const cursor = cursorOf(await list(offices, '?per_page=1'), 'next') ?? assert.fail('no cursor')
    const bytes = Buffer.from(cursor, 'base64url')
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1

    const answers = [
      await list(offices, `?per_page=1&sort=-code&cursor=${cursor}`),
      await list(offices, `?per_page=1&q=a&cursor=${cursor}`),
      await list(others, `?per_page=1&cursor=${cursor}`),
      await list(offices, `?per_page=1&cursor=${bytes.toString('base64url')}`),
      await list(offices, `?per_page=1&cursor=${cursor}AAAA`),
      await v2('GET', `/datasets?per_page=1&cursor=${cursor}`),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), {
        code: 'invalid_request',
        message: 'cursor: This is not a valid cursor for this list.',
      })
    }
  })
})
