import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fanOut } from '#modules/webhooks/dispatch/fan-out.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { bulkCalls } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aFile, type FormFields, requestCalls } from '#test/harness/features/requests.ts'
import { noNameServers } from '#test/harness/features/webhooks/webhook-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp({ guard: noNameServers })
const { db, v2, clock } = service
const { as } = portalCalls(service)
const api = requestCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
const WIDE = ['requests:*', 'employees:read', 'events:read', 'webhooks:*', 'applications:*', 'roles:*', 'system:read']
await aRole(service, { code: 'requests', permissions: WIDE })
await aRole(service, { code: 'auditor', permissions: [...WIDE, 'requests:read_all'] })
const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
const managers = {
  'M-CREATOR': profile('requests', 'PAR'),
  'M-ASSIGNED': profile('requests', 'LON'),
  'M-PAR': profile('requests', 'PAR'),
  'M-WIDE': profile('requests', 'HQ'),
  'M-AUDIT': profile('auditor', 'PAR'),
  'M-AUDIT-LON': profile('auditor', 'LON'),
  'M-AUDIT-ALL': profile('auditor', 'HQ'),
}
type Manager = keyof typeof managers
const everybody = Object.keys(managers) as Manager[]
for (const [technical_id, profiles] of Object.entries(managers)) await aManager(service, { technical_id, profiles })
await anEmployee(service, { technical_id: 'E-PAR', organizations: ['PAR'] })
await v2('PUT', '/forms/proof', { body: { title: 'Proof', fields: [{ code: 'paper', label: 'Paper', type: 'file' }] } })

const made = (fields: FormFields = {}) =>
  api.made({ creator_technical_id: 'M-CREATOR', employee_technical_id: 'E-PAR', form_code: 'proof', ...fields })
const call = (who: Manager, ...[method, path, options]: Parameters<ReturnType<typeof as>>) =>
  as(`manager:${who}`)(method, path, options)

/** Those of the managers for whom something holds. */
async function those(holds: (who: Manager) => Promise<boolean>): Promise<string[]> {
  const held: string[] = []
  for (const who of everybody) if (await holds(who)) held.push(who)
  return held
}
const reads = (path: string) => those(async (who) => (await call(who, 'GET', path)).statusCode === 200)

describe('Spec 386: a request that is not visible to the employee', () => {
  test('is for its assigned managers and for those with requests:read_all: lists, search, counts, reading, files', async () => {
    const subject = unique('Quiet')
    const counts = async (who: Manager) => (await call(who, 'GET', '/manager/requests/counts')).json().open
    const before = await Promise.all(everybody.map(counts))
    const { id } = await made({ subject, paper: aFile() })
    await api.patched(id, { managers_assigned: ['M-ASSIGNED'] })
    const { id: commentId } = await api.commented(id, {
      body: 'Within',
      internal: true,
      author_technical_id: 'M-ASSIGNED',
    })
    const seers = ['M-ASSIGNED', 'M-AUDIT', 'M-AUDIT-ALL']

    assert.deepEqual(await reads(`/manager/requests/${id}`), seers)
    assert.deepEqual(await reads(`/manager/requests/${id}/files/paper`), seers)
    for (const query of [`q=${subject}`, `q=${id}`, 'employee=E-PAR', 'form=proof']) {
      const listed = await those(async (who) => {
        const answer = await call(who, 'GET', `/manager/requests?per_page=100&${query}`)
        return answer.json().some((one: { id: string }) => one.id === id)
      })
      assert.deepEqual(listed, seers, query)
    }
    const after = await Promise.all(everybody.map(counts))
    assert.deepEqual(
      everybody.filter((_, index) => after[index] !== before[index]),
      seers,
    )
    assert.ok(commentId)
  })

  test('is changed and commented on by those alone; for others it is not there', async () => {
    const { id } = await made()
    await api.patched(id, { managers_assigned: ['M-ASSIGNED'] })

    for (const who of ['M-CREATOR', 'M-PAR', 'M-WIDE', 'M-AUDIT-LON'] as const) {
      const change = await call(who, 'PATCH', `/manager/requests/${id}`, { body: { managers_assigned: [who] } })
      const comment = await call(who, 'POST', `/manager/requests/${id}/comments`, { body: { body: 'Hello' } })
      const bulk = await bulkCalls(service).finished(as(`manager:${who}`), {
        kind: 'requests.assign',
        ids: [id],
        managers_assigned: [who],
      })
      const codes = [change.statusCode, comment.statusCode, bulk.reasons[0]?.code]
      assert.deepEqual(codes, [404, 404, 'not_found'], who)
    }
    const change = await call('M-AUDIT', 'PATCH', `/manager/requests/${id}`, { body: { priority: 'URGENT' } })
    assert.equal(change.statusCode, 200)
  })

  test('is for the manager who created it as long as nobody is assigned, also when who was is gone', async () => {
    const leaver = await aManager(service, { profiles: profile('requests', 'PAR') })
    const { id } = await made()

    assert.deepEqual(await reads(`/manager/requests/${id}`), ['M-CREATOR', 'M-AUDIT', 'M-AUDIT-ALL'])
    const assign = { body: { managers_assigned: [leaver] } }
    assert.equal((await call('M-CREATOR', 'PATCH', `/manager/requests/${id}`, assign)).statusCode, 200)
    assert.deepEqual(await reads(`/manager/requests/${id}`), ['M-AUDIT', 'M-AUDIT-ALL'])
    await v2('DELETE', `/users/${leaver}`)
    assert.deepEqual(await reads(`/manager/requests/${id}`), ['M-CREATOR', 'M-AUDIT', 'M-AUDIT-ALL'])
  })

  test('becomes that of the whole perimeter when it is made visible', async () => {
    const { id } = await made()
    await api.patched(id, { visible_to_employee: true })

    const seers = ['M-CREATOR', 'M-PAR', 'M-WIDE', 'M-AUDIT', 'M-AUDIT-ALL']
    assert.deepEqual(await reads(`/manager/requests/${id}`), seers)
  })

  test('400 hides nothing that an employee created from everybody', async () => {
    const { id } = await made({ visible_to_employee: 'true' })
    await db
      .updateTable('requests')
      .set({ creator_user_key: null, creator_employee_key: '1' })
      .where('id', '=', id)
      .execute()

    const refused = await api.patch(id, { visible_to_employee: false })
    assert.deepEqual([refused.statusCode, Object.keys(refused.json()[0])], [400, ['managers_assigned']])
    const leaver = await aManager(service)
    await api.patched(id, { managers_assigned: [leaver] })
    await v2('DELETE', `/users/${leaver}`)
    assert.equal((await api.patch(id, { visible_to_employee: false })).statusCode, 400)
    await api.patched(id, { visible_to_employee: false, managers_assigned: ['M-PAR'] })
    assert.equal((await api.patch(id, { managers_assigned: [] })).statusCode, 400)
  })

  test('is in the folder’s history, in the log of events and in webhooks of those managers alone', async () => {
    const hooks = new Map<Manager, string>()
    for (const who of ['M-WIDE', 'M-AUDIT-ALL'] as const) {
      const body = { name: who, callback_url: 'https://hooks.example.com/in', events: ['request.*'] }
      const answer = await call(who, 'POST', '/admin/webhooks', { body })
      assert.equal(answer.statusCode, 201, answer.body)
      hooks.set(who, answer.json().id)
    }
    const hidden = await made()
    await api.patched(hidden.id, { managers_assigned: ['M-ASSIGNED'] })
    await api.commented(hidden.id, { body: 'Said' })
    const shown = await made({ visible_to_employee: 'true' })
    const deleted = await made()
    await api.call('DELETE', `/requests/${deleted.id}/`)
    const given = await made()
    await api.patched(given.id, { managers_assigned: ['M-WIDE'] })
    await fanOut(db, clock.now())

    const eventsOf = async (who: Manager, id: string) => {
      const answer = await call(who, 'GET', `/admin/events?resource_id=${id}`)
      return answer.json().map((one: { type: string }) => one.type)
    }
    const deliveriesOf = async (who: Manager) => {
      const { rows } = await service.pool.query<{ resource_id: string }>(
        `SELECT event.resource_id FROM callback_deliveries delivery JOIN events event ON event.id = delivery.id
         WHERE delivery.endpoint_id = $1`,
        [hooks.get(who)],
      )
      return new Set(rows.map((one) => one.resource_id))
    }
    const all = [hidden.id, shown.id, deleted.id, given.id]
    for (const id of [hidden.id, deleted.id]) assert.deepEqual(await eventsOf('M-WIDE', id), [])
    for (const id of [shown.id, given.id]) assert.ok((await eventsOf('M-WIDE', id)).length > 0)
    for (const id of all) assert.ok((await eventsOf('M-AUDIT-ALL', id)).length > 0)
    assert.deepEqual(await deliveriesOf('M-WIDE'), new Set([shown.id, given.id]))
    assert.deepEqual(await deliveriesOf('M-AUDIT-ALL'), new Set(all))
    const [event] = (await v2('GET', `/events?resource_id=${hidden.id}&type=request.created`)).json()
    assert.equal((await call('M-WIDE', 'GET', `/admin/events/${event.id}`)).statusCode, 404)
    assert.equal((await call('M-AUDIT-ALL', 'GET', `/admin/events/${event.id}`)).statusCode, 200)
    const hook = hooks.get('M-AUDIT-ALL')
    assert.equal((await call('M-WIDE', 'GET', `/admin/webhooks/${hook}/deliveries/${event.id}`)).statusCode, 404)
    const history = await call('M-PAR', 'GET', '/manager/employees/E-PAR/history?per_page=100')
    const told = history.json().map((one: { subject: { id: string } }) => one.subject.id)
    assert.deepEqual([told.includes(hidden.id), told.includes(shown.id)], [false, true])
  })

  test('has a subject that the log of mails shows to those with requests:read_all alone', async () => {
    const subject = unique('Quiet')
    const sent = { attempts: 1, attempted_at: new Date(), sent_at: new Date(), search_text: subject.toLowerCase() }
    const mail = { client_id: 'acme', recipient: 'x@acme.test', kind: 'request', subject }
    await db
      .insertInto('mails')
      .values({ ...mail, ...sent })
      .execute()

    const readers = await those(async (who) => {
      const answer = await call(who, 'GET', `/admin/mails?q=${subject}`)
      return answer.statusCode === 200 && answer.json().length > 0
    })

    assert.deepEqual(readers, ['M-AUDIT-ALL'])
  })

  test('403 for who would lead somebody else’s callbacks to themselves, or issue an application that reads all', async () => {
    const body = { name: 'All', callback_url: 'https://hooks.example.com/in', events: ['request.*'] }
    const { id } = (await call('M-AUDIT-ALL', 'POST', '/admin/webhooks', { body })).json()
    const change = { body: { callback_url: 'https://evil.example.com/in' } }
    assert.equal((await call('M-WIDE', 'PATCH', `/admin/webhooks/${id}`, change)).statusCode, 403)

    const application = { body: { id: unique('app'), permissions: ['requests:read'] } }
    const refused = await call('M-WIDE', 'POST', '/admin/applications', application)
    const issued = await call('M-AUDIT-ALL', 'POST', '/admin/applications', application)
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'beyond_own_permissions'])
    assert.equal(issued.statusCode, 201, issued.body)
  })

  test('requests:read_all: a role has it only if it says so; nobody gives it who does not hold it', async () => {
    const role = (permissions: string[]) => ({ body: { name: 'Reading', permissions } })
    const code = unique('role')
    const refused = await call('M-WIDE', 'PUT', `/admin/roles/${code}`, role(['requests:read_all']))
    const given = await call('M-AUDIT-ALL', 'PUT', `/admin/roles/${code}`, role(['requests:read_all']))
    assert.deepEqual([refused.statusCode, given.statusCode], [403, 201], given.body)
    assert.equal((await call('M-WIDE', 'PUT', `/admin/roles/${unique('role')}`, role(['requests:*']))).statusCode, 201)
  })
})
