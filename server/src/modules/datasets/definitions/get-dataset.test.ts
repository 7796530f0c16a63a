import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, db } = service

describe('GET /datasets/{id}', () => {
  test('200 answers the data set', async () => {
    const id = await aDataset(service, { dimensions: ['country'], values: ['fr', 'gb'] })

    const answer = await v2('GET', `/datasets/${id}`)

    const { created_at, updated_at, ...dataset } = answer.json()
    const names = [
      { language_code: 'en-us', value: null },
      { language_code: 'fr-fr', value: null },
      { language_code: 'de-de', value: null },
    ]
    assert.equal(answer.statusCode, 200)
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.deepEqual(dataset, {
      id,
      name: id,
      localized_names: names,
      dimensions: [
        {
          id: 'country',
          name: 'country',
          localized_names: [{ language_code: 'en-us', value: 'country' }, ...names.slice(1)],
          level: 1,
        },
      ],
      values_count: 2,
      last_import_status: null,
      last_import_result: null,
    })
  })

  test('200 answers the status and result of the last import', async () => {
    const id = await aDataset(service)
    await sql`UPDATE datasets SET last_import_status = 'finished', last_import_result = 'success' WHERE id = ${id}`.execute(
      db,
    )

    const dataset = (await v2('GET', `/datasets/${id}`)).json()

    assert.deepEqual([dataset.last_import_status, dataset.last_import_result], ['finished', 'success'])
  })

  test('200 is not stopped by a trailing slash', async () => {
    const id = await aDataset(service)

    const answer = await v2('GET', `/datasets/${id}/`)

    assert.equal(answer.statusCode, 200)
  })

  test('404 for an absent one', async () => {
    const id = unique('ds')

    const answer = await v2('GET', `/datasets/${id}`)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Data set ${id} not found.` })
  })

  for (const id of ['a%2Fb', 'a%00b', 'a%07b', 'x'.repeat(101), 'a%ffb', '%']) {
    test(`404 for ${id.slice(0, 10)}, which no data set can be called`, async () => {
      const answer = await v2('GET', `/datasets/${id}`)

      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { code: 'not_found', message: 'No resource exists at this URL.' })
    })
  }
})
