import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { asBody } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { app, db, v2 } = service
const { uploaded } = documentCalls(service)

const person = (last_name: string) => ({ first_name: 'Ann', last_name, email: `${unique('ann')}@example.com` })
const dataset = await aDataset(service, { dimensions: ['country'] })
const inEnglish = (value: string) => ({ localized_names: [{ language_code: 'en-us', value }] })
const employee = await anEmployee(service)
const manager = await aManager(service)
const documentType = await aDocumentType(service)

/** Resources that are PUT under an id of the caller's: where one is, and two bodies of it. */
const OWN: Record<string, { path: string; bodies: [object, object]; isPatched?: false }> = {
  employees: { path: `/employees/${unique('E')}`, bodies: [person('Lee'), person('Poe')] },
  users: { path: `/users/${unique('M')}`, bodies: [person('Lee'), person('Poe')] },
  accounts: { path: `/accounts/employee:${employee}`, bodies: [{ is_active: true }, { is_active: false }] },
  organizations: { path: `/organizations/${unique('O')}`, bodies: [{ name: 'One' }, { name: 'Two' }] },
  organization_groups: {
    path: `/organization_groups/${unique('G')}`,
    bodies: [
      { name: 'One', organizations: [] },
      { name: 'Two', organizations: [] },
    ],
  },
  roles: {
    path: `/roles/${unique('R')}`,
    bodies: [
      { name: 'One', permissions: [] },
      { name: 'Two', permissions: [] },
    ],
  },
  custom_fields: {
    path: '/custom_fields/tagged',
    bodies: [
      { name: 'One', type: 'string' },
      { name: 'Two', type: 'string' },
    ],
  },
  articles: {
    path: `/articles/${unique('a')}`,
    bodies: [
      { title: 'One', body: 'x' },
      { title: 'Two', body: 'x' },
    ],
  },
  article_categories: { path: `/article_categories/${unique('c')}`, bodies: [{ name: 'One' }, { name: 'Two' }] },
  document_types: {
    path: `/document_types/${unique('t')}`,
    bodies: [
      { name: 'One', kind: 'employee' },
      { name: 'Two', kind: 'employee' },
    ],
  },
  forms: {
    path: '/forms/tagged',
    bodies: [
      { title: 'One', fields: [] },
      { title: 'Two', fields: [] },
    ],
  },
  signature_types: { path: `/signature_types/${unique('s')}`, bodies: [{ name: 'One' }, { name: 'Two' }] },
  datasets: { path: `/datasets/${unique('d')}`, bodies: [inEnglish('One'), inEnglish('Two')], isPatched: false },
  dataset_values: {
    path: `/datasets/${dataset}/values/fr`,
    bodies: [inEnglish('One'), inEnglish('Two')],
    isPatched: false,
  },
}

const tagOf = async (path: string) => String((await v2('GET', path)).headers.etag)

describe('ETag and If-Match of resources that callers PUT', () => {
  for (const [name, { path, bodies, isPatched }] of Object.entries(OWN)) {
    const [one, two] = bodies
    const put = (body: object, headers: Record<string, string> = {}) => v2('PUT', path, { body, headers })

    test(`${name}: 412 for If-Match on what is absent; If-None-Match: * creates it, once`, async () => {
      for (const tag of ['*', '"something"']) {
        const absent = await put(one, { 'if-match': tag })
        assert.deepEqual([absent.statusCode, absent.json().code], [412, 'precondition_failed'], absent.body)
      }
      assert.equal((await v2('GET', path)).statusCode, 404)

      const created = await put(one, { 'if-none-match': '*' })
      const again = await put(two, { 'if-none-match': '*' })

      assert.deepEqual([created.statusCode, again.statusCode], [201, 412], created.body)
    })

    test(`${name}: GET and HEAD have the ETag, and 304 for If-None-Match`, async () => {
      const read = await v2('GET', path)
      const tag = String(read.headers.etag)
      assert.match(tag, /^"[\w-]{27}"$/)

      assert.equal((await v2('HEAD', path)).headers.etag, tag)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.replace(/"$/, '-gzip"')]) {
        const answer = await v2('GET', path, { headers: { 'if-none-match': known } })
        assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', tag], known)
      }
      assert.equal((await v2('GET', path, { headers: { 'if-none-match': '"other"' } })).body, read.body)
    })

    test(`${name}: a change with the right If-Match is made, and with an old or weak one 412`, async () => {
      const before = await tagOf(path)

      const weak = await put(two, { 'if-match': `W/${before}` })
      const changed = await put(two, { 'if-match': `"x", ${before}` })
      const late = await put(one, { 'if-match': before })

      assert.deepEqual([weak.statusCode, changed.statusCode, late.statusCode], [412, 200, 412], changed.body)
      assert.notEqual(await tagOf(path), before)
      assert.equal((await put(two, { 'if-match': '*' })).statusCode, 200)
      if (isPatched === false) return
      assert.equal((await v2('PATCH', path, { body: one, headers: { 'if-match': before } })).statusCode, 412)
      const fresh = { 'if-match': await tagOf(path) }
      assert.equal((await v2('PATCH', path, { body: two, headers: fresh })).statusCode, 200)
    })

    test(`${name}: of changes at once with the same If-Match, one is made`, async () => {
      await put(one)
      const tag = await tagOf(path)
      const bodies = Array.from({ length: 6 }, () => two)

      const answers = await Promise.all(bodies.map((body) => put(body, { 'if-match': tag })))

      const made = answers.map((answer) => answer.statusCode).toSorted()
      assert.deepEqual(made, [200, 412, 412, 412, 412, 412])
    })
  }

  test('of creations at once with If-None-Match: *, one is made', async () => {
    for (const path of [`/employees/${unique('E')}`, `/users/${unique('M')}`, `/datasets/${dataset}/values/de`]) {
      const body = path.startsWith('/datasets') ? inEnglish('Germany') : person('Lee')
      const make = () => v2('PUT', path, { body, headers: { 'if-none-match': '*' } })

      const answers = await Promise.all(Array.from({ length: 6 }, make))

      assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [201, 412, 412, 412, 412, 412], path)
    }
  })

  test('412 for a value that a bulk changes at the same time, though it commits later', async (t) => {
    const path = `/datasets/${dataset}/values/${unique('v')}`
    const body = inEnglish('Old')
    await v2('PUT', path, { body })
    const headers = { 'if-match': await tagOf(path) }
    const bulk = await service.pool.connect()
    t.after(() => bulk.release())
    await bulk.query('BEGIN')
    await bulk.query(
      `UPDATE dataset_values SET localized_names = replace(localized_names::text, 'Old', 'New')::jsonb WHERE path = $1`,
      [path.split('/').at(-1)],
    )

    const answers = [v2('PUT', path, { body: inEnglish('Mine'), headers }), v2('DELETE', path, { headers })]
    await untilWaiting(service.pool, 2)
    await bulk.query('COMMIT')

    for (const answer of await Promise.all(answers)) assert.equal(answer.statusCode, 412)
    assert.equal((await v2('GET', path)).json().name, 'New')
  })

  test('204 for DELETE with the right If-Match, and 412 with another', async () => {
    const { path } = OWN.employees ?? { path: '' }

    const refused = await v2('DELETE', path, { headers: { 'if-match': '"other"' } })
    const deleted = await v2('DELETE', path, { headers: { 'if-match': await tagOf(path) } })
    const again = await v2('DELETE', path, { headers: { 'if-match': '*' } })

    assert.deepEqual([refused.statusCode, deleted.statusCode, again.statusCode], [412, 204, 412])
  })

  test("another client's resource is absent: 412 for If-Match: *, 404 without", async () => {
    const { path } = OWN.organizations ?? { path: '' }
    const patch = (headers = {}) => v2('PATCH', path, { application: 'rival', body: { name: 'x' }, headers })

    assert.deepEqual([(await patch({ 'if-match': '*' })).statusCode, (await patch()).statusCode], [412, 404])
  })
})

describe('ETag and If-Match of other resources', () => {
  async function tried(path: string, change: (headers: Record<string, string>) => ReturnType<typeof v2>) {
    const tag = await tagOf(path)
    assert.match(tag, /^"[\w-]{27}"$/, path)
    const refused = await change({ 'if-match': '"other"' })
    const made = await change({ 'if-match': tag })
    return [refused.statusCode, made.statusCode]
  }

  test('documents', async () => {
    const id = await uploaded({ document_type_code: documentType, employee_technical_id: employee })
    const path = `/employee_documents/${id}`
    const patch = (headers: Record<string, string>) => v2('PATCH', path, { body: { title: 'Other' }, headers })

    assert.deepEqual(await tried(path, patch), [412, 200])
    assert.deepEqual(await tried(path, (headers) => v2('DELETE', path, { headers })), [412, 204])
  })

  test('webhooks', async () => {
    const path = `/webhooks/${(await aWebhook(service)).id}`
    const patch = (headers: Record<string, string>) => v2('PATCH', path, { body: { name: 'Other' }, headers })

    assert.deepEqual(await tried(path, patch), [412, 200])
    assert.deepEqual(await tried(path, (headers) => v2('DELETE', path, { headers })), [412, 204])
  })

  test('signature processes', async () => {
    const path = `/signature_processes/${(await signatureCalls(service).created()).id}`
    const patch = (headers: Record<string, string>) => v2('PATCH', path, { body: { title: 'Other' }, headers })

    assert.deepEqual(await tried(path, patch), [412, 200])
    assert.deepEqual(await tried(path, (headers) => v2('DELETE', path, { headers })), [412, 204])
  })

  test('distribution projects and their spools', async () => {
    const { project, spool } = distributionCalls(service)
    const id = await project()
    const type = await aDistributionType(service)
    const path = `/distribution_projects/${id}`
    const spoolPath = `/distributions/${await spool(id, { type, bytes: aPdfOf(['Employee no: 1']) })}`
    const patch = (headers: Record<string, string>) =>
      v2('PATCH', path, { body: { expected_distributions: 2 }, headers })

    assert.deepEqual(await tried(path, patch), [412, 200])
    assert.deepEqual(await tried(spoolPath, (headers) => v2('DELETE', spoolPath, { headers })), [412, 204])
  })

  test('notes and vault links', async () => {
    const note = await app.inject({
      method: 'POST',
      url: '/api/v1/notes/employees/',
      headers: { 'x-api-key': 'acme-api-key' },
      payload: { employee_technical_id: employee, description: 'A note' },
    })
    const notePath = `/notes/${note.json().id}`
    const link = await v2('POST', '/vault_links', { body: { employee_technical_id: await anEmployee(service) } })
    const linkPath = `/vault_links/${link.json().id}`

    for (const path of [notePath, linkPath]) {
      assert.deepEqual(await tried(path, (headers) => v2('DELETE', path, { headers })), [412, 204], path)
    }
  })

  test('requests of group C', async () => {
    const fields = { form_code: 'default', subject: 'x', body: 'Please' }
    const people = { employee_technical_id: employee, creator_technical_id: manager }
    const { headers, body } = await asBody({ ...fields, ...people })
    const key = { 'x-api-key': 'acme-api-key' }
    const made = await app.inject({
      method: 'POST',
      url: '/api/requests/',
      headers: { ...headers, ...key },
      payload: body,
    })
    const url = `/api/requests/${made.json().id}/`
    const { etag } = (await app.inject({ url, headers: key })).headers
    const patch = (tag: string, priority: string) =>
      app.inject({ method: 'PATCH', url, headers: { ...key, 'if-match': tag }, payload: { priority } })

    const first = await patch(String(etag), 'URGENT')
    const second = await patch(String(etag), 'LOW')

    assert.equal(first.statusCode, 200, first.body)
    assert.deepEqual([second.statusCode, Object.keys(second.json())], [412, ['detail']])
    const unchanged = await app.inject({ url, headers: { ...key, 'if-none-match': String(etag) } })
    assert.equal(unchanged.statusCode, 200)
  })

  test('412 for a call that has no ETag to compare with, rather than a change without the condition', async () => {
    const before = await db.selectFrom('webhooks').select('id').execute()
    const body = { name: 'x', callback_url: 'https://hooks.example.com/in', events: ['dataset.*'] }

    for (const headers of [{ 'if-match': '*' }, { 'if-match': '"x"' }, { 'if-none-match': '*' }] as const) {
      const answer = await v2('POST', '/webhooks', { body, headers })
      assert.deepEqual([answer.statusCode, answer.json().code], [412, 'precondition_failed'])
    }
    assert.equal((await db.selectFrom('webhooks').select('id').execute()).length, before.length)
  })

  test('lists and refusals have no ETag', async () => {
    assert.equal((await v2('GET', '/employees')).headers.etag, undefined)
    assert.equal((await v2('GET', '/employees/nobody')).headers.etag, undefined)
  })
})
