import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, globex, unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aCustomField, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import type { ArticleInput } from './schemas.ts'

const service = await startApp()
const { v2, db, clock, app } = service
const { at, put, anArticle, aCategory, search } = articleCalls(service)

const patch = (slug: string, body: unknown) => v2('PATCH', at(slug), { body })
const read = async (slug: string) => (await v2('GET', at(slug))).json()
const eventRowsOf = (slug: string) => db.selectFrom('events').selectAll().where('resource_id', '=', slug).execute()

async function aFullArticle(): Promise<ArticleInput> {
  return {
    title: 'Paid leave',
    body: '<p>How to ask</p><script>alert(1)</script>',
    language_code: 'en-us',
    translations: [{ language_code: 'fr-fr', title: 'Congés payés', body: '<p>Comment</p>' }],
    categories: [await aCategory(), await aCategory()],
    accessible_by: ['managers'],
    organizations: [await anOrganization(service)],
    roles: [await aRole(service)],
    custom_field_rules: [{ field: await aCustomField(service, { type: 'integer' }), in: [1, 2] }],
    featured: true,
    state: 'published',
  }
}

describe('PUT /articles/{slug}', () => {
  test('201 creates one as it is given, and emits article.created with what was answered', async () => {
    const slug = unique('article')
    const given = await aFullArticle()

    const answer = await put(slug, given)

    const { created_at, updated_at, ...article } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(article, { slug, ...given, total_hits: 0 })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(slug), answer.json())
    assert.deepEqual(
      (await eventRowsOf(slug)).map(({ client_id, type, actor_id, data }) => [client_id, type, actor_id, data]),
      [['acme', 'article.created', 'payroll', answer.json()]],
    )
  })

  test('201 fills in what is left out: a draft for everybody, in the first language of the client', async () => {
    const answer = await put(unique('article'), { title: 'A', body: '' })

    const { language_code, state, featured, accessible_by, translations, categories } = answer.json()
    assert.deepEqual([language_code, state, featured], ['en-us', 'draft', false])
    assert.deepEqual(accessible_by, ['employees', 'managers'])
    for (const list of [translations, categories, answer.json().roles]) assert.deepEqual(list, [])
  })

  test('201 takes every slug and title that may be, and a body of half a megabyte', async () => {
    for (const slug of ['é🙂'.repeat(127), 'a b?&#%', '...', 'Ünïcode']) {
      const body = { title: '🙂'.repeat(255), body: '<p>text</p>'.repeat(slug === '...' ? 50_000 : 1) }

      const answer = await put(slug, body)

      assert.equal(answer.statusCode, 201, answer.body.slice(0, 500))
      assert.deepEqual([(await read(slug)).slug, (await read(slug)).body], [slug, body.body])
    }
  })

  test('200 replaces all of it, and emits article.updated', async () => {
    const slug = unique('article')
    await put(slug, await aFullArticle())
    const before = await read(slug)
    clock.advance(5)

    const answer = await put(slug, { title: 'Other', body: 'x' })

    assert.equal(answer.statusCode, 200)
    assert.partialDeepStrictEqual(answer.json(), { title: 'Other', state: 'draft', categories: [], organizations: [] })
    assert.equal(answer.json().created_at, before.created_at)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await eventsOf(db, slug), ['article.created', 'article.updated'])
  })

  test('200 changes nothing and emits nothing when exactly what was read is put back', async () => {
    const slug = unique('article')
    await put(slug, await aFullArticle())
    const before = await read(slug)
    clock.advance(5)

    const answer = await put(slug, before)

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, slug), ['article.created'])
  })
})

describe('PUT and PATCH /articles/{slug} refuse', () => {
  const translation = (language_code: string) => ({ language_code, title: 'T', body: 'B' })
  const cases: { what: string; body: object; errors: [string, string][] }[] = [
    { what: 'an empty title', body: { title: '' }, errors: [['title', 'too_short']] },
    { what: 'a title of 256 characters', body: { title: 'é'.repeat(256) }, errors: [['title', 'too_long']] },
    { what: 'a NUL in the body', body: { body: 'a\0' }, errors: [['body', 'invalid_text']] },
    { what: 'null for a body', body: { body: null }, errors: [['body', 'wrong_type']] },
    { what: 'a state that is none', body: { state: 'lost' }, errors: [['state', 'unknown_choice']] },
    { what: 'a text for featured', body: { featured: 'yes' }, errors: [['featured', 'wrong_type']] },
    { what: 'nobody to read it', body: { accessible_by: [] }, errors: [['accessible_by', 'too_short']] },
    {
      what: 'readers that are none',
      body: { accessible_by: ['robots'] },
      errors: [['accessible_by.0', 'unknown_choice']],
    },
    { what: 'a language that is none', body: { language_code: 'e' }, errors: [['language_code', 'invalid_language']] },
    {
      what: 'a translation into its own language, or twice into one',
      body: { language_code: 'en-US', translations: ['en-us', 'fr', 'FR'].map(translation) },
      errors: [
        ['translations.0.language_code', 'repeated'],
        ['translations.2.language_code', 'repeated'],
      ],
    },
    {
      what: 'categories that are not there, or given twice',
      body: { categories: ['nowhere', 'nowhere'] },
      errors: [
        ['categories.0', 'unknown_category'],
        ['categories.1', 'repeated'],
      ],
    },
    {
      what: 'an unknown organization',
      body: { organizations: ['x'] },
      errors: [['organizations.0', 'unknown_organization']],
    },
    { what: 'an unknown role', body: { roles: ['x'] }, errors: [['roles.0', 'unknown_role']] },
    {
      what: 'a rule on an unknown custom field, and one without values',
      body: { custom_field_rules: [{ field: 'x', in: ['a'] }] },
      errors: [['custom_field_rules.0.field', 'unknown_custom_field']],
    },
    {
      what: 'a rule without values',
      body: { custom_field_rules: [{ field: 'x', in: [] }] },
      errors: [['custom_field_rules.0.in', 'too_short']],
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('article')
      const slug = await anArticle()
      const before = await read(slug)

      const answers = [await put(fresh, { title: 'A', body: 'B', ...body }), await patch(slug, body)]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.deepEqual([answer.statusCode, shown], [422, errors])
      }
      assert.equal((await v2('GET', at(fresh))).statusCode, 404)
      assert.deepEqual(await read(slug), before)
      assert.deepEqual(await eventsOf(db, slug), ['article.created'])
    })
  }

  test('422 values of rules that their custom fields cannot have, each by its place', async () => {
    const number = await aCustomField(service, { type: 'integer' })
    const list = await aCustomField(service, { type: 'list', values: ['a'] })
    const custom_field_rules = [
      { field: number, in: [1, 'one'] },
      { field: list, in: ['a', 'b', true] },
    ]

    const answer = await put(unique('article'), { title: 'A', body: '', custom_field_rules })

    assert.deepEqual(
      answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
      [
        ['custom_field_rules.0.in.1', 'wrong_type'],
        ['custom_field_rules.1.in.1', 'unknown_choice'],
        ['custom_field_rules.1.in.2', 'wrong_type'],
      ],
    )
  })

  test('422 a slug that is too long, or that breaks addresses', async () => {
    for (const slug of ['x'.repeat(256), 'a/b', 'a\u0007', '..']) {
      const answer = await app.inject({
        method: 'PUT',
        url: `/api/v2/client/articles/${slug === '..' ? '%2E%2E' : encodeURIComponent(slug)}`,
        headers: await service.as('payroll'),
        payload: { title: 'A', body: '' },
      })

      assert.ok([400, 404, 422].includes(answer.statusCode), `${slug}: ${answer.statusCode}`)
    }
  })

  test("422 another client's category, organization, role and custom field as unknown ones", async () => {
    const category = unique('category')
    await v2('PUT', `/article_categories/${category}`, { body: { name: 'Theirs' }, application: 'rival' })
    const owner = globex
    const body = {
      categories: [category],
      organizations: [await anOrganization(service, { owner })],
      roles: [await aRole(service, { owner })],
      custom_field_rules: [{ field: await aCustomField(service, { owner }), in: ['a'] }],
    }

    const answer = await put(unique('article'), { title: 'A', body: '', ...body })

    assert.deepEqual(
      answer.json().errors.map((one: { code: string }) => one.code),
      ['unknown_category', 'unknown_organization', 'unknown_role', 'unknown_custom_field'],
    )
  })
})

describe('PATCH and DELETE /articles/{slug}', () => {
  test('200 changes what is given, and keeps the rest', async () => {
    const slug = unique('article')
    await put(slug, await aFullArticle())
    const { updated_at: _, ...before } = await read(slug)

    const answer = await patch(slug, { state: 'draft', roles: [] })

    const { updated_at: __, ...after } = answer.json()
    assert.deepEqual([answer.statusCode, after], [200, { ...before, state: 'draft', roles: [] }])
    assert.deepEqual(await eventsOf(db, slug), ['article.created', 'article.updated'])
  })

  test('204 deletes it, and emits article.deleted with what it was; its slug is free again', async () => {
    const slug = await anArticle({ title: `Zanzibar ${unique('x')}` })
    const before = await read(slug)

    const answer = await v2('DELETE', at(slug))

    const [, deleted] = await eventRowsOf(slug)
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.deepEqual([deleted?.type, deleted?.data], ['article.deleted', before])
    assert.equal((await v2('GET', at(slug))).statusCode, 404)
    assert.equal((await search({ query: before.title })).headers['x-total-count'], '0')
    assert.equal((await put(slug, { title: 'Again', body: '' })).statusCode, 201)
  })

  test('leaves nothing behind: no postings, no audience, no hits', async () => {
    const before = await service.pool.query('SELECT count(*) FROM article_postings')
    const slug = await anArticle({ body: '<p>unusualword</p>', organizations: [await anOrganization(service)] })
    const { audience_key } = await db
      .selectFrom('articles')
      .select('audience_key')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()

    await v2('DELETE', at(slug))

    const after = await service.pool.query('SELECT count(*) FROM article_postings')
    assert.deepEqual(after.rows, before.rows)
    assert.deepEqual(await db.selectFrom('article_audiences').where('key', '=', audience_key).selectAll().execute(), [])
  })

  test('404 what is not there, or is another client’s', async () => {
    const slug = unique('article')
    await v2('PUT', at(slug), { body: { title: 'Theirs', body: '' }, application: 'rival' })

    const answers = [await v2('GET', at(slug)), await patch(slug, { title: 'Mine' }), await v2('DELETE', at(slug))]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
    assert.equal((await v2('GET', at(slug), { application: 'rival' })).json().title, 'Theirs')
  })
})

describe('credentials', () => {
  test('401 without a token, 403 without the permission, for articles and categories alike', async () => {
    const slug = await anArticle()
    const category = await aCategory()
    const headers = {
      read: await allowedTo(service, 'articles:read'),
      write: await allowedTo(service, 'articles:write'),
    }
    for (const [path, body] of [
      [at(slug), { title: 'A', body: '' }],
      [`/article_categories/${category}`, { name: 'A' }],
    ] as const) {
      const call = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', given: Record<string, string>) =>
        app.inject({
          method,
          url: `/api/v2/client${path}`,
          headers: given,
          ...(method === 'PUT' ? { payload: body } : {}),
        })

      assert.equal((await call('GET', {})).statusCode, 401)
      assert.equal((await call('GET', headers.write)).json().code, 'insufficient_scope')
      assert.equal((await call('PUT', headers.read)).json().code, 'insufficient_scope')
      assert.equal((await call('DELETE', headers.read)).json().code, 'insufficient_scope')
      assert.equal((await call('GET', headers.read)).statusCode, 200)
      assert.equal((await call('PUT', headers.write)).statusCode, 200)
    }
  })
})
