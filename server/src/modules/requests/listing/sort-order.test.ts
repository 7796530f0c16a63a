import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { db, v2 } = service
const { call, made, patched } = requestCalls(service)

const named = (first_name: string, last_name: string) => ({ first_name, last_name })
const zoe = await aManager(service, named('Zoé', 'Abel'))
const adam = await aManager(service, named('Adam', 'Zimmer'))
const ann = await anEmployee(service, named('Ann', 'Émile'))
const bob = await anEmployee(service, named('Bob', 'emile'))
const gone = await anEmployee(service, named('Aaron', 'Aaron'))
const category = (name: string) => ({ category: { slug: name, name, language_code: 'en-us', description: '' } })
await v2('PUT', '/forms/leave', { body: { title: 'absence', fields: [], ...category('Zones') } })
await v2('PUT', '/forms/car', { body: { title: 'Car', fields: [], ...category('Cars') } })

const of = (creator_technical_id: string, employee_technical_id: string | undefined, form_code = 'default') =>
  made({ creator_technical_id, employee_technical_id, form_code })
const a = (await of(adam, bob, 'car')).id
const b = (await of(zoe, ann, 'leave')).id
const c = (await of(adam, undefined)).id
const d = (await of(zoe, gone, 'car')).id
await patched(a, { custom_state: 'b', status: 'closed', actor_technical_id: zoe })
await patched(b, { custom_state: 'B', visible_to_employee: true })
await patched(c, { custom_state: 'a', status: 'open' })
await patched(d, { status: 'closed', actor_technical_id: adam })
await v2('DELETE', `/employees/${gone}`)
for (const [id, at] of [
  [a, '2024-01-03'],
  [c, '2024-01-02'],
  [d, '2024-01-02'],
] as const) {
  await db
    .updateTable('requests')
    .set({ processing_start_date: new Date(at) })
    .where('id', '=', id)
    .execute()
}

const list = async (query: string) => {
  const answer = await call('GET', `/requests/?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().map((one: { id: string }) => one.id)
}

describe('Spec 410: GET /api/requests/?order_by=', () => {
  const orders: Record<string, string[]> = {
    custom_state: [d, b, c, a],
    visible_by_employee: [a, c, d, b],
    processing_start_date: [c, d, a, b],
    // "absence", "Car" twice, and the default form; without a category last.
    form: [b, a, d, c],
    category: [a, d, b, c],
    // Accents and case do not count; unknown people come last.
    employee: [b, a, c, d],
    creator: [b, d, a, c],
    closed_by: [a, d, b, c],
  }
  for (const [name, ids] of Object.entries(orders)) {
    test(`200 sorts by ${name}, and by -${name} in the exact reverse, page by page too`, async () => {
      assert.deepEqual(await list(`order_by=${name}`), ids)
      assert.deepEqual(await list(`order_by=-${name}`), ids.toReversed())
      const pages = [1, 2, 3, 4].map((page) => list(`order_by=${name}&per_page=1&page=${page}`))
      assert.deepEqual((await Promise.all(pages)).flat(), ids)
    })
  }

  for (const name of ['body', 'body_json', 'managers_assigned', 'manager_url', 'employee_url', 'api_url', 'nothing']) {
    test(`400 for ${name}, which has no order`, async () => {
      for (const order_by of [name, `-${name}`]) {
        const answer = await call('GET', `/requests/?order_by=${order_by}`)
        assert.deepEqual([answer.statusCode, Object.keys(answer.json()[0])], [400, ['order_by']])
      }
    })
  }
})
