import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { type Query, type Row, requestLists } from '#test/harness/features/request-lists.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { publicUrl } = service
const { call } = requestCalls(service)
const { aClient, aClientWith, list } = requestLists(service)

/** The links of an answer, by their relation; anything else in the header fails. */
function linksOf({ headers }: Awaited<ReturnType<typeof list>>): Record<string, URL> {
  if (headers.link === undefined) return {}
  return Object.fromEntries(
    String(headers.link)
      .split(', ')
      .map((one) => {
        const [, url, rel] = /^<([\x21-\x7e]+)>; rel="([a-z]+)"$/.exec(one) ?? assert.fail(one)
        assert.doesNotMatch(String(url), /[<>",]/)
        return [rel, new URL(String(url))]
      }),
  )
}

describe('GET /api/requests/ page by page', () => {
  const numbers = Array.from({ length: 45 }, (_, index) => String(index + 1))
  const client = aClientWith(numbers.map((subject) => ({ subject })))
  const pageBy = async (query: Query) => {
    const answer = await list(await client, query)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['x-total-count'], '45')
    const links = Object.entries(linksOf(answer)).map(([rel, url]) => [rel, Number(url.searchParams.get('page'))])
    return { size: answer.json().length, first: answer.json()[0]?.subject, ...Object.fromEntries(links) }
  }

  const cases: [query: Record<string, string>, page: object][] = [
    [{}, { size: 20, first: '1', next: 2 }],
    [{ page: '1' }, { size: 20, first: '1', next: 2 }],
    [{ page: '2' }, { size: 20, first: '21', previous: 1, next: 3 }],
    [{ page: '3' }, { size: 5, first: '41', previous: 2 }],
    [{ page: '4' }, { size: 0, first: undefined, previous: 3 }],
    [{ page: '5' }, { size: 0, first: undefined }],
    [{ page: '999999999999' }, { size: 0, first: undefined }],
    [{ per_page: '1' }, { size: 1, first: '1', next: 2 }],
    [{ per_page: '44' }, { size: 44, first: '1', next: 2 }],
    [{ per_page: '45' }, { size: 45, first: '1' }],
    [{ per_page: '100' }, { size: 45, first: '1' }],
  ]
  for (const [query, page] of cases) {
    test(`200 answers ${JSON.stringify(page)} for ${new URLSearchParams(query) || 'nothing'}`, async () => {
      assert.deepEqual(await pageBy({ ...query, order_by: 'id' }), page)
    })
  }

  test('200 of an empty list has a total and no Link, and links back from its second page', async () => {
    const empty = await aClient()

    const [first, second, third] = await Promise.all([1, 2, 3].map((page) => list(empty, { page })))

    for (const answer of [first, second, third]) assert.deepEqual(answer?.json(), [])
    for (const answer of [first, second, third]) assert.equal(answer?.headers['x-total-count'], '0')
    const rels = [first, second, third].map((one) => Object.keys(linksOf(one ?? assert.fail())))
    assert.deepEqual(rels, [[], ['previous'], []])
  })

  test('200 links on the public address, with every other parameter as it was sent', async () => {
    const { key } = await client
    const known = 'order_by=-id&per_page=007&status=created&page=2&created_at_since=2024-01-01T00:00:00%2B00:00'
    const sent = `${known}&a=%C3%A9+b&a=2&empty=&__proto__=x`
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }

    const answer = await call('GET', `/requests/?${sent}`, { key, headers })

    const { previous, next, ...rest } = linksOf(answer)
    assert.deepEqual(rest, {})
    for (const [page, url] of Object.entries({ 1: previous, 3: next })) {
      assert.equal(`${url?.origin}${url?.pathname}`, `${publicUrl}/api/requests/`)
      const parameters = [...(url?.searchParams ?? [])].filter(([name]) => name !== 'page')
      assert.deepEqual(parameters, [...new URLSearchParams(sent.replace('&page=2', ''))])
      assert.deepEqual(url?.searchParams.getAll('page'), [page])
    }
  })

  test('200 links on to pages that a walk can follow to the end', async () => {
    const { key } = await client
    const seen: string[] = []
    let path: string | undefined = '/requests/?per_page=7&order_by=-subject&status=created'

    for (let pages = 0; path !== undefined && pages < 10; pages += 1) {
      const answer = await call('GET', path, { key })
      seen.push(...answer.json().map((one: Row) => one.subject))
      const { next } = linksOf(answer)
      path = next && `${next.pathname.replace('/api', '')}${next.search}`
    }

    assert.deepEqual(seen, numbers.toSorted().toReversed())
  })

  const hostile = ['"><script>', '>; rel="next", <https://evil.test>', 'a\r\nX-Evil: 1', '\0', '🙂\u2028', '%zz%']
  for (const value of hostile) {
    test(`200 and a whole Link with ${JSON.stringify(value)} in it`, async () => {
      const { key } = await client
      const encoded = encodeURIComponent(value)

      const answer = await call('GET', `/requests/?${encoded}=1&x=${encoded}&page=2`, { key })

      const { previous, next, ...rest } = linksOf(answer)
      assert.deepEqual(rest, {})
      for (const url of [previous, next]) {
        assert.deepEqual([url?.searchParams.get('x'), url?.searchParams.get(value)], [value, '1'])
      }
      assert.equal(answer.headers['x-evil'], undefined)
    })
  }
})
