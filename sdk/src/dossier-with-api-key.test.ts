import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../server/test/harness/app.ts'
import { unique } from '../../server/test/harness/builders.ts'
import { startServing } from '../../server/test/harness/serving.ts'
import { all } from '../test/all.ts'
import { createDossier, createDossierWithApiKey } from './index.ts'

const { url } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })
const dossier = createDossierWithApiKey({ baseUrl: `${url}/`, apiKey: 'acme-api-key' })

const manager = unique('M')
const employee = unique('E')
await sdk.users.put(manager, { first_name: 'Max', last_name: 'Boss', email: 'max@acme.test', profiles: [] })
await sdk.employees.put(employee, { first_name: 'Eve', last_name: 'Moneypenny' })
await sdk.datasets.put('sites', { dimensions: [{ id: 'city', localized_names: [] }] })
await sdk.datasets.values('sites').put('lyon', { localized_names: [{ language_code: 'fr-fr', value: 'Lyon (Rhône)' }] })
await sdk.forms.put('mobility', {
  title: 'Mobility',
  localized_titles: [{ language_code: 'fr-fr', value: 'Mobilité' }],
  fields: [
    { code: 'site', label: 'Site', type: 'dataset', dataset: 'sites', dimension: 'city', required: true },
    { code: 'why', label: 'Why', type: 'multiselect', choices: ['family', 'work'] },
    { code: 'letter', label: 'Letter', type: 'file' },
  ],
  assign_to: [manager],
})
const plain = { form_code: 'default', creator_technical_id: manager, subject: 'A question', body: '<p>Why?</p>' }
const missing = { name: 'DossierError', status: 404, code: 'not_found' }

describe('dossier.requests', () => {
  test('from the making to the deletion', async () => {
    const created = await dossier.requests.create({
      ...plain,
      employee_technical_id: employee,
      visible_to_employee: true,
    })
    const { id } = created
    assert.deepEqual(await dossier.requests.get(id), created)
    assert.equal((await dossier.requests.patch(id, { status: 'open', actor_technical_id: manager })).status, 'open')
    const comment = await dossier.requests.comment(id, { body: 'Soon', author_technical_id: manager })
    assert.deepEqual(await all(dossier.requests.comments(id)), [comment])
    const deeds = (await all(dossier.requests.history(id))).map((one) => one.action)
    assert.deepEqual(deeds, ['created', 'updated', 'commented'])
    await dossier.requests.delete(id)
    await assert.rejects(dossier.requests.get(id), missing)
  })

  test('a form with fields, choices and a file', async () => {
    const letter = new File(['Dear all'], 'letter.txt', { type: 'text/plain' })
    const fields = {
      form_code: 'mobility',
      creator_technical_id: manager,
      site: 'lyon',
      why: ['family', 'work'],
      letter,
    }

    const { id, body_json, subject } = await dossier.requests.create(fields)

    assert.equal(subject, 'Mobility')
    assert.deepEqual(body_json, { site: 'lyon', why: ['family', 'work'], letter: `/api/requests/${id}/files/letter/` })
    assert.equal(await (await dossier.requests.file(id, 'letter')).text(), 'Dear all')
    await assert.rejects(dossier.requests.file(id, 'site'), missing)
  })

  test('a comment with files', async () => {
    const { id } = await dossier.requests.create(plain)

    const { files, internal } = await dossier.requests.comment(id, { body: 'See this', internal: true }, [
      new File(['One'], 'one.txt'),
      new File(['Two'], 'two.txt'),
    ])

    assert.equal(internal, true)
    assert.deepEqual(
      files.map((one) => one.filename),
      ['one.txt', 'two.txt'],
    )
  })

  test('bodies are also read as HTML that is safe to show', async () => {
    const body = '<p onclick="run()">Why?</p><script>run()</script>'
    const { id } = await dossier.requests.create({ ...plain, body })
    await dossier.requests.comment(id, { body, author_technical_id: manager })
    const sanitize = { sanitize: true }

    const request = await dossier.requests.get(id, sanitize)
    const listed = (await all(dossier.requests.list(sanitize))).find((one) => one.id === id)
    const [comment] = await all(dossier.requests.comments(id, sanitize))
    const asWritten = [await dossier.requests.get(id), ...(await all(dossier.requests.comments(id)))]

    assert.deepEqual([request.body, comment?.body], [body, body])
    for (const one of [request, listed, comment]) assert.equal(one?.sanitized_body, '<p>Why?</p>')
    for (const one of asWritten) assert.ok(!('sanitized_body' in one))
  })

  test('list walks all pages, page is one of them with the length of the list', async () => {
    const own = unique('M')
    await sdk.users.put(own, { first_name: 'Ann', last_name: 'Chief', email: 'ann@acme.test', profiles: [] })
    const made: string[] = []
    for (let n = 0; n < 101; n += 1)
      made.push((await dossier.requests.create({ ...plain, creator_technical_id: own })).id)

    const listed = await all(dossier.requests.list({ creator_technical_id: own, order_by: 'id' }))
    const { items, total } = await dossier.requests.page({ creator_technical_id: own, per_page: 2 })

    assert.deepEqual(
      listed.map((one) => one.id),
      made,
    )
    assert.equal(items.length, 2)
    assert.equal(total, 101)
  })

  test('a refusal names the fields, and base what concerns none', async () => {
    const fields = { form_code: 'mobility', creator_technical_id: 'nobody', visible_to_employee: true }

    const refusal = await dossier.requests.create(fields).catch((error: unknown) => error)

    assert.ok(refusal instanceof Error)
    const { status, code, errors } = refusal as Error & { status: number; code: string; errors: { field: string }[] }
    assert.deepEqual([status, code], [400, 'validation_error'])
    assert.deepEqual(errors.map((one) => one.field).sort(), ['base', 'creator_technical_id', 'site'])
  })

  test('a wrong key is refused', async () => {
    const stranger = createDossierWithApiKey({ baseUrl: url, apiKey: 'wrong' })

    await assert.rejects(stranger.requests.get('1'), { name: 'DossierError', status: 403, code: 'invalid_credentials' })
  })
})

describe('dossier.articles', () => {
  test('list, page and get, in a language', async () => {
    await sdk.articleCategories.put('leave', { name: 'Leave' })
    const translations = [{ language_code: 'fr-fr', title: 'Congés', body: '<p>Comment</p>' }]
    const article = { title: 'Leave', body: '<p>How</p>', categories: ['leave'], translations }
    await sdk.articles.put('paid-leave', { ...article, state: 'published' })
    await sdk.articles.put('draft', { title: 'Later', body: '<p>Soon</p>' })

    const found = await all(dossier.articles.list({ query: 'conge', language_code: 'fr-fr' }))
    const { items, total } = await dossier.articles.page({ accessible_by: 'employees', per_page: 1 })

    assert.deepEqual(
      found.map((one) => [one.slug, one.title]),
      [['paid-leave', 'Congés']],
    )
    assert.deepEqual([items.length, total], [1, 1])
    assert.equal((await dossier.articles.get('paid-leave')).title, 'Leave')
    assert.equal((await dossier.articles.get('paid-leave', { sanitize: true })).sanitized_body, '<p>How</p>')
    await assert.rejects(dossier.articles.get('none'), missing)
  })
})

describe('dossier.forms', () => {
  test('list, get and choices, in a language', async () => {
    const titles = (await all(dossier.forms.list({ language_code: 'fr-fr' }))).map((one) => one.title)
    const { fields } = await dossier.forms.get('mobility', { language_code: 'fr-fr' })
    const choices = await dossier.forms.choices('mobility', 'site', { language_code: 'fr-fr', query: 'rhône' })

    assert.deepEqual(titles, ['Request', 'Mobilité'])
    assert.deepEqual(fields[0]?.choices, [{ value: 'lyon', label: 'Lyon (Rhône)' }])
    assert.deepEqual(choices, [{ value: 'lyon', label: 'Lyon (Rhône)' }])
  })
})
