import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countArticleView } from '#modules/articles/index.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, inEnglish, unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2, clock, doWork } = service
const { at, anArticle, aCategory, keyed, search, slugs } = articleCalls(service)

const view = (slug: string, owner: typeof acme | typeof globex = acme) =>
  doWork(owner, (work) => countArticleView(work, slug))
const read = async (slug: string) => (await keyed(`/articles/${encodeURIComponent(slug)}/`)).json()

const employee = await anEmployee(service)
const manager = await aManager(service)
const theirs = await anEmployee(service, { owner: globex })

/** Five articles that share a category, each a minute after the other. */
async function aShelf() {
  const category = await aCategory()
  const made: string[] = []
  for (const letter of 'CAEBD') {
    clock.advance(60)
    made.push(await anArticle({ title: letter, categories: [category] }))
  }
  return { category, made: made as [string, string, string, string, string] }
}

const UNSAFE = '<p onclick="alert(1)">Hello<script>alert(1)</script> <a href="javascript:alert(1)">there</a></p>'
const SAFE = '<p>Hello <a rel="noopener noreferrer">there</a></p>'

describe('sanitize=true', () => {
  test('200 answers sanitized_body beside the body as sent, in the language asked for', async () => {
    const category = await aCategory()
    const translations = [
      { language_code: 'fr-fr', title: 'Bonjour', body: '<b>fr</b><img src="https://x.example/1">' },
    ]
    const slug = await anArticle({ body: UNSAFE, translations, categories: [category] })

    const one = (await keyed(`/articles/${slug}/?sanitize=true`)).json()
    const french = (await keyed(`/articles/${slug}/?sanitize=true&language_code=fr-fr`)).json()
    const [listed] = (await keyed(`/articles/?sanitize=true&category_code=${category}`)).json()
    const plain = await read(slug)

    assert.deepEqual([one.body, one.sanitized_body], [UNSAFE, SAFE])
    assert.equal(french.sanitized_body, '<b>fr</b>')
    assert.deepEqual(listed, one)
    assert.equal('sanitized_body' in plain, false)
  })
})

describe('GET /api/articles/{slug}/', () => {
  test('200 has every field of the spec, with addresses on the public one', async () => {
    const category = await aCategory({ name: 'Leave', description: 'Absence' })
    const slug = await anArticle({ slug: unique('a bé'), title: 'Paid', body: '<b>x</b>', categories: [category] })

    const answer = await keyed(`/articles/${encodeURIComponent(slug)}/`)

    const { created_at, updated_at, manager_url, employee_url, api_url, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, {
      slug,
      title: 'Paid',
      body: '<b>x</b>',
      featured: false,
      state: 'published',
      total_hits: 0,
      categories: [{ slug: category, name: 'Leave', language_code: 'en-us', description: 'Absence' }],
    })
    for (const time of [created_at, updated_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    const base = api_url.slice(0, api_url.indexOf('/api/'))
    assert.ok(URL.canParse(base))
    assert.equal(api_url, `${base}/api/articles/${encodeURIComponent(slug)}/`)
    assert.equal(employee_url, `${base}/portal/articles/${encodeURIComponent(slug)}`)
    assert.equal(manager_url, `${base}/portal/manager/articles/${encodeURIComponent(slug)}`)
  })

  test('200 shows title, text and categories in another language where they are translated', async () => {
    const french = (value: string) => [{ language_code: 'fr-fr', value }]
    const translated = await aCategory({ description: 'Absence', localized_names: french('Congés') })
    const plain = await aCategory({ localized_names: inEnglish('Plain') })
    const slug = await anArticle({
      categories: [translated, plain],
      translations: [{ language_code: 'FR-fr', title: 'Titre', body: 'Texte' }],
    })

    const inFrench = (await keyed(`/articles/${slug}?language_code=fr-FR`)).json()
    const inGerman = (await search({ category_code: plain, language_code: 'de-de' })).json()[0]

    assert.deepEqual([inFrench.title, inFrench.body], ['Titre', 'Texte'])
    assert.deepEqual(inFrench.categories, [
      { slug: translated, name: 'Congés', language_code: 'fr-fr', description: 'Absence' },
      { slug: plain, name: plain, language_code: 'en-us', description: null },
    ])
    assert.deepEqual(inGerman, await read(slug))
  })

  test('404 what is not there or another client’s; 403 without a key; 400 for a language that is none', async () => {
    const foreign = unique('article')
    await v2('PUT', at(foreign), { body: { title: 'Theirs', body: '' }, application: 'rival' })

    for (const slug of [foreign, unique('none')]) {
      const answer = await keyed(`/articles/${slug}/`)
      assert.deepEqual([answer.statusCode, answer.json()], [404, { detail: `Article ${slug} not found.` }])
    }
    for (const path of [`/articles/${foreign}/`, '/articles/']) {
      const answer = await keyed(path, 'wrong-key')
      assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [403, ['detail']])
    }
    const answer = await keyed(`/articles/${await anArticle()}?language_code=!`)
    assert.deepEqual([answer.statusCode, Object.keys(answer.json()[0])], [400, ['language_code']])
  })
})

describe('GET /api/articles/', () => {
  test('200 lists the newest first, or in the order that is asked for, equal ones always in the same', async () => {
    const { category, made } = await aShelf()
    const [c, a, e, b, d] = made
    const order = (order_by?: string) => slugs({ category_code: category, ...(order_by ? { order_by } : {}) })

    assert.deepEqual(await order(), [d, b, e, a, c])
    assert.deepEqual(await order('-created_at'), [d, b, e, a, c])
    assert.deepEqual(await order('created_at'), [c, a, e, b, d])
    assert.deepEqual(await order('title'), [a, b, c, d, e])
    assert.deepEqual(await order('-title'), [e, d, c, b, a])
    assert.deepEqual(await order('total_hits'), [c, a, e, b, d])
    clock.advance(60)
    await v2('PATCH', at(e), { body: { body: 'changed' } })
    for (const slug of [a, a, b]) await view(slug)
    assert.deepEqual(await order('-updated_at'), [e, d, b, a, c])
    assert.deepEqual(await order('updated_at'), [c, a, b, d, e])
    assert.deepEqual(await order('-total_hits'), [a, b, d, e, c])
  })

  test('200 has pages that cover the list exactly, in every order, and [] behind the last', async () => {
    const { category, made } = await aShelf()
    for (const order_by of ['created_at', '-created_at', 'title', '-title', 'updated_at', '-total_hits']) {
      const query = { category_code: category, order_by, per_page: 2 }

      const pages = await Promise.all([1, 2, 3, 4].map((page) => slugs({ ...query, page })))

      assert.deepEqual(pages.flat(), await slugs({ ...query, per_page: 5 }))
      assert.deepEqual(pages.flat().toSorted(), made.toSorted())
      assert.deepEqual([pages[2]?.length, pages[3]], [1, []])
    }
  })

  test('200 links to the next page and the last, with every parameter as it was sent', async () => {
    const { category } = await aShelf()
    const query = { category_code: category, per_page: 2, colour: 'a&b' }
    const linksOf = async (page?: number) => {
      const answer = await search({ ...query, ...(page ? { page } : {}) })
      assert.equal(answer.headers['x-total-count'], '5')
      const found = [...String(answer.headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)]
      return Object.fromEntries(found.map(([, url = '', rel]) => [rel, Object.fromEntries(new URL(url).searchParams)]))
    }
    const sent = { category_code: category, per_page: '2', colour: 'a&b' }

    assert.deepEqual(await linksOf(), { next: { ...sent, page: '2' }, last: { ...sent, page: '3' } })
    assert.deepEqual(await linksOf(3), { last: { ...sent, page: '3' } })
    assert.deepEqual(await linksOf(1_000_000_000), { last: { ...sent, page: '3' } })
    const nothing = await search({ category_code: 'nowhere' })
    assert.deepEqual([nothing.json(), nothing.headers['x-total-count'], nothing.headers.link], [[], '0', undefined])
  })

  test('200 filters by category, state and featured, together and apart', async () => {
    const one = await aCategory()
    const other = await aCategory()
    const both = await anArticle({ categories: [one, other], featured: true })
    const draft = await anArticle({ categories: [one], state: 'draft' })
    const plain = await anArticle({ categories: [one] })
    const found = (query: object) => slugs({ category_code: one, order_by: 'created_at', ...query })

    assert.deepEqual(await found({}), [both, draft, plain])
    assert.deepEqual(await slugs({ category_code: other }), [both])
    assert.deepEqual(await found({ featured: true }), [both])
    assert.deepEqual(await found({ featured: false }), [draft, plain])
    assert.deepEqual(await found({ state: 'draft' }), [draft])
    assert.deepEqual(await found({ state: 'published', featured: false }), [plain])
    assert.deepEqual(await found({ accessible_by: 'employee' }), [both, plain])
    assert.deepEqual(await found({ accessible_by: 'employee', state: 'draft' }), [])
  })

  test('Spec 424, 425: an empty accessible_by counts as absent, also with an employee or a manager', async () => {
    const category_code = await aCategory()
    const draft = await anArticle({ categories: [category_code], state: 'draft' })
    const plain = await anArticle({ categories: [category_code] })
    const found = (query: object) => slugs({ category_code, order_by: 'created_at', ...query })

    assert.deepEqual(await found({ accessible_by: '' }), [draft, plain])
    assert.deepEqual(await found({ accessible_by: '', employee_technical_id: employee }), [plain])
    assert.deepEqual(await found({ accessible_by: '', manager_technical_id: manager }), [plain])
    for (const query of [{ state: '' }, { featured: '' }, { order_by: '' }, { accessible_by: ' ' }]) {
      assert.equal((await search(query as Record<string, string>)).statusCode, 400, JSON.stringify(query))
    }
  })

  test('200 gives 20 at a time unless told otherwise', async () => {
    const category = await aCategory()
    for (let index = 0; index < 21; index += 1) await anArticle({ categories: [category] })

    assert.equal((await search({ category_code: category })).json().length, 20)
    assert.equal((await search({ category_code: category, page: 2 })).json().length, 1)
  })

  test('200 of a client without articles is empty', async () => {
    const answer = await search({ accessible_by: 'managers', query: 'x', order_by: 'title' }, 'globex-api-key')

    assert.deepEqual([answer.statusCode, answer.json()], [200, []])
  })

  const cases: [what: string, query: Record<string, string>, field: string][] = [
    ['an employee among managers', { employee_technical_id: employee, accessible_by: 'managers' }, 'base'],
    ['a manager among employees', { manager_technical_id: manager, accessible_by: 'employee' }, 'base'],
    ['two persons', { employee_technical_id: employee, manager_technical_id: manager }, 'base'],
    ['an unknown employee', { employee_technical_id: 'nobody' }, 'employee_technical_id'],
    ['an unknown manager', { manager_technical_id: 'nobody' }, 'manager_technical_id'],
    ["another client's employee", { employee_technical_id: theirs }, 'employee_technical_id'],
    ['readers that are none', { accessible_by: 'robots' }, 'accessible_by'],
    ['a state that is none', { state: 'lost' }, 'state'],
    ['a featured that is neither', { featured: 'maybe' }, 'featured'],
    ['an order that is none', { order_by: 'body' }, 'order_by'],
    ['too much at once', { per_page: '101' }, 'per_page'],
    ['page 0', { page: '0' }, 'page'],
    ['a category of 51 characters', { category_code: 'x'.repeat(51) }, 'category_code'],
    ['a language that is none', { language_code: '?' }, 'language_code'],
  ]
  for (const [what, query, field] of cases) {
    test(`400 ${what}, by ${field}`, async () => {
      const answer = await search(query)

      assert.deepEqual([answer.statusCode, answer.json().map(Object.keys)], [400, [[field]]])
    })
  }
})

describe('countArticleView', () => {
  test('counts views, each once, also many at a time, and changes nothing else', async () => {
    const slug = await anArticle()
    const { total_hits: _, ...before } = await read(slug)
    clock.advance(60)

    await Promise.all(Array.from({ length: 20 }, () => view(slug)))

    assert.deepEqual(await read(slug), { ...before, total_hits: 20 })
    assert.equal((await v2('GET', at(slug))).json().total_hits, 20)
  })

  test('stays when the article is changed, and begins anew with an article of the same slug', async () => {
    const slug = await anArticle()
    await view(slug)

    await v2('PATCH', at(slug), { body: { title: 'Changed' } })
    const kept = (await read(slug)).total_hits
    await v2('DELETE', at(slug))
    await anArticle({ slug })

    assert.deepEqual([kept, (await read(slug)).total_hits], [1, 0])
  })

  test('does nothing for an article that is not there, or is another client’s', async () => {
    const slug = await anArticle()

    await view(unique('none'))
    await view(slug, globex)

    assert.equal((await read(slug)).total_hits, 0)
  })
})

test('GET /api/articles/ 200 shows nobody what became a draft, or somebody else’s, between finding and reading it', async () => {
  const category = await aCategory()
  const kept = await anArticle({ categories: [category] })
  const drafted = await anArticle({ categories: [category] })
  const withdrawn = await anArticle({ categories: [category] })
  const forManagers = await anArticle({ accessible_by: ['managers'] })
  const { db } = service
  const audience = db.selectFrom('articles').select('audience_key').where('slug', '=', forManagers)
  // As if by a call that is stored after the list has found its articles: what they are found by still says otherwise.
  await db.updateTable('articles').set({ state: 'draft' }).where('slug', '=', drafted).execute()
  await db.updateTable('articles').set({ audience_key: audience }).where('slug', '=', withdrawn).execute()

  const seen = await slugs({ category_code: category, employee_technical_id: employee })

  assert.deepEqual(seen, [kept])
})
