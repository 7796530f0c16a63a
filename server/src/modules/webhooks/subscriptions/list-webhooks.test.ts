import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import { noNameServers, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, clock } = service
const { patch } = webhookCalls(service)
const { call, idsOf, list, walk, cursorOf } = listCalls(service, '/webhooks', 'id')

/** Webhooks one after another, every other one switched off. */
async function someWebhooks(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await aWebhook(service, { is_active: n % 2 === 0 })).id)
  return ids
}

/** All webhooks of acme in the order of their creation, no matter who made them. */
async function all(is_active?: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'is_active'])
    .where('client_id', '=', 'acme')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => is_active === undefined || row.is_active === is_active).map((row) => row.id)
}

describe('GET /webhooks', () => {
  test('200 answers each as it is read, with its key', async () => {
    const webhook = await aWebhook(service, { events: ['*'], owner_email: 'owner@acme.test' })

    const answer = await call({ per_page: 100 })

    const found = answer.json().find((one: { id: string }) => one.id === webhook.id)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(found, webhook)
  })

  test('200 sorts them by their creation, and a change does not move them', async () => {
    const made = await someWebhooks(4)
    clock.advance(1)
    await patch(made[1] ?? '', { name: 'Renamed' })

    const found = await list({ per_page: 100 })

    assert.deepEqual(
      found.filter((id) => made.includes(id)),
      made,
    )
  })

  test("200 leaves out other clients' webhooks", async () => {
    const ours = await aWebhook(service)
    const theirs = await aWebhook(service, { application: 'rival' })

    const found = await list({ per_page: 100 })
    const foundByThem = idsOf(await v2('GET', '/webhooks?per_page=100', { application: 'rival' }))

    assert.ok(found.includes(ours.id) && !found.includes(theirs.id))
    assert.ok(foundByThem.includes(theirs.id) && !foundByThem.includes(ours.id))
  })

  for (const is_active of [true, false]) {
    test(`200 keeps those with is_active ${is_active}`, async () => {
      await someWebhooks(4)

      const answer = await call({ is_active: String(is_active), per_page: 100 })

      assert.deepEqual(idsOf(answer), await all(is_active))
      for (const one of answer.json()) assert.equal(one.is_active, is_active)
    })
  }

  test('200 answers 20 unless told otherwise, and up to 100', async () => {
    await someWebhooks(21)

    const lengths = []
    for (const query of [{}, { per_page: 1 }, { per_page: 21 }]) lengths.push((await list(query)).length)

    assert.deepEqual(lengths, [20, 1, 21])
    assert.equal((await call({ per_page: 100 })).statusCode, 200)
  })

  for (const query of [{}, { is_active: 'true' }, { is_active: 'false' }] as Record<string, string>[]) {
    test(`pages lead through the list once, forwards and back, with ${JSON.stringify(query)}`, async () => {
      await someWebhooks(7)
      const expected = await all(query.is_active === undefined ? undefined : query.is_active === 'true')
      const paged = { ...query, per_page: 3 }

      const forwards = await walk(paged, await call(paged), 'next')

      let last = await call(paged)
      while (cursorOf(last, 'next')) last = await call({ ...paged, cursor: cursorOf(last, 'next') ?? '' })
      const backwards = await walk(paged, last, 'previous')
      assert.deepEqual(forwards.flat(), expected)
      assert.deepEqual(backwards.toReversed(), forwards)
      assert.ok(forwards.slice(0, -1).every((page) => page.length === 3))
    })
  }

  test('the first page has no Previous-Cursor and the last no Next-Cursor', async () => {
    await someWebhooks(2)

    const whole = await call({ per_page: 100 })

    assert.deepEqual([cursorOf(whole, 'next'), cursorOf(whole, 'previous')], [undefined, undefined])
    assert.ok(cursorOf(await call({ per_page: 1 }), 'next'))
  })

  test('pages go on where they were when their last webhook is deleted meanwhile', async () => {
    const made = await someWebhooks(3)
    const before = await all()
    const page = await call({ per_page: before.length - 2 })
    assert.equal(idsOf(page).at(-1), made[0])
    await v2('DELETE', `/webhooks/${made[0]}`)

    const next = await call({ per_page: 10, cursor: cursorOf(page, 'next') ?? '' })

    assert.deepEqual(idsOf(next), made.slice(1))
  })

  const bad = {
    'is_active=1': 'is_active',
    'is_active=': 'is_active',
    'is_active=TRUE': 'is_active',
    'is_active=true&is_active=false': 'is_active',
    'per_page=0': 'per_page',
    'per_page=101': 'per_page',
    'per_page=many': 'per_page',
    'cursor=': 'cursor',
    'cursor=zzzz': 'cursor',
    'cursor=WzAsIjAxOTQwMDAwIl0': 'cursor',
  }
  for (const [query, field] of Object.entries(bad)) {
    test(`400 for ${query} names ${field}`, async () => {
      const answer = await v2('GET', `/webhooks?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
      assert.ok(answer.json().message.startsWith(`${field}: `), answer.json().message)
    })
  }

  test('400 for a cursor that was changed, or belongs to another filter, list or client', async () => {
    const { id } = await aWebhook(service)
    await someWebhooks(1)
    await aWebhook(service, { application: 'rival' })
    const cursor = cursorOf(await call({ per_page: 1 }), 'next') ?? ''
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`

    const answers = [
      await call({ per_page: 1, cursor: changed }),
      await call({ per_page: 1, cursor, is_active: 'true' }),
      await v2('GET', `/webhooks/${id}/deliveries?cursor=${cursor}`),
      await v2('GET', `/webhooks?cursor=${cursor}`, { application: 'rival' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, /^cursor: /)
    }
  })
})
