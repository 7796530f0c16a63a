import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'

const service = await startApp()
const { v2, clock } = service
const { at, anArticle, aCategory, search, slugs } = articleCalls(service)

/** A word that no other article has. */
const word = () => `w${unique('').slice(1)}`
const times = (count: number, text: string) => `${text} `.repeat(count)

describe('GET /api/articles/?query=', () => {
  test('finds words of title and text without case, accents and tags', async () => {
    const rest = word()
    const slug = await anArticle({ title: `Été${rest}`, body: `<p>gar&ccedil;on${rest} <b>na</b>ive${rest}</p>` })

    for (const query of [`ete${rest}`, `ÉTÉ${rest}`, `garcon${rest}`, `naïve${rest}`, `NAIVE${rest}`]) {
      assert.deepEqual(await slugs({ query }), [slug], query)
    }
  })

  test('wants every word, the last one by its beginning, the others whole', async () => {
    const first = word()
    const second = word()
    const slug = await anArticle({ title: first, body: second })

    const cases: [string, boolean][] = [
      [`${first} ${second}`, true],
      [`${second} ${first}`, true],
      [`${first} ${second.slice(0, 5)}`, true],
      [`${first.slice(0, 5)} ${second}`, false],
      [second.slice(1), false],
      [`${first} ${word()}`, false],
      [`${first} ${first} ${first}`, true],
      [`  ${first}  `, true],
    ]
    for (const [query, isFound] of cases) assert.deepEqual(await slugs({ query }), isFound ? [slug] : [], query)
  })

  test('finds beginnings of one, two, three and more letters', async () => {
    const category = await aCategory()
    const zulu = await anArticle({ title: 'x', body: 'zulu', categories: [category] })
    const zen = await anArticle({ title: 'zen', body: 'y', categories: [category] })
    const found = (query: string) => slugs({ category_code: category, query })

    assert.deepEqual((await found('z')).toSorted(), [zulu, zen].toSorted())
    assert.deepEqual([await found('zu'), await found('zul'), await found('zulu')], [[zulu], [zulu], [zulu]])
    assert.deepEqual([await found('ze'), await found('zulus'), await found('zulux')], [[zen], [], []])
  })

  test('takes signs as text: they neither break nor widen a search', async () => {
    const text = word()
    const slug = await anArticle({ title: text })

    for (const sign of ['"', "'", '&', '|', '!', '(', ':*', '%', '\\', '_', '<', '\u{10ffff}']) {
      assert.deepEqual(await slugs({ query: `${sign} ${text}` }), [slug], sign)
      assert.deepEqual(await slugs({ query: sign }), [], sign)
    }
    assert.deepEqual(await slugs({ query: `b ${text}` }), [])
  })

  test('of nothing but spaces is none', async () => {
    const slug = await anArticle()

    assert.equal((await slugs({ query: '  ' }))[0], slug)
  })

  test('looks in all languages, and answers in the one that is asked for', async () => {
    const text = word()
    const slug = await anArticle({
      translations: [{ language_code: 'fr-fr', title: `Titre ${text}`, body: `<p>corps${text}</p>` }],
    })

    assert.deepEqual(await slugs({ query: `corps${text}` }), [slug])
    assert.equal((await search({ query: text, language_code: 'fr-fr' })).json()[0].title, `Titre ${text}`)
  })

  test('ranks what stands in the title first, then what comes more often, then the newest', async () => {
    const text = word()
    const make = (title: string, body: string) => anArticle({ title, body: `<p>${body}</p>` })
    const fiveTimes = await make('a', times(5, text))
    const inTitle = await make(text, 'b')
    const beginsSo = await make('c', `${text}more`)
    const twice = await make('d', times(2, text))
    const once = await make('e', text)
    const later = await make('f', text)

    assert.deepEqual(await slugs({ query: text }), [inTitle, fiveTimes, twice, later, once, beginsSo])
  })

  test('ranks by all words, and by title words that only begin so', async () => {
    const first = word()
    const second = word()
    const both = await anArticle({ title: `${first} ${second}s` })
    const none = await anArticle({ body: `${first} ${second}` })
    const one = await anArticle({ title: second, body: first })

    assert.deepEqual(await slugs({ query: `${first} ${second}` }), [both, one, none])
  })

  test('keeps to order_by when it is given', async () => {
    const text = word()
    const old = await anArticle({ title: `B ${text}`, body: times(9, text) })
    clock.advance(60)
    const fresh = await anArticle({ title: 'A', body: text })

    assert.deepEqual(await slugs({ query: text }), [old, fresh])
    assert.deepEqual(await slugs({ query: text, order_by: '-created_at' }), [fresh, old])
    assert.deepEqual(await slugs({ query: text, order_by: 'title' }), [fresh, old])
    assert.deepEqual(await slugs({ query: text, order_by: '-title' }), [old, fresh])
  })

  test('joins with filters, counts exactly, and has pages that cover what is found', async () => {
    const text = word()
    const category = await aCategory()
    const made: string[] = []
    for (let index = 0; index < 7; index += 1) {
      const title = index % 2 ? text : 'x'
      made.push(await anArticle({ title, body: text, categories: index < 5 ? [category] : [] }))
    }
    await anArticle({ title: text, categories: [category], state: 'draft' })
    const query = { query: text, category_code: category, state: 'published', per_page: 2 }

    const pages = await Promise.all([1, 2, 3, 4].map((page) => search({ ...query, page })))

    assert.deepEqual(
      pages.map((page) => page.headers['x-total-count']),
      ['5', '5', '5', '5'],
    )
    const [a, b, c, d, e] = made
    assert.deepEqual(
      pages.flatMap((page) => page.json().map((one: { slug: string }) => one.slug)),
      [d, b, e, c, a],
    )
  })

  test('follows every change at once', async () => {
    const before = word()
    const after = word()
    const slug = await anArticle({ title: before, body: before })

    await v2('PATCH', at(slug), { body: { title: after } })
    const inText = [await slugs({ query: before }), await slugs({ query: after })]
    await v2('PATCH', at(slug), { body: { body: after } })
    const nowhere = [await slugs({ query: before }), await slugs({ query: after })]
    await v2('DELETE', at(slug))

    assert.deepEqual(
      [inText, nowhere],
      [
        [[slug], [slug]],
        [[], [slug]],
      ],
    )
    assert.deepEqual(await slugs({ query: after }), [])
  })

  test('400 a query of 201 characters', async () => {
    const answer = await search({ query: 'x'.repeat(201) })

    assert.deepEqual([answer.statusCode, Object.keys(answer.json()[0])], [400, ['query']])
  })
})
