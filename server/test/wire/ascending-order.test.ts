import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset } from '#test/harness/builders.ts'

const service = await startApp()
const { app, v2 } = service
const dataset = await aDataset(service, { dimensions: ['country'], values: ['b', 'c', 'a'] })

/** Every list of group A that can be sorted, with an order of its own. */
const LISTS: [path: string, order: string][] = [
  ['/datasets', 'name'],
  [`/datasets/${dataset}/values`, 'code'],
  ['/employees', 'name'],
  ['/users', 'name'],
  ['/events', 'created_at'],
  ['/articles', 'title'],
  ['/signature_processes', 'created_at'],
]

describe('a leading + in sort and order_by means ascending', () => {
  for (const [path, order] of LISTS) {
    test(`200 with the same answer for GET ${path}?sort=+${order}, as sent and encoded`, async () => {
      const plain = await v2('GET', `${path}?sort=${order}`)

      for (const sign of ['+', '%2B', '%20']) {
        const signed = await v2('GET', `${path}?sort=${sign}${order}`)
        assert.deepEqual([signed.statusCode, signed.body], [200, plain.body])
      }
    })
  }

  test('400 for two signs, and for one alone', async () => {
    for (const sort of ['++name', '+-name', '+', '-+name', 'na+me']) {
      assert.equal((await v2('GET', `/datasets?sort=${sort}`)).statusCode, 400, sort)
    }
  })

  test('a cursor of ?sort=name goes on with ?sort=+name', async () => {
    const first = await v2('GET', `/datasets/${dataset}/values?sort=name&per_page=2`)
    const cursor = encodeURIComponent(String(first.headers['next-cursor']))

    const second = await v2('GET', `/datasets/${dataset}/values?sort=+name&per_page=2&cursor=${cursor}`)

    assert.deepEqual([second.statusCode, second.json().length], [200, 1])
  })

  for (const path of ['/requests/', '/articles/']) {
    test(`200 for group C: GET /api${path}?order_by=+created_at`, async () => {
      for (const order of ['created_at', '+created_at', '%2Bcreated_at']) {
        const url = `/api${path}?order_by=${order}`
        const answer = await app.inject({ url, headers: { 'x-api-key': 'acme-api-key' } })
        assert.equal(answer.statusCode, 200, `${url} ${answer.body}`)
      }
    })
  }
})
