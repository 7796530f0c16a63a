import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { inEnglish, unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { v2, db, clock } = service
const { anArticle, aCategory, at, slugs } = articleCalls(service)

const pathOf = (slug: string) => `/article_categories/${encodeURIComponent(slug)}`
const put = (slug: string, body: unknown) => v2('PUT', pathOf(slug), { body })
const read = async (slug: string) => (await v2('GET', pathOf(slug))).json()

describe('PUT and PATCH /article_categories/{slug}', () => {
  test('201 creates one, in the first language of the client unless it says otherwise, without an event', async () => {
    const slug = unique('category')

    const answer = await put(slug, { name: 'Leave', localized_names: inEnglish('Leave') })

    const { created_at, updated_at, ...category } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.partialDeepStrictEqual(category, { slug, name: 'Leave', language_code: 'en-us', description: null })
    assert.deepEqual(category.localized_names[0], { language_code: 'en-us', value: 'Leave' })
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(slug), answer.json())
    assert.deepEqual(await eventsOf(db, slug), [])
  })

  test('200 changes what is given by PATCH, and nothing when it is put back as it was read', async () => {
    const slug = await aCategory({ description: 'Old', language_code: 'FR-fr' })
    clock.advance(5)

    const changed = await v2('PATCH', pathOf(slug), { body: { description: 'New' } })
    clock.advance(5)
    const same = await put(slug, await read(slug))

    assert.partialDeepStrictEqual(changed.json(), { slug, name: slug, description: 'New', language_code: 'fr-fr' })
    assert.deepEqual([same.statusCode, same.json()], [200, changed.json()])
  })

  const cases: [what: string, body: object, field: string, code: string][] = [
    ['no name', { name: undefined }, 'name', 'required'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'too_long'],
    ['a language that is none', { language_code: '??' }, 'language_code', 'invalid_language'],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, 'description', 'too_long'],
    [
      'a language twice',
      { localized_descriptions: [...inEnglish('a'), ...inEnglish('b')] },
      'localized_descriptions.1.language_code',
      'repeated',
    ],
  ]
  for (const [what, body, field, code] of cases) {
    test(`422 ${what}`, async () => {
      const answer = await put(unique('category'), { name: 'A', ...body })

      assert.equal(answer.statusCode, 422)
      assert.partialDeepStrictEqual(answer.json().errors, [{ field, code }])
    })
  }

  test('422 a slug of 51 characters', async () => {
    assert.equal((await put('x'.repeat(51), { name: 'A' })).statusCode, 422)
    assert.equal((await put('x'.repeat(50), { name: 'A' })).statusCode, 201)
  })
})

describe('DELETE /article_categories/{slug}', () => {
  test('409 while an article has it, 204 once none does', async () => {
    const slug = await aCategory()
    const first = await anArticle({ categories: [slug] })
    const second = await anArticle({ categories: [slug], state: 'draft' })

    const refused = await v2('DELETE', pathOf(slug))
    await v2('PATCH', at(first), { body: { categories: [] } })
    const stillRefused = await v2('DELETE', pathOf(slug))
    await v2('DELETE', at(second))
    const deleted = await v2('DELETE', pathOf(slug))

    for (const answer of [refused, stillRefused]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'article_category_in_use'])
    }
    assert.equal(deleted.statusCode, 204)
    assert.equal((await v2('GET', pathOf(slug))).statusCode, 404)
    assert.deepEqual(await slugs({ category_code: slug }), [])
  })

  test('404 one that is not there, or is another client’s', async () => {
    const theirs = unique('category')
    await v2('PUT', pathOf(theirs), { body: { name: 'Theirs' }, application: 'rival' })

    for (const slug of [theirs, unique('category')]) {
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const answer = await v2(method, pathOf(slug), method === 'PATCH' ? { body: {} } : {})
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
      }
    }
  })
})

describe('GET /article_categories', () => {
  const { call, list, walk } = listCalls(service, '/article_categories', 'slug')

  test('lists them by slug, page after page, and finds them by slug and name', async () => {
    const mark = unique('list')
    const made = [`${mark}-1`, `${mark}-2`, `${mark}-3`]
    for (const slug of made.toReversed()) await put(slug, { name: `Catégorie ${slug}` })
    const query = { q: `categorie ${mark}`, per_page: 2 }

    const pages = await walk(query, await call(query), 'next')

    assert.deepEqual(pages, [made.slice(0, 2), made.slice(2)])
    assert.deepEqual(await list({ q: `${mark}-2` }), [`${mark}-2`])
  })

  test('lists what changed since then', async () => {
    const slug = await aCategory()
    clock.advance(100)
    const since = clock.now().toISOString()
    clock.advance(5)

    const changed = await aCategory()

    assert.deepEqual(await list({ updated_at_since: since }), [changed])
    assert.ok((await list({ per_page: 100 })).includes(slug))
  })
})
