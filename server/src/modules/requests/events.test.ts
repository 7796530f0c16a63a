import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemActor, type Work } from '#kernel/work.ts'
import { addComment } from '#modules/requests/conversation/comments.ts'
import { changeRequest } from '#modules/requests/handling/change-request.ts'
import { deleteRequest } from '#modules/requests/handling/delete-request.ts'
import { createRequest } from '#modules/requests/submission/create-request.ts'
import { applySetup } from '#src/setup.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import {
  advanceTo,
  aReceiver,
  aReceivingHook,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { type Received, verify } from '#test/harness/features/webhooks/receiver.ts'
import type { Request } from './schemas.ts'

const { service, dispatch } = await startSending()
const { db } = service
const calls = requestCalls(service)
dispatch()

const setUp = (id: string, key: string, shared_token: string) =>
  applySetup(service, {
    clients: [{ id, name: id, languages: ['en-us'], shared_token, api_keys: [{ name: 'main', key }] }],
  })
/** A token that is as good for the plain signature as for that of Standard Webhooks. */
const aToken = () => Buffer.from(unique('shared-token-of-a-client')).toString('base64')

/** A client of its own, with the calls of somebody who has its key. */
async function aClient() {
  const id = unique('client')
  const key = unique('key')
  const token = aToken()
  await setUp(id, key, token)
  const owner = { ...acme, client: { id, languages: ['en-us'] } } as unknown as typeof acme
  const creator_technical_id = await aManager(service, { owner })
  const eve = await anEmployee(service, { owner })
  async function make(parts: Record<string, string> = {}): Promise<Request> {
    const text = { form_code: 'default', subject: 'Été "1" <🙂>', body: '<p>Hello</p>', employee_technical_id: eve }
    const answer = await calls.post({ creator_technical_id, ...text, ...parts }, { key })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }
  const patch = async (request: string, body: object) =>
    (await calls.call('PATCH', `/requests/${request}/`, { key, body })).json()
  const comment = async (request: string, body: object) =>
    (await calls.call('POST', `/requests/${request}/comments/`, { key, body })).json()
  const read = async (request: string) => (await calls.call('GET', `/requests/${request}/`, { key })).json()
  async function remove(request: string): Promise<void> {
    assert.equal((await calls.call('DELETE', `/requests/${request}/`, { key })).statusCode, 204)
  }
  return { id, key, token, owner, creator_technical_id, eve, make, patch, comment, read, remove }
}

type Told = { type: string; resource_id: string; data: unknown; actor_type: string; actor_name: string | null }

/** What was told of requests of a client, in its order. */
async function eventsOf({ id }: { id: string }): Promise<Told[]> {
  const { rows } = await sql<Told>`
    SELECT type, resource_id, data, actor_type, actor_name FROM events
    WHERE client_id = ${id} AND type LIKE 'request.%' ORDER BY id`.execute(db)
  return rows
}
const typesOf = async (client: { id: string }) => (await eventsOf(client)).map((one) => one.type)

describe('the events of a request', () => {
  test('have the whole object as it was answered, in the order of what happened', async () => {
    const client = await aClient()

    const created = await client.make({ visible_to_employee: 'true' })
    const updated = await client.patch(created.id, {
      status: 'closed',
      actor_technical_id: client.creator_technical_id,
    })
    const commented = await client.comment(created.id, { body: 'Done', internal: true })
    const last = await client.read(created.id)
    await client.remove(created.id)

    assert.deepEqual(
      (await eventsOf(client)).map(({ type, resource_id, data }) => ({ type, resource_id, data })),
      [
        { type: 'request.created', resource_id: created.id, data: created },
        { type: 'request.updated', resource_id: created.id, data: updated },
        { type: 'request.commented', resource_id: created.id, data: commented },
        { type: 'request.deleted', resource_id: created.id, data: last },
      ],
    )
    assert.equal(updated.closed_by.technical_id, client.creator_technical_id)
    assert.equal(commented.request_id, created.id)
  })

  test('name the key that the calls came with', async () => {
    const client = await aClient()

    const { id } = await client.make()
    await client.patch(id, { priority: 'LOW' })

    const actors = (await eventsOf(client)).map((one) => [one.actor_type, one.actor_name])
    assert.deepEqual(actors[0], actors[1])
    assert.equal(actors[0]?.[1], 'main')
  })

  test('are told of each thing that changes, whatever it is', async () => {
    const client = await aClient()
    const { id } = await client.make()
    const manager = await aManager(service, { owner: client.owner })
    const changes = [
      { status: 'open' },
      { custom_state: 'x' },
      { priority: 'URGENT' },
      { managers_assigned: [manager] },
      { processing_date_due: '2030-01-01' },
      { processing_date_due: null },
      { visible_to_employee: true },
    ]

    const answers: unknown[] = []
    for (const change of changes) answers.push(await client.patch(id, change))

    const [, ...events] = await eventsOf(client)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      answers.map((answer) => ['request.updated', answer]),
    )
  })

  test('are not told when nothing changes, or a call is refused', async () => {
    const client = await aClient()
    const { id } = await client.make({ priority: 'LOW', processing_date_due: '2030-01-01T10:00:00+02:00' })

    await client.patch(id, {})
    await client.patch(id, { status: 'created', priority: 'LOW', custom_state: '', managers_assigned: [] })
    await client.patch(id, { processing_date_due: '2030-01-01T08:00:00Z', visible_to_employee: false })
    await client.patch(id, { status: 'open', priority: 'HIGH' })
    await client.patch(id, { status: 'open', actor_technical_id: 'nobody' })
    await client.comment(id, { body: '' })
    await calls.post({ form_code: 'default', creator_technical_id: client.creator_technical_id }, { key: client.key })
    await calls.call('DELETE', `/requests/${id}0/`, { key: client.key })
    await calls.call('DELETE', `/requests/${id}/`)

    assert.deepEqual(await typesOf(client), ['request.created'])
    assert.equal((await client.read(id)).status, 'created')
  })

  test('vanish with the change when a later step fails', async () => {
    const client = await aClient()
    const { id } = await client.make()
    const { creator_technical_id } = client
    const fields = { form_code: ['default'], subject: ['S'], body: ['B'], creator_technical_id: [creator_technical_id] }
    const steps: Parameters<typeof service.doWork<unknown>>[1][] = [
      (work) => createRequest(work, service, { fields, files: {} }),
      (work) => changeRequest(work, service, { id, input: { status: 'open' } }),
      (work) => addComment(work, service, { requestId: id, comment: { body: 'x' }, files: [] }),
      (work) => deleteRequest(work, service, id),
    ]

    for (const step of steps) {
      const failing = service.doWork(client.owner, async (work) => {
        await step(work)
        throw new Error('rolled back')
      })
      await assert.rejects(failing, { message: 'rolled back' })
    }

    assert.deepEqual(await typesOf(client), ['request.created'])
    assert.equal((await client.read(id)).status, 'created')
  })

  test('reach a webhook of the same client, and no other', async () => {
    const client = await aClient()
    const other = await aClient()
    const { receiver } = await aReceivingHook(
      service,
      { ...client.owner, actor: systemActor },
      { events: ['request.*'] },
    )

    await other.make()
    const created = await client.make()
    await client.comment(created.id, { body: 'x' })
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)

    const types = receiver.received.map((one) => one.json.type)
    assert.deepEqual(types.toSorted(), ['request.commented', 'request.created'])
    assert.deepEqual(receiver.received.find((one) => one.json.type === 'request.created')?.json.data, created)
  })
})

const plainly = (key: string, raw: string) => createHmac('sha256', key).update(raw).digest('hex')

/** Which of these tokens a callback was signed with. */
function signerOf({ headers, raw }: Received, tokens: string[]): number {
  return tokens.findIndex((token) => headers['x-event-signature'] === plainly(token, raw))
}

async function endpointOf({ id }: { id: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM callback_endpoints WHERE client_id = ${id} AND NOT is_webhook`.execute(db)
  assert.equal(rows.length, 1)
  return rows[0]?.id ?? assert.fail()
}

/** Moves the clock on to the time when what failed is tried again. */
async function untilRetry(client: { id: string }): Promise<void> {
  await untilQuiet(service)
  const waiting = await waitingAt(service, await endpointOf(client))
  const due = waiting.map((one) => one.due_at.getTime())
  assert.ok(due.length > 0, 'nothing waits')
  advanceTo(service, new Date(Math.max(...due) + 1000))
}

describe('callback_url', () => {
  test('is told of everything that happens to the request, signed with the shared token', async () => {
    const client = await aClient()
    const receiver = await aReceiver()

    const created = await client.make({ callback_url: receiver.url })
    const updated = await client.patch(created.id, { status: 'open' })
    await client.patch(created.id, { status: 'open' })
    const commented = await client.comment(created.id, { body: 'Hello' })
    const last = await client.read(created.id)
    await client.remove(created.id)
    await eventually(() => receiver.received.length >= 4)
    await untilQuiet(service)

    assert.equal(receiver.received.length, 4)
    const byType = Object.fromEntries(receiver.received.map((one) => [one.json.type, one.json]))
    const expected: Record<string, unknown> = {
      'request.created': created,
      'request.updated': updated,
      'request.commented': commented,
      'request.deleted': last,
    }
    for (const [type, data] of Object.entries(expected)) assert.deepEqual(byType[type]?.data, data, type)
    for (const callback of receiver.received) {
      assert.equal(signerOf(callback, [client.token]), 0)
      verify(callback, client.token)
      const { id, type, created_at, webhook_id, actor } = callback.json
      assert.deepEqual([callback.headers['x-event-id'], callback.headers['x-event-type']], [id, type])
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
      assert.deepEqual([webhook_id, actor.name], [null, 'main'])
    }
    const { rows } = await sql<{ id: string }>`SELECT id FROM events WHERE client_id = ${client.id}`.execute(db)
    const ids = receiver.received.map((one) => one.json.id).toSorted()
    assert.deepEqual(
      ids.filter((id) => rows.some((one) => one.id === id)),
      ids,
    )
  })

  test('is told of its own request only, and of none that was refused', async () => {
    const client = await aClient()
    const receiver = await aReceiver()
    const other = await aReceiver()

    const { id } = await client.make({ callback_url: receiver.url })
    const { id: otherId } = await client.make({ callback_url: other.url })
    const silent = await client.make()
    for (const one of [id, otherId, silent.id]) await client.comment(one, { body: 'x' })
    const refused = { form_code: 'default', creator_technical_id: client.creator_technical_id }
    await calls.post({ ...refused, callback_url: receiver.url }, { key: client.key })
    await eventually(() => receiver.received.length >= 2 && other.received.length >= 2)
    await untilQuiet(service)

    const requestsOf = (received: Received[]) => received.map(({ json }) => json.data.request_id ?? json.data.id)
    assert.deepEqual(requestsOf(receiver.received), [id, id])
    assert.deepEqual(requestsOf(other.received), [otherId, otherId])
  })

  test('is not told of what rolls back', async () => {
    const client = await aClient()
    const receiver = await aReceiver()
    const { id } = await client.make({ callback_url: receiver.url })
    await eventually(() => receiver.received.length === 1)

    const steps = [
      (work: Work) => changeRequest(work, service, { id, input: { status: 'open' } }),
      (work: Work) => deleteRequest(work, service, id),
    ]
    for (const step of steps) {
      const failing = service.doWork(client.owner, async (work) => {
        await step(work)
        throw new Error('rolled back')
      })
      await assert.rejects(failing, { message: 'rolled back' })
    }
    await client.patch(id, { priority: 'LOW' })
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)

    assert.deepEqual(
      receiver.received.map((one) => one.json.type),
      ['request.created', 'request.updated'],
    )
  })

  test('is told again after a 500, with the same body and id', async () => {
    const client = await aClient()
    const answers = [500]
    const receiver = await aReceiver(() => answers.shift() ?? 200)

    await client.make({ callback_url: receiver.url })
    await eventually(() => receiver.received.length === 1)
    await untilRetry(client)
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)

    const [first, second] = receiver.received
    assert.equal(second?.raw, first?.raw)
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
    assert.deepEqual(await waitingAt(service, await endpointOf(client)), [])
  })

  test('is told of the end of a request that is gone by then', async () => {
    const client = await aClient()
    const answers = [500, 500]
    const receiver = await aReceiver(() => answers.shift() ?? 200)
    const created = await client.make({ callback_url: receiver.url })
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    await client.remove(created.id)
    await eventually(() => receiver.received.length >= 2)
    await untilRetry(client)
    await eventually(() => new Set(receiver.received.slice(2).map((one) => one.json.type)).size === 2)

    const last = receiver.received.findLast((one) => one.json.type === 'request.deleted')
    assert.deepEqual(last?.json.data, created)
    assert.equal(signerOf(last ?? assert.fail(), [client.token]), 0)
  })

  test('gets later callbacks with another shared token once that is changed', async () => {
    const client = await aClient()
    const receiver = await aReceiver()
    const { id } = await client.make({ callback_url: receiver.url })
    await eventually(() => receiver.received.length === 1)
    const token = aToken()
    await setUp(client.id, client.key, token)

    await client.patch(id, { status: 'open' })
    await client.comment(id, { body: 'x' })
    await client.remove(id)
    const { id: next } = await client.make({ callback_url: receiver.url })
    await eventually(() => receiver.received.length === 5)

    const signers = receiver.received.map((one) => signerOf(one, [client.token, token]))
    assert.deepEqual(signers, [0, 1, 1, 1, 1])
    assert.ok(receiver.received.some((one) => one.json.data.id === next))
  })

  test("is never signed with another client's token, though both name the same address", async () => {
    const clients = [await aClient(), await aClient()]
    const receiver = await aReceiver()
    const tokens = clients.map((one) => one.token)

    const made = await Promise.all(clients.map((one) => one.make({ callback_url: receiver.url })))
    await Promise.all(clients.map((one, index) => one.patch(made[index]?.id ?? '', { status: 'open' })))
    await eventually(() => receiver.received.length === 4)
    await untilQuiet(service)

    const owners = receiver.received.map((one) => made.findIndex(({ id }) => id === one.json.data.id))
    assert.deepEqual(
      receiver.received.map((one) => signerOf(one, tokens)),
      owners,
    )
    assert.deepEqual(owners.toSorted(), [0, 0, 1, 1])
  })

  test('has no part in what the API answers, nor in logs', async () => {
    const client = await aClient()
    const receiver = await aReceiver()
    const secret = unique('secret')

    const created = await client.make({ callback_url: `${receiver.url}?${secret}` })
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    assert.ok(!JSON.stringify([created, receiver.received[0]?.json]).includes(secret))
    assert.ok(!service.logged.some((line) => line.includes(secret) || line.includes(client.token)))
  })
})
