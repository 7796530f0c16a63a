import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { db, v2, clock } = service
const { at, slugs } = articleCalls(service)

const apply = async (sections: object) =>
  (await applySetup(service, parseSetup({ clients: [{ id: 'acme', ...sections }] })))
    .flatMap((one) => one.changes)
    .filter((one) => one.what.startsWith('article'))
    .map(({ what, outcome }) => `${outcome} ${what}`)

describe('the sections article_categories and articles', () => {
  test('create what the file says, with what it refers to, and change nothing the second time', async () => {
    const category = unique('category')
    const slug = unique('article')
    const organization = unique('org')
    const file = {
      organizations: [{ code: organization, name: 'Paris' }],
      article_categories: [{ slug: category, name: 'Leave', language_code: 'en-us', description: 'Absence' }],
      articles: [
        { slug, title: 'Paid leave', body: '<p>Ask</p>', categories: [category], organizations: [organization] },
      ],
    }

    const first = await apply(file)
    const before = (await v2('GET', at(slug))).json()
    clock.advance(60)
    const second = await apply(file)
    const third = await apply({ articles: [{ ...file.articles[0], state: 'published' }] })

    assert.deepEqual(first, [`created article category ${category}`, `created article ${slug}`])
    assert.partialDeepStrictEqual(before, { title: 'Paid leave', state: 'draft', organizations: [organization] })
    assert.deepEqual(second, [`unchanged article category ${category}`, `unchanged article ${slug}`])
    assert.deepEqual(third, [`updated article ${slug}`])
    assert.deepEqual(await eventsOf(db, slug), ['article.created', 'article.updated'])
    assert.deepEqual(await slugs({ category_code: category }), [slug])
  })

  test('refuse an unknown category by its place, and store nothing', async () => {
    const fine = unique('article')
    const bad = unique('article')
    const articles = [
      { slug: fine, title: 'Fine', body: '' },
      { slug: bad, title: 'Bad', body: '', categories: ['nowhere'] },
    ]

    await assert.rejects(apply({ articles }), /articles\[1\]\.categories\[0\]/)

    assert.equal((await v2('GET', at(fine))).statusCode, 404)
  })

  test('refuse a slug that is listed twice', async () => {
    const slug = unique('article')
    const articles = ['One', 'Two'].map((title) => ({ slug, title, body: '' }))

    await assert.rejects(apply({ articles }), /listed more than once/)
  })
})
