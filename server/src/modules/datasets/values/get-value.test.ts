import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique, withNames } from '#test/harness/builders.ts'

const service = await startApp()
const { v2 } = service

describe('GET /datasets/{id}/values/{code}', () => {
  test('200 answers a value of the first level', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    const answer = await v2('GET', `/datasets/${offices}/values/fr`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      id: 'country.fr',
      code: 'fr',
      name: 'fr',
      localized_names: [
        { language_code: 'en-us', value: 'fr' },
        { language_code: 'fr-fr', value: null },
        { language_code: 'de-de', value: null },
      ],
      dataset_id: offices,
      dimension_id: 'country',
      path: 'fr',
    })
  })

  test('200 answers a deeper value by its full path', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.paris', 'fr.paris.hq'] })

    const { id, code, dimension_id } = (await v2('GET', `/datasets/${offices}/values/fr.paris.hq`)).json()

    assert.deepEqual([id, code, dimension_id], ['office.hq', 'hq', 'office'])
  })

  test('200 shows the languages of the client in its order, then the others', async () => {
    const offices = await aDataset(service)
    await withNames(service, offices, [
      { code: 'jp', names: { 'ja-jp': '日本', 'de-de': 'Japan', 'ar-eg': 'اليابان' } },
    ])

    const value = (await v2('GET', `/datasets/${offices}/values/jp`)).json()

    assert.equal(value.name, 'Japan')
    assert.deepEqual(value.localized_names, [
      { language_code: 'en-us', value: null },
      { language_code: 'fr-fr', value: null },
      { language_code: 'de-de', value: 'Japan' },
      { language_code: 'ar-eg', value: 'اليابان' },
      { language_code: 'ja-jp', value: '日本' },
    ])
  })

  test('404 for an absent value, and for what cannot be a path', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    for (const path of ['gb', 'fr.paris', 'FR', 'fr.', 'fr.a.b.c', 'x'.repeat(256), 'fr%2Fparis', 'fr%01']) {
      const answer = await v2('GET', `/datasets/${offices}/values/${path}`)

      assert.equal(answer.statusCode, 404, path)
      assert.deepEqual(answer.json(), {
        code: 'not_found',
        message: `Value ${decodeURIComponent(path)} not found.`,
      })
    }
  })

  test('404 for a path with a NUL or with broken UTF-8', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    for (const path of ['fr%00', 'fr%ff']) {
      const answer = await v2('GET', `/datasets/${offices}/values/${path}`)

      assert.equal(answer.statusCode, 404)
      assert.equal(answer.json().code, 'not_found')
    }
  })

  test('404 for an absent data set', async () => {
    const answer = await v2('GET', `/datasets/${unique('ds')}/values/fr`)

    assert.equal(answer.statusCode, 404)
    assert.equal(answer.json().code, 'not_found')
  })
})

describe('HEAD /datasets/{id}/values/{code}', () => {
  test('200 with the headers of GET and no body', async () => {
    const offices = await aDataset(service, { values: ['fr'] })
    const read = await v2('GET', `/datasets/${offices}/values/fr`)

    const answer = await v2('HEAD', `/datasets/${offices}/values/fr`)

    assert.equal(answer.statusCode, 200)
    assert.equal(answer.body, '')
    assert.equal(answer.headers['content-length'], read.headers['content-length'])
    assert.equal(answer.headers['content-type'], read.headers['content-type'])
  })

  test('404 for an absent value', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    const answer = await v2('HEAD', `/datasets/${offices}/values/gb`)

    assert.equal(answer.statusCode, 404)
    assert.equal(answer.body, '')
  })
})
