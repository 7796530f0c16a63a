import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import {
  aCustomField,
  aManager,
  anEmployee,
  anOrganization,
  aRole,
  eventsOf,
} from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { anArticle, aCategory } = articleCalls(service)
const { as } = portalCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
await anOrganization(service, { code: 'PAR-1', parent: 'PAR' })
await aRole(service, { code: 'editor', permissions: ['articles:write'] })
await aRole(service, { code: 'reader', permissions: ['employees:read'] })
const grade = await aCustomField(service, { code: 'grade', type: 'list', values: ['A', 'B'] })
const inOrganization = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles: inOrganization('editor', 'HQ') })
await aManager(service, { technical_id: 'M-PAR', profiles: inOrganization('editor', 'PAR') })
await aManager(service, { technical_id: 'M-READ', profiles: inOrganization('reader', 'HQ') })
await anEmployee(service, { technical_id: 'E-PAR', organizations: ['PAR-1'], custom_fields: { [grade]: 'A' } })
await anEmployee(service, { technical_id: 'E-LON', organizations: ['LON'], language: 'fr-ca' })

const employee = as('employee:E-PAR')
const londoner = as('employee:E-LON')
const everywhere = as('manager:M-ALL')
const inParis = as('manager:M-PAR')
const reader = as('manager:M-READ')

type Answer = { json(): { slug: string }[] }
const slugsIn = (answer: Answer) => answer.json().map(({ slug }) => slug)
const given = (more: object = {}) => ({ title: 'Title', body: '<p>Text</p>', ...more })

describe('GET /portal/api/me/articles', () => {
  test('200 lists what is for the employee by perimeter and custom fields, and no draft', async () => {
    const category = await aCategory()
    const shelved = { categories: [category] }
    const forAll = await anArticle(shelved)
    const forParis = await anArticle({ ...shelved, organizations: ['PAR'] })
    const forGrade = await anArticle({ ...shelved, custom_field_rules: [{ field: grade, in: ['A'] }] })
    await anArticle({ ...shelved, state: 'draft' })
    await anArticle({ ...shelved, organizations: ['LON'] })
    await anArticle({ ...shelved, accessible_by: ['managers'] })
    await anArticle({ ...shelved, custom_field_rules: [{ field: grade, in: ['B'] }] })

    const answer = await employee('GET', `/me/articles?category=${category}`)
    const categories = await employee('GET', '/me/article_categories')

    assert.deepEqual(slugsIn(answer), [forGrade, forParis, forAll])
    assert.equal(answer.headers['x-total-count'], '3')
    assert.equal('total_hits' in answer.json()[0], false)
    const counted = categories.json().find((one: { slug: string }) => one.slug === category)
    assert.deepEqual(counted, { slug: category, name: category, description: null, articles_count: 3 })
  })

  test('200 ranks what is found and marks where it says it', async () => {
    const word = unique('w').replace('-', '')
    const inText = await anArticle({ title: 'Other', body: `<p>Some <b>${word}</b> &lt;b&gt;</p>` })
    const inTitle = await anArticle({ title: `About ${word}`, body: '<p>Text</p>' })

    const answer = await employee('GET', `/me/articles?q=${word.slice(0, 6)}`)

    assert.deepEqual(slugsIn(answer), [inTitle, inText])
    const [first, second] = answer.json()
    assert.deepEqual(first.highlights.title, [
      { text: 'About ', is_match: false },
      { text: word, is_match: true },
    ])
    assert.deepEqual(second.highlights.text, [
      { text: 'Some ', is_match: false },
      { text: word, is_match: true },
      { text: ' <b>', is_match: false },
    ])
    assert.equal(second.summary, `Some ${word} <b>`)
  })

  test("200 shows the person's language, or another kind of it, and pages", async () => {
    const translations = [{ language_code: 'fr-fr', title: 'Congés', body: '<p>Texte</p>' }]
    const localized_names = [{ language_code: 'fr-fr', value: 'Absences' }]
    const category = await aCategory({ localized_names })
    for (const title of ['Leave', 'Leave 2']) await anArticle({ title, translations, categories: [category] })

    const french = await londoner('GET', `/me/articles?category=${category}&per_page=1&page=2`)
    const english = await londoner('GET', `/me/articles?category=${category}&language_code=en-gb&sort=title`)

    assert.equal(french.json().length, 1)
    assert.match(String(french.headers.link), /rel="last"/)
    const [{ title, language_code, category: shown }] = french.json()
    assert.deepEqual(
      { title, language_code, shown },
      { title: 'Congés', language_code: 'fr-fr', shown: { slug: category, name: 'Absences' } },
    )
    assert.equal(english.json()[0].title, 'Leave')
  })

  test('400 refuses what is not a number of a page, 403 a manager', async () => {
    assert.equal((await employee('GET', '/me/articles?page=0')).statusCode, 400)
    assert.equal((await everywhere('GET', '/me/articles')).statusCode, 403)
  })
})

describe('GET /portal/api/me/articles/{slug}', () => {
  test('200 answers the text and counts a view', async () => {
    const translations = [{ language_code: 'fr-fr', title: 'Titre', body: '<p>Texte</p>' }]
    const slug = await anArticle({ title: 'Title', translations, organizations: ['PAR'] })

    const answer = await employee('GET', `/me/articles/${slug}`)
    const french = await employee('GET', `/me/articles/${slug}?language_code=FR-FR`)

    assert.equal(answer.statusCode, 200)
    const { body, languages, title } = answer.json()
    assert.deepEqual({ body, languages, title }, { body: '<p>Text</p>', languages: ['en-us', 'fr-fr'], title: 'Title' })
    assert.equal(french.json().body, '<p>Texte</p>')
    const { total_hits } = (await everywhere('GET', `/manager/articles/${slug}`)).json()
    assert.equal(total_hits, 2)
  })

  test('200 answers the article of the path, whatever the query names', async () => {
    const slug = await anArticle({ title: 'Asked for' })
    const other = await anArticle({ title: 'Slipped in' })

    const answer = await employee('GET', `/me/articles/${slug}?slug=${other}`)

    assert.equal(answer.json().slug, slug)
  })

  test('404 hides what is for others, drafts and what there is not, and counts nothing', async () => {
    const hidden = await anArticle({ organizations: ['LON'] })
    const draft = await anArticle({ state: 'draft' })

    for (const slug of [hidden, draft, 'nothing']) {
      assert.equal((await employee('GET', `/me/articles/${slug}`)).statusCode, 404)
    }

    assert.equal((await everywhere('GET', `/manager/articles/${hidden}`)).json().total_hits, 0)
  })
})

describe('GET /portal/api/manager/articles', () => {
  test('200 lists what a manager may write, drafts included, with how often it was read', async () => {
    const category = await aCategory()
    const shelved = { categories: [category] }
    const draft = await anArticle({ ...shelved, organizations: ['PAR'], state: 'draft' })
    const below = await anArticle({ ...shelved, organizations: ['PAR-1', 'PAR'] })
    const beyond = await anArticle({ ...shelved, organizations: ['PAR', 'LON'] })
    const forAll = await anArticle(shelved)
    await londoner('GET', `/me/articles/${forAll}`)

    const ofParis = await inParis('GET', `/manager/articles?category=${category}`)
    const ofAll = await everywhere('GET', `/manager/articles?category=${category}&sort=-total_hits`)
    const drafts = await everywhere('GET', `/manager/articles?category=${category}&state=draft`)

    assert.deepEqual(slugsIn(ofParis), [below, draft])
    assert.deepEqual(slugsIn(ofAll), [forAll, beyond, below, draft])
    assert.equal(ofAll.json()[0].total_hits, 1)
    assert.deepEqual(slugsIn(drafts), [draft])
    const counts = await inParis('GET', '/manager/article_categories')
    assert.equal(counts.json().find((one: { slug: string }) => one.slug === category).articles_count, 2)
  })

  test('200 with view=read lists what is published for the roles of a manager', async () => {
    const category = await aCategory()
    const shelved = { categories: [category] }
    const forRole = await anArticle({ ...shelved, roles: ['reader'] })
    await anArticle({ ...shelved, roles: ['editor'] })
    await anArticle({ ...shelved, accessible_by: ['employees'] })

    const answer = await reader('GET', `/manager/articles?view=read&category=${category}&state=draft`)
    const read = await reader('GET', `/manager/articles/${forRole}/reading`)

    assert.deepEqual(slugsIn(answer), [forRole])
    assert.equal(read.json().state, 'published')
    assert.equal((await everywhere('GET', `/manager/articles/${forRole}`)).json().total_hits, 0)
    assert.equal((await everywhere('GET', `/manager/articles/${forRole}/reading`)).statusCode, 404)
    const categories = (await reader('GET', '/manager/article_categories?view=read')).json()
    assert.equal(categories.find((one: { slug: string }) => one.slug === category).articles_count, 1)
  })

  test('403 refuses writing to the one who has no role for it', async () => {
    const slug = await anArticle()

    for (const path of ['/manager/articles', `/manager/articles/${slug}`, '/manager/article_audience']) {
      const answer = await reader('GET', path)
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'not_permitted'], path)
    }
  })
})

describe('writing in /portal/api/manager/articles/{slug}', () => {
  test('201, 200 and 204 write, publish and delete in the perimeter, with events', async () => {
    const slug = unique('article')
    const path = `/manager/articles/${slug}`

    const created = await inParis('PUT', path, { body: given({ organizations: ['PAR-1'] }) })
    const published = await inParis('PATCH', path, { body: { state: 'published' } })
    const seen = await employee('GET', `/me/articles/${slug}`)
    const deleted = await inParis('DELETE', path)

    assert.deepEqual([created.statusCode, published.statusCode, deleted.statusCode], [201, 200, 204], created.body)
    assert.equal(seen.statusCode, 200)
    assert.deepEqual(await eventsOf(service.db, slug), ['article.created', 'article.updated', 'article.deleted'])
  })

  test('403 outside_perimeter refuses other organizations, none, and one that there is not', async () => {
    const slug = await anArticle({ organizations: ['PAR'] })

    for (const organizations of [['LON'], ['PAR', 'LON'], ['HQ'], [], ['nowhere']]) {
      for (const [method, path, body] of [
        ['PUT', `/manager/articles/${unique('new')}`, given({ organizations })],
        ['PATCH', `/manager/articles/${slug}`, { organizations }],
        ['POST', '/manager/article_audience', { organizations }],
      ] as const) {
        const answer = await inParis(method, path, { body })
        assert.deepEqual(
          [answer.statusCode, answer.json().code],
          [403, 'outside_perimeter'],
          `${method} ${organizations}`,
        )
        assert.equal(answer.json().errors[0].field, 'organizations')
      }
    }
    assert.deepEqual((await everywhere('GET', `/manager/articles/${slug}`)).json().organizations, ['PAR'])
  })

  test('404 hides articles of others; 403 says that a slug is taken, and changes nothing', async () => {
    const ofLondon = await anArticle({ organizations: ['LON'] })
    const forAll = await anArticle()

    for (const slug of [ofLondon, forAll]) {
      const path = `/manager/articles/${slug}`
      const hidden = [
        await inParis('GET', path),
        await inParis('PATCH', path, { body: { state: 'draft' } }),
        await inParis('DELETE', path),
        await inParis('GET', `${path}/audience`),
      ]
      const taken = await inParis('PUT', path, { body: given({ organizations: ['PAR'] }) })

      assert.deepEqual(
        hidden.map(({ statusCode }) => statusCode),
        [404, 404, 404, 404],
      )
      assert.equal(taken.json().code, 'outside_perimeter')
      assert.deepEqual(await eventsOf(service.db, slug), ['article.created'])
    }
  })

  test('409 writes over nothing that was not seen', async () => {
    const slug = await anArticle()
    const path = `/manager/articles/${slug}`
    const { updated_at } = (await everywhere('GET', path)).json()

    const taken = await everywhere('PUT', `${path}?only_new=true`, { body: given() })
    const old = await everywhere('PUT', `${path}?updated_at=2020-01-01T00:00:00Z`, { body: given() })
    const seen = await everywhere('PUT', `${path}?updated_at=${encodeURIComponent(updated_at)}`, { body: given() })

    assert.deepEqual([taken.statusCode, taken.json().code], [409, 'slug_taken'])
    assert.deepEqual([old.statusCode, old.json().code], [409, 'changed_meanwhile'])
    assert.equal(seen.statusCode, 200)
  })

  test('422 names what is wrong of an article', async () => {
    const body = given({ organizations: ['nowhere'], categories: ['none'], roles: ['none'] })

    const answer = await everywhere('PUT', `/manager/articles/${unique('a')}`, { body })

    assert.equal(answer.statusCode, 422)
    const fields = answer.json().errors.map((one: { field: string }) => one.field)
    assert.deepEqual(fields, ['categories.0', 'organizations.0', 'roles.0'])
  })
})

describe('who an article is for', () => {
  test('200 counts employees by place and rules, and managers by role', async () => {
    const count = async (body: object) => (await everywhere('POST', '/manager/article_audience', { body })).json()
    const slug = await anArticle({ organizations: ['PAR'], accessible_by: ['employees'] })

    assert.deepEqual(await count({}), { employees: 2, managers: 3, is_at_least: false })
    assert.equal((await count({ organizations: ['HQ'] })).employees, 2)
    assert.equal((await count({ custom_field_rules: [{ field: grade, in: ['A'] }] })).employees, 1)
    assert.deepEqual(await count({ accessible_by: ['managers'], roles: ['editor'] }), {
      employees: 0,
      managers: 2,
      is_at_least: false,
    })
    const counted = await inParis('GET', `/manager/articles/${slug}/audience`)
    assert.deepEqual(counted.json(), { employees: 1, managers: 0, is_at_least: false })
  })

  test('200 counts exactly those who can read it: no leavers, nobody deleted, no log-in that is switched off', async () => {
    const organization = await anOrganization(service, { code: unique('ORG') })
    const aReader = (more: object = {}) => anEmployee(service, { organizations: [organization], ...more })
    const left = { registrations: [{ organization_code: organization, employee_number: unique('N'), active: false }] }
    const people = {
      current: await aReader(),
      leaver: await aReader(left),
      deleted: await aReader(),
      switchedOff: await aReader(),
    }
    const slug = await anArticle({ organizations: [organization] })
    const id = people.switchedOff
    const sessions = Object.entries(people).map(([name, one]) => [name, as(`employee:${one}`)] as const)
    for (const [name, call] of sessions) assert.equal((await call('GET', '/me/articles')).statusCode, 200, name)
    await service.v2('DELETE', `/employees/${people.deleted}`)
    await service.v2('PUT', `/accounts/employee:${id}`, { body: { is_active: false } })

    const statuses = await Promise.all(sessions.map(([, call]) => call('GET', `/me/articles/${slug}`)))
    const readers = statuses.filter((one) => one.statusCode === 200).length
    const counted = await everywhere('GET', `/manager/articles/${slug}/audience`)

    assert.equal(readers, 1)
    assert.equal(counted.json().employees, readers)
  })

  test('422 refuses rules that fit no custom field', async () => {
    const body = { custom_field_rules: [{ field: grade, in: ['C'] }] }

    const answer = await everywhere('POST', '/manager/article_audience', { body })

    assert.equal(answer.statusCode, 422)
    assert.equal(answer.json().errors[0].field, 'custom_field_rules.0.in.0')
  })

  test('200 offers roles and custom fields', async () => {
    const { roles, custom_fields } = (await inParis('GET', '/manager/article_audience')).json()

    assert.ok(roles.some((one: { code: string }) => one.code === 'editor'))
    assert.deepEqual(custom_fields, [{ code: 'grade', name: 'grade', type: 'list', values: ['A', 'B'] }])
  })
})

describe('total_hits of an article', () => {
  test('Spec 157: only views of employees count, not those of managers, of the editor, of lists or of the API', async () => {
    const slug = await anArticle({})
    const id = 'both-roles'
    await anEmployee(service, { technical_id: id })
    await aManager(service, {
      technical_id: id,
      profiles: [{ role: 'editor', organizations: ['HQ'], include_below: true }],
    })
    const asManager = as(`manager:${id}`)
    const hits = async () => (await service.v2('GET', `/articles/${slug}`)).json().total_hits
    const statuses = [
      await asManager('GET', `/manager/articles/${slug}/reading`),
      await asManager('GET', `/manager/articles/${slug}`),
      await asManager('GET', '/manager/articles'),
      await everywhere('GET', `/manager/articles/${slug}/reading`),
      await as(`employee:${id}`)('GET', '/me/articles'),
      await service.v2('GET', `/articles/${slug}`),
      await service.app.inject({ url: `/api/articles/${slug}/`, headers: { 'x-api-key': 'acme-api-key' } }),
    ].map((answer) => answer.statusCode)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200])
    assert.equal(await hits(), 0)

    await as(`employee:${id}`)('GET', `/me/articles/${slug}`)

    assert.equal(await hits(), 1)
  })
})
