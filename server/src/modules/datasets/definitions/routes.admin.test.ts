import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique, withNames } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2 } = service
const { imported, content, run } = importCalls(service)
const { as } = portalCalls(service)

await anOrganization(service, { code: 'HQ' })
await aRole(service, { code: 'everything' })
const profiles = [{ role: 'everything', organizations: ['HQ'], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles })
const manager = as('manager:M-ALL')

describe('GET /portal/api/admin/datasets/{id}/export', () => {
  test('200 answers a file that, imported again, changes nothing, and elsewhere makes the same', async () => {
    const dataset = await aDataset(service, { dimensions: ['country', 'city'] })
    await withNames(service, dataset, [
      { code: 'fr', names: { 'en-us': 'France; "the" one', 'fr-fr': 'La France', 'it-it': 'Francia' } },
      { code: 'fr.paris', names: { 'en-us': '=Paris\nSeine' } },
      { code: 'de', names: {} },
      { code: 'de.paris', names: { 'de-de': 'Paris, Sachsen' } },
    ])

    const file = await manager('GET', `/admin/datasets/${dataset}/export`)
    const again = await imported(dataset, file.body)
    const copy = await imported(unique('ds'), file.body)

    assert.equal(file.headers['content-disposition'], `attachment; filename="${dataset}.csv"`)
    const [header] = file.body.split('\r\n')
    assert.match(header ?? '', /^\uFEFFcountry,country.en-us,country.fr-fr,country.de-de,country.it-it,city,/)
    assert.deepEqual([again.result, again.stats.warnings], ['success', 0])
    assert.deepEqual([again.stats.values_created, again.stats.values_updated, again.stats.values_deleted], [0, 0, 0])
    assert.deepEqual(await content(copy.dataset_id), await content(dataset))
  })

  test('200 answers every value, however many batches that takes', async () => {
    const values = Array.from({ length: 4001 }, (_, index) => `v${index}`)
    const dataset = await aDataset(service, { dimensions: ['thing'], values })

    const { body } = await manager('GET', `/admin/datasets/${dataset}/export`)

    const codes = body.trim().split('\r\n').slice(1)
    assert.equal(new Set(codes.map((line) => line.split(',')[0])).size, 4001)
    assert.equal(codes.length, 4001)
  })

  test('404 without such a data set', async () => {
    assert.equal((await manager('GET', '/admin/datasets/nothing/export')).statusCode, 404)
    assert.equal((await manager('GET', '/admin/datasets/nothing/links')).statusCode, 404)
  })
})

test('GET /portal/api/admin/datasets/{id}/links answers the forms that use it', async () => {
  const dataset = await aDataset(service, { dimensions: ['country'] })
  const fields = [{ code: 'where', label: 'Where', type: 'dataset', dataset, dimension: 'country' }]
  const form = unique('form')
  const body = { title: 'Mobility', fields }
  const stored = await v2('PUT', `/forms/${form}`, { body })
  assert.equal(stored.statusCode, 201, stored.body)

  const links = await manager('GET', `/admin/datasets/${dataset}/links`)
  const refused = await manager('DELETE', `/admin/datasets/${dataset}`)

  assert.deepEqual(links.json(), [{ type: 'form', id: form }])
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'dataset_in_use'])
})

test('POST /portal/api/admin/dataset_imports is of the web, by the manager, and a dry run changes nothing', async () => {
  const dataset = await aDataset(service, { dimensions: ['country'], values: ['fr'] })
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="values.csv"' }
  const upload = await manager('POST', '/admin/uploads', { headers, body: 'country\nde\n' })
  const body = { dataset_id: dataset, upload_id: upload.json().id, dry_run: true }

  const answer = await manager('POST', '/admin/dataset_imports', { body })
  await run(answer.json().id)
  const ended = await manager('GET', `/admin/dataset_imports/${answer.json().id}`)

  const { origin, creator, result, stats } = ended.json()
  assert.deepEqual({ origin, type: creator.type, result }, { origin: 'web', type: 'user', result: 'success' })
  assert.deepEqual([stats.values_created, stats.values_deleted], [1, 1])
  assert.deepEqual(Object.keys(await content(dataset)), ['fr'])
})
