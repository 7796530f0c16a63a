import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { v2, clock } = service
const { anArticle, aCategory, at } = articleCalls(service)
const { call, list, walk, cursorOf } = listCalls(service, '/articles', 'slug')

const mark = `mark${unique('').slice(1)}`
const categories = [await aCategory(), await aCategory()]
const made: string[] = []
for (const [index, letter] of [...'CAEBD'].entries()) {
  clock.advance(10)
  const category = categories[index % 2] as string
  const featured = index === 1
  const state = index > 2 ? 'draft' : 'published'
  made.push(await anArticle({ title: `${letter} ${mark}`, categories: [category], featured, state }))
}
const [c, a, e, b, d] = made as [string, string, string, string, string]

describe('GET /articles', () => {
  const cases: [what: string, query: Record<string, string>, expected: string[]][] = [
    ['the newest first', {}, [d, b, e, a, c]],
    ['the oldest first', { sort: 'created_at' }, [c, a, e, b, d]],
    ['by title', { sort: 'title' }, [a, b, c, d, e]],
    ['by title, downwards', { sort: '-title' }, [e, d, c, b, a]],
    ['drafts', { state: 'draft' }, [d, b]],
    ['published ones by title', { state: 'published', sort: 'title' }, [a, c, e]],
    ['featured ones', { featured: 'true' }, [a]],
    ['those that are not featured', { featured: 'false' }, [d, b, e, c]],
    ['those of a category', { category: categories[1] as string }, [b, a]],
    ['those of no category', { category: 'nowhere' }, []],
    ['filters together', { category: categories[0] as string, state: 'draft' }, [d]],
  ]
  for (const [what, query, expected] of cases) {
    test(`200 lists ${what}, page after page and back`, async () => {
      const asked = { q: mark, per_page: 2, ...query }

      const first = await call(asked)
      const pages = await walk(asked, first, 'next')

      assert.deepEqual(pages.flat(), expected)
      if (pages.length < 2) return
      const second = await call({ ...asked, cursor: cursorOf(first, 'next') ?? '' })
      assert.deepEqual(await list({ ...asked, cursor: cursorOf(second, 'previous') ?? '' }), expected.slice(0, 2))
    })
  }

  test('200 finds every word, the last by its beginning, in text and title', async () => {
    const slug = await anArticle({ title: `Été ${unique('x').slice(2)}`, body: `<p>zebra${mark} grazes</p>` })

    assert.deepEqual(await list({ q: `ETE zebra${mark.slice(0, 8)}` }), [slug])
    assert.deepEqual(await list({ q: `graz zebra${mark}` }), [])
    assert.deepEqual(await list({ q: '%' }), [])
  })

  test('200 lists what changed since then, in any order and with filters', async () => {
    clock.advance(100)
    const since = clock.now().toISOString()
    clock.advance(5)
    for (const slug of [c, b]) await v2('PATCH', at(slug), { body: { body: '<p>changed</p>' } })

    assert.deepEqual(await list({ updated_at_since: since, sort: 'title' }), [b, c])
    assert.deepEqual(await list({ updated_at_since: since }), [b, c])
    assert.deepEqual(await list({ updated_at_since: since, sort: 'updated_at' }), [c, b])
    assert.deepEqual(await list({ updated_at_since: since, state: 'draft' }), [b])
    assert.deepEqual(await list({ updated_at_since: '2999-01-01T00:00:00Z', q: mark }), [])
  })

  test('200 shows articles as they are read', async () => {
    const answer = await call({ q: mark, per_page: 1 })

    assert.deepEqual(answer.json(), [(await v2('GET', at(d))).json()])
  })

  test("200 has nothing of another client's", async () => {
    const slug = unique('article')
    await v2('PUT', at(slug), { body: { title: `Theirs ${mark}`, body: '' }, application: 'rival' })

    assert.equal((await list({ q: mark, per_page: 100 })).length, made.length)
    const theirs = await v2('GET', '/articles', { application: 'rival' })
    assert.deepEqual(
      theirs.json().map((one: { slug: string }) => one.slug),
      [slug],
    )
  })

  for (const query of [
    { state: 'lost' },
    { featured: 'maybe' },
    { sort: 'body' },
    { per_page: 101 },
    { cursor: 'x' },
  ]) {
    test(`400 ${JSON.stringify(query)}`, async () => {
      const answer = await call(query as Record<string, string>)

      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
    })
  }
})
