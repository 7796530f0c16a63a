import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish, unique, withNames } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, app } = service

const base = await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())

/** A call through a real port, since headers and addresses have limits of their own there. */
async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${base}/api/v2/client${path}`, {
    method,
    headers: { ...(await service.as('payroll')), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers }
}

describe('the limits of data sets', () => {
  test('ten levels of codes with 255 characters of four bytes are stored, read, listed and deleted', async () => {
    const codes = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(0x1f600 + index).repeat(255))
    const dataset = await aDataset(service, { dimensions: codes.map((_, index) => `level${index + 1}`) })
    const paths = codes.map((_, index) => codes.slice(0, index + 1).join('.'))

    for (const path of paths) {
      const address = `/datasets/${dataset}/values/${encodeURIComponent(path)}`
      const put = await call('PUT', address, { localized_names: inEnglish('deep') })
      assert.equal(put.status, 201)
      assert.deepEqual((await call('GET', address)).body, put.body)
    }
    const deepest = paths.at(-1) ?? ''
    const read = (await call('GET', `/datasets/${dataset}/values/${encodeURIComponent(deepest)}`)).body
    const parent = encodeURIComponent(paths.at(-2) ?? '')
    const children = (await call('GET', `/datasets/${dataset}/values?parent_code=${parent}`)).body
    const removed = await call('DELETE', `/datasets/${dataset}/values/${encodeURIComponent(paths[0] ?? '')}`)

    assert.deepEqual([read.path, read.code, read.dimension_id], [deepest, codes.at(-1), 'level10'])
    assert.deepEqual(
      children.map((one: { path: string }) => one.path),
      [deepest],
    )
    assert.equal(removed.status, 204)
    assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, 0)
  })

  test('a list of such values is paged through by code and by name', async () => {
    const dataset = await aDataset(service)
    const codes = Array.from({ length: 6 }, (_, index) => String.fromCodePoint(0x1f600 + index).repeat(255))
    await withNames(
      service,
      dataset,
      codes.map((code) => ({ code, names: { 'en-us': `${'"\\'.repeat(100)}${code}` } })),
    )

    for (const sort of ['code', '-code', 'name', '-name']) {
      const found: string[] = []
      let cursor = ''
      for (let page = 0; page < 10; page++) {
        const answer = await call('GET', `/datasets/${dataset}/values?per_page=1&sort=${sort}${cursor}`)
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        found.push(...answer.body.map((one: { code: string }) => one.code))
        const next = answer.headers.get('next-cursor')
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      assert.deepEqual(found.toSorted(), codes.toSorted(), sort)
    }
  })

  test('names of 1,000 characters of four bytes are stored in every language', async () => {
    const dataset = await aDataset(service)
    const value = '🏢'.repeat(1000)
    const localized_names = ['en-us', 'fr-fr', 'de-de', 'ja-jp'].map((language_code) => ({ language_code, value }))

    const answer = await call('PUT', `/datasets/${dataset}/values/x`, { localized_names })

    assert.equal(answer.status, 201)
    assert.deepEqual((await call('GET', `/datasets/${dataset}/values/x`)).body.localized_names, localized_names)
  })

  test('names that agree in their first 200 characters are sorted and paged without loss', async () => {
    const dataset = await aDataset(service)
    const values = Array.from({ length: 9 }, (_, index) => ({
      code: `c${index}`,
      names: { 'en-us': `${'same '.repeat(100)}${index}` },
    }))
    await withNames(service, dataset, [...values, { code: 'first', names: { 'en-us': 'a'.repeat(1000) } }])

    const found: string[] = []
    let cursor = ''
    do {
      const answer = await v2('GET', `/datasets/${dataset}/values?sort=name&per_page=2${cursor}`)
      found.push(...answer.json().map((one: { code: string }) => one.code))
      const next = answer.headers['next-cursor']
      cursor = next === undefined ? '' : `&cursor=${next}`
    } while (cursor !== '')

    assert.equal(found[0], 'first')
    assert.deepEqual(
      found.slice(1).toSorted(),
      values.map((one) => one.code),
    )
  })

  test('a text whose folded form is much longer than itself is stored and sorted', async () => {
    const dataset = await aDataset(service)
    const name = '\ufdfa'.repeat(1000)

    const answer = await call('PUT', `/datasets/${dataset}/values/x`, { localized_names: inEnglish(name) })

    assert.equal(answer.status, 201)
    assert.equal((await call('GET', `/datasets/${dataset}/values?sort=name`)).body[0].name, name)
  })

  test('ten dimensions fit, and an eleventh is refused while the ten stay', async () => {
    const id = unique('ds')
    const dimensions = Array.from({ length: 10 }, (_, index) => ({ id: `d${index + 1}`, localized_names: [] }))

    const ten = await call('PUT', `/datasets/${id}`, { dimensions })
    const eleven = await call('PUT', `/datasets/${id}`, {
      dimensions: [...dimensions, { id: 'd11', localized_names: [] }],
    })

    assert.equal(ten.status, 201)
    assert.deepEqual(
      ten.body.dimensions.map((one: { level: number }) => one.level),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    assert.equal(eleven.status, 422)
    assert.deepEqual(eleven.body.errors, [
      { field: 'dimensions.10', code: 'too_many', message: 'A data set can have at most 10 dimensions.' },
    ])
    assert.deepEqual((await call('GET', `/datasets/${id}`)).body, ten.body)
  })

  test('a dimension id takes 100 letters of any script, digits, _ and -', async () => {
    const ids = ['é'.repeat(100), '日本_語-9', '𝒳'.repeat(100)]

    const answer = await call('PUT', `/datasets/${unique('ds')}`, {
      dimensions: ids.map((id) => ({ id, localized_names: [] })),
    })

    assert.equal(answer.status, 201)
    assert.deepEqual(
      answer.body.dimensions.map((one: { id: string }) => one.id),
      ids,
    )
  })

  test('an address of a length beyond all values is refused, and the service goes on', async () => {
    const dataset = await aDataset(service)

    const long = await call('GET', `/datasets/${dataset}/values/${'x'.repeat(50_000)}`)

    assert.equal(long.status, 400)
    assert.equal(long.body.code, 'invalid_request')
    assert.equal((await call('GET', `/datasets/${dataset}`)).status, 200)
  })
})
