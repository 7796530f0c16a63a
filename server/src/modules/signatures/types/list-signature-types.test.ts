import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp, type TestApplication } from '#test/harness/app.ts'

const service = await startApp()
const { v2, clock } = service
clock.stop()

type Answer = Awaited<ReturnType<typeof v2>>
const list = (query: string, application: TestApplication = 'payroll') =>
  v2('GET', `/signature_types?${query}`, { application })
const idsOf = (answer: Answer) => answer.json().map((one: { id: string }) => one.id)
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined
const put = (id: string, body: object = {}, application: TestApplication = 'payroll') =>
  v2('PUT', `/signature_types/${id}`, { body, application })

// The list has no search: what is listed here is all that acme has. Upper-case letters come first.
const IDS = ['B-2', 'a-1', 'a-2', 'a_1', 'b', 'c-1', 'c-2']
for (const id of IDS.toReversed()) {
  clock.advance(1)
  assert.equal((await put(id, { name: `Type ${id}` })).statusCode, 201)
}
await put('theirs', {}, 'rival')

async function walk(query: string, which: 'next' | 'previous' = 'next', from?: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor = from
  do {
    const answer = await list(`${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    assert.equal(answer.statusCode, 200, answer.body)
    pages.push(idsOf(answer))
    cursor = cursorOf(answer, which)
  } while (cursor !== undefined)
  return pages
}

describe('GET /signature_types', () => {
  test('200 answers a bare list, by id, of types as each is read by itself', async () => {
    const answer = await list('per_page=100')

    assert.deepEqual(idsOf(answer), IDS)
    for (const one of answer.json()) {
      assert.deepEqual(one, (await v2('GET', `/signature_types/${one.id}`)).json())
    }
    assert.deepEqual([cursorOf(answer, 'next'), cursorOf(answer, 'previous')], [undefined, undefined])
  })

  test("200 shows a client's own types only", async () => {
    assert.deepEqual(idsOf(await list('', 'rival')), ['theirs'])
  })

  test('200 filters by the last change, its own moment included, in whatever offset', async () => {
    const since = async (moment: string) => idsOf(await list(`updated_at_since=${encodeURIComponent(moment)}`))
    const changed = clock.now()
    const earlier = new Date(changed.getTime() - 1000)
    const inParis = new Date(changed.getTime() + 2 * 60 * 60 * 1000).toISOString().replace('Z', '+02:00')

    assert.deepEqual(await since(changed.toISOString()), ['B-2'])
    assert.deepEqual(await since(inParis), ['B-2'])
    assert.deepEqual(await since(earlier.toISOString()), ['B-2', 'a-1'])
    assert.deepEqual(await since(new Date(changed.getTime() + 1).toISOString()), [])
  })

  test('200 leads through the pages once, forwards and back', async () => {
    const forwards = await walk('per_page=3')
    const second = await list(`per_page=3&cursor=${cursorOf(await list('per_page=3'), 'next')}`)
    const backwards = await walk('per_page=3', 'previous', cursorOf(second, 'next'))

    assert.deepEqual(forwards, [IDS.slice(0, 3), IDS.slice(3, 6), IDS.slice(6)])
    assert.deepEqual(backwards.toReversed(), forwards)
  })

  test('200 repeats nothing and misses none while one comes and one goes', async () => {
    const first = await list('per_page=2')
    await put('a-0')
    await put('a-3')
    assert.equal((await v2('DELETE', '/signature_types/a-1')).statusCode, 204)

    const rest = await walk('per_page=2', 'next', cursorOf(first, 'next'))

    await v2('DELETE', '/signature_types/a-0')
    await v2('DELETE', '/signature_types/a-3')
    await put('a-1')
    assert.deepEqual([...idsOf(first), ...rest.flat()], ['B-2', 'a-1', 'a-2', 'a-3', 'a_1', 'b', 'c-1', 'c-2'])
  })

  test('400 for a cursor with another filter, or of another client', async () => {
    const cursor = cursorOf(await list('per_page=1'), 'next')

    for (const answer of [
      await list(`per_page=1&cursor=${cursor}&updated_at_since=2024-01-01T00:00:00Z`),
      await list(`per_page=1&cursor=${cursor}`, 'rival'),
    ]) {
      const message = 'cursor: This is not a valid cursor for this list.'
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_request', message }])
    }
  })

  const NO_MOMENT = 'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).'
  for (const [query, message] of [
    ['updated_at_since=yesterday', NO_MOMENT],
    ['updated_at_since=2024-02-30T00:00:00Z', NO_MOMENT],
    ['per_page=0', 'per_page: This must be >= 1.'],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['per_page=all', 'per_page: This must be an integer.'],
    ['cursor=zzzz', 'cursor: This is not a valid cursor for this list.'],
  ] as const) {
    test(`400 for ${query}`, async () => {
      const answer = await list(query)

      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_request', message }])
    })
  }
})
