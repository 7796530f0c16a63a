import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp()
const { v2 } = service
const { submit, imported, read, run } = importCalls(service)
const { call, idsOf, cursorOf, list, walk } = listCalls(service, '/dataset_imports', 'id')

const GOOD = csv('country', 'fr')
const BAD = csv('country', 'f/r')
const MIXED = csv('country', 'f/r', 'de')

/** Imports of a data set of their own that wait, in the order of their submission. */
async function waiting(count: number): Promise<{ dataset_id: string; ids: string[] }> {
  const dataset_id = unique('ds')
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await submit(dataset_id, GOOD)).id)
  return { dataset_id, ids }
}

describe('GET /dataset_imports', () => {
  test('200 answers each as it is read, the newest first', async () => {
    const dataset_id = unique('ds')
    const first = await imported(dataset_id, MIXED)
    const second = await imported(dataset_id, MIXED, { on_error: 'skip' })
    const third = await submit(dataset_id, GOOD)

    const answer = await call({ dataset_id })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), [third, second, first])
    assert.deepEqual(answer.json()[1], await read(second.id))
  })

  test('200 is not stopped by a trailing slash', async () => {
    const { dataset_id, ids } = await waiting(1)

    const answer = await v2('GET', `/dataset_imports/?dataset_id=${dataset_id}`)

    assert.deepEqual(idsOf(answer), ids)
  })

  test("200 leaves out other clients' imports, also of a data set of the same id", async () => {
    const { dataset_id, ids } = await waiting(1)
    const theirs = await submit(dataset_id, GOOD, { application: 'rival' })

    const foundByThem = await v2('GET', '/dataset_imports?per_page=100', { application: 'rival' })

    assert.deepEqual(await list({ dataset_id }), ids)
    assert.ok(!(await list({ per_page: 100 })).includes(theirs.id))
    assert.deepEqual(idsOf(foundByThem), [theirs.id])
  })

  test('200 narrows by data set, status and result', async () => {
    const dataset_id = unique('ds')
    const good = (await imported(dataset_id, GOOD)).id
    const bad = (await imported(dataset_id, BAD)).id
    const mixed = (await imported(dataset_id, MIXED, { on_error: 'skip' })).id
    const queued = (await submit(dataset_id, GOOD)).id
    const elsewhere = (await imported(unique('ds'), GOOD)).id

    assert.deepEqual(await list({ dataset_id }), [queued, mixed, bad, good])
    assert.deepEqual(await list({ dataset_id, status: 'finished' }), [mixed, bad, good])
    assert.deepEqual(await list({ dataset_id, status: 'queued' }), [queued])
    assert.deepEqual(await list({ dataset_id, status: 'in_progress' }), [])
    assert.deepEqual(await list({ dataset_id, result: 'success' }), [good])
    assert.deepEqual(await list({ dataset_id, result: 'partial_success' }), [mixed])
    assert.deepEqual(await list({ dataset_id, result: 'error' }), [bad])
    assert.deepEqual(await list({ dataset_id, status: 'queued', result: 'success' }), [])
    assert.deepEqual((await list({ result: 'success', per_page: 2 })).slice(0, 2), [elsewhere, good])
    assert.deepEqual(await list({ dataset_id: unique('none') }), [])
  })

  test('200 finds an import under its new status as soon as it has one', async () => {
    const { dataset_id, ids } = await waiting(1)
    await run(ids[0] ?? '')

    assert.deepEqual(await list({ dataset_id, status: 'queued' }), [])
    assert.deepEqual(await list({ dataset_id, status: 'finished' }), ids)
  })

  test('200 answers 20 unless told otherwise', async () => {
    const { dataset_id, ids } = await waiting(21)

    const answer = await call({ dataset_id })

    assert.deepEqual(idsOf(answer), ids.toReversed().slice(0, 20))
    assert.ok(cursorOf(answer, 'next'))
    assert.equal(cursorOf(answer, 'previous'), undefined)
  })

  test('200 walks by cursor to the end and back, with the same pages', async () => {
    const { dataset_id, ids } = await waiting(8)
    const query = { dataset_id, status: 'queued', per_page: 3 }
    const newestFirst = ids.toReversed()
    const pages = [newestFirst.slice(0, 3), newestFirst.slice(3, 6), newestFirst.slice(6)]

    const first = await call(query)
    const down = await walk(query, first, 'next')
    const second = await call({ ...query, cursor: cursorOf(first, 'next') ?? '' })
    const last = await call({ ...query, cursor: cursorOf(second, 'next') ?? '' })
    const up = await walk(query, last, 'previous')

    assert.deepEqual(down, pages)
    assert.equal(cursorOf(last, 'next'), undefined)
    assert.deepEqual(up, pages.toReversed())
  })

  test('200 skips and repeats nothing when imports are added or end while somebody pages', async () => {
    const { dataset_id, ids } = await waiting(5)
    const query = { dataset_id, per_page: 2 }
    const first = await call(query)
    await submit(dataset_id, GOOD)
    await run(ids[0] ?? '')

    const pages = await walk(query, first, 'next')

    assert.deepEqual(pages.flat(), ids.toReversed())
  })

  const malformed = ['', 'x', 'AAAA', Buffer.from('[0,"x"]').toString('base64url')]
  for (const cursor of malformed) {
    test(`400 for the cursor ${JSON.stringify(cursor)}, which is none`, async () => {
      const answer = await call({ cursor })

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
    })
  }

  test('400 for a cursor of another filter, of another client and of another list', async () => {
    const { dataset_id } = await waiting(3)
    await submit(dataset_id, GOOD, { application: 'rival' })
    const cursor = cursorOf(await call({ dataset_id, per_page: 1 }), 'next') ?? assert.fail('no cursor')
    const query = new URLSearchParams({ dataset_id, cursor })

    const answers = [
      await call({ dataset_id, status: 'queued', cursor }),
      await call({ cursor }),
      await v2('GET', `/dataset_imports?${query}`, { application: 'rival' }),
      await v2('GET', `/datasets?cursor=${cursor}`),
    ]

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [400, 400, 400, 400],
    )
  })

  const refusals: [query: Record<string, string>, field: string][] = [
    [{ status: 'done' }, 'status'],
    [{ status: '' }, 'status'],
    [{ result: 'failed' }, 'result'],
    [{ per_page: '0' }, 'per_page'],
    [{ per_page: '101' }, 'per_page'],
    [{ per_page: 'many' }, 'per_page'],
    [{ dataset_id: 'x'.repeat(101) }, 'dataset_id'],
    [{ dataset_id: 'a\0' }, 'dataset_id'],
  ]
  for (const [query, field] of refusals) {
    test(`400 names ${field} for ${JSON.stringify(query).slice(0, 40)}`, async () => {
      const answer = await call(query)

      assert.equal(answer.statusCode, 400, answer.body)
      assert.equal(answer.json().code, 'invalid_request')
      assert.ok(answer.json().message.startsWith(`${field}: `), answer.body)
    })
  }
})
