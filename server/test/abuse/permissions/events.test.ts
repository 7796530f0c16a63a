import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { putApplication, revokeApplication } from '#modules/auth/index.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, anApplication, basic, globex, unique } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import {
  advanceTo,
  aReceiver,
  deliveriesAt,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, v2, doWork, keyring } = service
const { as } = portalCalls(service)
await anOrganization(service, { code: 'HQ' })

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
type Owner = typeof acme | typeof globex

/** An application that may do only this, with calls in its name. */
async function application(permissions: string[], owner: Owner = acme) {
  const { id, secret } = await anApplication(service, { permissions, owners: [owner] })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&scope=client&client_id=${owner.client.id}`,
  })
  const headers = { authorization: `Bearer ${answer.json().access_token}` }
  const call = (method: Method, path: string, body?: object) =>
    app.inject({ method, url: `/api/v2/client${path}`, headers, ...(body ? { payload: body } : {}) })
  const issuedFor = (changed: string[]) =>
    doWork(owner, (work) => putApplication(work, { id, permissions: changed }, keyring))
  return { id, call, issuedFor }
}

const all = (path: string, body?: object) => v2('POST', path, { body })

/** What happens all the time: an employee and an organization are created. Answers the employee's id. */
async function somethingHappens(): Promise<string> {
  const id = unique('E')
  const code = unique('org')
  await v2('PUT', `/organizations/${code}`, { body: { name: 'Lyon' } })
  await v2('PUT', `/employees/${id}`, { body: { first_name: 'Ada', last_name: 'Moreau', registrations: [] } })
  return id
}

const hook = (url: string, events: string[]) => ({ name: unique('hook'), callback_url: url, events })
const typesAt = ({ received }: { received: { json: { type: string } }[] }) => received.map(({ json }) => json.type)

/** The managers of acme have it for the whole client. */
async function manager(permissions: string[]) {
  const role = await aRole(service, { permissions })
  const id = await aManager(service, { profiles: [{ role, organizations: ['HQ'], include_below: true }] })
  return { id, role, call: as(`manager:${id}`) }
}

describe('With the log of events, nobody', () => {
  test('sees people or documents by events:read alone', async () => {
    await somethingHappens()
    const { call } = await application(['events:read'])

    const list = await call('GET', '/events?per_page=100')

    assert.deepEqual([list.statusCode, list.json()], [200, []])
  })

  test('sees other resources than those that it may read, on any page', async () => {
    for (let round = 0; round < 5; round += 1) await somethingHappens()
    const { call } = await application(['events:read', 'employees:read'])

    const types: string[] = []
    let cursor = ''
    do {
      const page = await call('GET', `/events?per_page=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      cursor = String(page.headers['next-cursor'] ?? '')
      types.push(...page.json().map((one: { type: string }) => one.type))
      if (cursor) assert.equal(page.json().length, 2, 'what may not be seen leaves no gaps in pages')
    } while (cursor)

    assert.ok(types.length >= 5)
    assert.deepEqual(new Set(types), new Set(['employee.created']))
  })

  test('reads an event by its id, its resource or its actor, or asks for its type', async () => {
    const employee = await somethingHappens()
    const [event] = (await v2('GET', `/events?resource_id=${employee}`)).json()
    const { call } = await application(['events:read', 'organizations:read'])

    const one = await call('GET', `/events/${event.id}`)
    const byType = await call('GET', '/events?type=employee.created')

    assert.equal(one.statusCode, 404)
    assert.deepEqual((await call('GET', `/events?resource_id=${employee}`)).json(), [])
    const byActor = (await call('GET', '/events?actor=payroll&per_page=100')).json()
    assert.deepEqual(new Set(byActor.map((it: { type: string }) => it.type)), new Set(['organization.created']))
    assert.equal(byType.statusCode, 403)
    assert.equal(byType.json().code, 'insufficient_scope')
    assert.match(byType.json().message, /employees:read/)
  })

  test('sees it in the portal as a manager whose role reads the log and no people', async () => {
    const employee = await somethingHappens()
    const [event] = (await v2('GET', `/events?resource_id=${employee}`)).json()
    const { call } = await manager(['events:read', 'webhooks:read', 'organizations:read'])

    const list = (await call('GET', '/admin/events?per_page=100')).json()
    const names: string[] = (await call('GET', '/admin/event_types')).json()

    assert.ok(list.length > 0)
    assert.ok(list.every(({ type }: { type: string }) => /^(organization|organization_group|webhook)\./.test(type)))
    assert.ok(names.includes('organization.created') && !names.some((one) => one.startsWith('employee')))
    assert.equal((await call('GET', `/admin/events/${event.id}`)).statusCode, 404)
    assert.equal((await call('GET', '/admin/events?type=employee.created')).json().code, 'not_permitted')
  })
})

describe('With webhooks, nobody', () => {
  const dispatcher = startDispatcher(service)
  const quiet = () => {
    dispatcher.wake()
    return untilQuiet(service)
  }

  test('subscribes to what it may not read', async () => {
    const { call } = await application(['webhooks:*', 'organizations:read'])

    for (const events of [['employee.*'], ['organization.*', 'employee.created'], ['signature.*']]) {
      const answer = await call('POST', '/webhooks', hook('https://93.184.215.14/in', events))
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'], events.join())
    }
    const { id } = (await call('POST', '/webhooks', hook('https://93.184.215.14/in', ['organization.*']))).json()
    assert.equal((await call('PATCH', `/webhooks/${id}`, { events: ['employee.*'] })).statusCode, 403)
  })

  test('is told of more by * than it may read', async () => {
    const nothing = await aReceiver()
    const people = await aReceiver()
    const blind = await application(['webhooks:write'])
    await blind.call('POST', '/webhooks', hook(nothing.url, ['*']))
    const { call } = await application(['webhooks:write', 'employees:read'])
    await call('POST', '/webhooks', hook(people.url, ['*']))

    await somethingHappens()
    await quiet()

    assert.deepEqual(typesAt(nothing), [])
    assert.deepEqual(typesAt(people), ['employee.created'])
  })

  test('is told of anything more once its permissions shrank, or it was revoked', async () => {
    const shrunk = await aReceiver()
    const revoked = await aReceiver()
    const one = await application(['webhooks:*', 'employees:read', 'organizations:read'])
    const other = await application(['webhooks:write', 'employees:read'])
    const { id } = (await one.call('POST', '/webhooks', hook(shrunk.url, ['employee.*', 'organization.*']))).json()
    await other.call('POST', '/webhooks', hook(revoked.url, ['*']))

    await one.issuedFor(['webhooks:*', 'organizations:read'])
    await doWork(acme, (work) => revokeApplication(work, other.id))
    await somethingHappens()
    await quiet()

    assert.deepEqual(typesAt(shrunk), ['organization.created'])
    assert.deepEqual(typesAt(revoked), [])
    assert.deepEqual((await v2('GET', `/webhooks/${id}`)).json().withheld_events, ['employee.*'])
  })

  test('gets a callback that waited for another attempt while the permission was taken away', async () => {
    const receiver = await aReceiver(() => 503)
    const { call, issuedFor } = await application(['webhooks:*', 'employees:read'])
    const { id } = (await call('POST', '/webhooks', hook(receiver.url, ['employee.*']))).json()
    await somethingHappens()
    await quiet()
    assert.equal(receiver.received.length, 1)

    await issuedFor(['webhooks:*'])
    const [waiting] = await waitingAt(service, id)
    if (waiting) advanceTo(service, waiting.due_at)
    await quiet()

    const [delivery] = await deliveriesAt(service, id)
    assert.equal(receiver.received.length, 1, 'nothing more was sent')
    assert.equal(delivery?.attempts.at(-1)?.outcome, 'not_permitted')
    assert.ok(delivery?.failed_at)
    assert.deepEqual(await waitingAt(service, id), [])
  })

  test('reads in the deliveries, or has sent again, what it may not read any more', async () => {
    const receiver = await aReceiver()
    const { call, issuedFor } = await application(['webhooks:*', 'employees:read'])
    const { id } = (await call('POST', '/webhooks', hook(receiver.url, ['employee.*']))).json()
    await somethingHappens()
    await quiet()
    const [delivery] = await deliveriesAt(service, id)

    await issuedFor(['webhooks:*'])
    service.clock.advance(60)

    assert.deepEqual((await call('GET', `/webhooks/${id}/deliveries`)).json(), [])
    assert.equal((await call('GET', `/webhooks/${id}/deliveries/${delivery?.id}`)).statusCode, 404)
    assert.equal((await call('POST', `/webhooks/${id}/deliveries/${delivery?.id}/retries`)).statusCode, 404)
    assert.equal((await call('GET', `/webhooks/${id}/deliveries?event_type=employee.created`)).statusCode, 403)
    assert.equal(receiver.received.length, 1)
  })

  test('leads the callbacks of a stronger application to itself, gets its key, or stops them', async () => {
    const theirs = await aReceiver()
    const own = await aReceiver()
    const hooks = [hook(theirs.url, ['employee.*']), hook(theirs.url, ['*'])]
    const { call } = await application(['webhooks:*', 'organizations:read', 'events:read'])
    for (const body of hooks) {
      const { id } = (await all('/webhooks', body)).json()
      const { signature_key } = (await call('GET', `/webhooks/${id}`)).json()
      const list = (await call('GET', '/webhooks?per_page=100')).json()
      const attempts = [
        await call('PATCH', `/webhooks/${id}`, { callback_url: own.url }),
        await call('PUT', `/webhooks/${id}`, hook(own.url, ['organization.*'])),
        await call('PATCH', `/webhooks/${id}`, { is_active: false }),
        await call('POST', `/webhooks/${id}/refresh_signature_key`),
        await call('POST', `/webhooks/${id}/take_over`),
        await call('POST', `/webhooks/${id}/recover`, { since: '2024-01-31T00:00:00Z' }),
        await call('POST', `/webhooks/${id}/tests`),
        await call('DELETE', `/webhooks/${id}`),
      ]

      assert.equal(signature_key, null)
      assert.equal(list.find((one: { id: string }) => one.id === id).signature_key, null)
      assert.deepEqual(new Set(attempts.map(({ statusCode }) => statusCode)), new Set([403]))
    }

    await somethingHappens()
    await quiet()

    assert.deepEqual(typesAt(own), [])
    assert.ok(typesAt(theirs).includes('employee.created'))
  })

  test('widens to everything a webhook of a stronger application that it may change', async () => {
    const receiver = await aReceiver()
    const { id } = (await all('/webhooks', hook(receiver.url, ['organization.*']))).json()
    const { call } = await application(['webhooks:*', 'organizations:read'])

    const answer = await call('PATCH', `/webhooks/${id}`, { events: ['*'] })

    assert.equal(answer.statusCode, 403)
    assert.equal((await call('PATCH', `/webhooks/${id}`, { name: 'Renamed' })).statusCode, 200)
  })

  test('reaches the webhooks and events of another client', async () => {
    const receiver = await aReceiver()
    const { call } = await application(['*'], globex)
    await call('POST', '/webhooks', hook(receiver.url, ['*']))
    const { id } = (await all('/webhooks', hook('https://93.184.215.14/in', ['*']))).json()

    const employee = await somethingHappens()
    await quiet()

    const seen = typesAt(receiver).filter((type) => !type.startsWith('webhook.'))
    assert.deepEqual(seen, [])
    assert.deepEqual((await call('GET', `/events?resource_id=${employee}`)).json(), [])
    assert.equal((await call('POST', `/webhooks/${id}/take_over`)).statusCode, 404)
  })

  test('subscribes in the portal to people with a role that only administers webhooks', async () => {
    const receiver = await aReceiver()
    const { call } = await manager(['webhooks:*'])
    const { id } = (await all('/webhooks', hook('https://93.184.215.14/in', ['employee.*']))).json()

    const refused = await call('POST', '/admin/webhooks', { body: hook(receiver.url, ['employee.*']) })
    const everything = await call('POST', '/admin/webhooks', { body: hook(receiver.url, ['*']) })
    const led = await call('PATCH', `/admin/webhooks/${id}`, { body: { callback_url: receiver.url } })
    await somethingHappens()
    await quiet()

    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'not_permitted'])
    assert.equal(everything.statusCode, 201)
    assert.equal(led.statusCode, 403)
    assert.equal((await call('GET', `/admin/webhooks/${id}`)).json().signature_key, null)
    assert.ok(typesAt(receiver).every((type) => type.startsWith('webhook.')))
  })

  test('is told of anything as a manager who lost the role, or whose log-in was switched off', async () => {
    const demoted = await aReceiver()
    const gone = await aReceiver()
    const one = await manager(['*'])
    const other = await manager(['webhooks:*', 'employees:read'])
    await one.call('POST', '/admin/webhooks', { body: hook(demoted.url, ['*']) })
    await other.call('POST', '/admin/webhooks', { body: hook(gone.url, ['employee.*']) })
    await somethingHappens()
    await quiet()
    assert.ok(typesAt(demoted).includes('employee.created'))
    assert.deepEqual(typesAt(gone), ['employee.created'])
    const before = demoted.received.length

    await v2('PATCH', `/users/${one.id}`, { body: { profiles: [] } })
    await v2('PATCH', `/accounts/manager:${other.id}`, { body: { is_active: false } })
    await somethingHappens()
    await quiet()

    assert.equal(demoted.received.length, before)
    assert.deepEqual(typesAt(gone), ['employee.created'])
  })

  test('is told what becomes of a signature process that it may create and not read', async () => {
    const { call } = await application(['signatures:write'])
    const signers = [{ type: 'external', email: 'ada@example.com', first_name: 'Ada', last_name: 'Moreau' }]
    const body = { signature_type_id: 'contract', title: 'Contract', upload_id: 'none', signers }

    const refused = await call('POST', '/signature_processes', { ...body, callback_url: 'https://93.184.215.14/in' })
    const without = await call('POST', '/signature_processes', body)

    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
    assert.equal(without.statusCode, 422)
  })
})
