import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ManagerRequest, ManagerRequestItem } from '#modules/requests/portal-schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aFile, asBody, type FormFields, requestCalls } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { db, v2 } = service
const { as } = portalCalls(service)
const api = requestCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
await aRole(service, { code: 'hr', permissions: ['requests:*'] })
await aRole(service, { code: 'reader', permissions: ['requests:read'] })
const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles: profile('hr', 'HQ') })
await aManager(service, { technical_id: 'M-PAR', first_name: 'Paula', profiles: profile('hr', 'PAR') })
await aManager(service, { technical_id: 'M-LON', profiles: profile('hr', 'LON') })
await aManager(service, { technical_id: 'M-READ', profiles: profile('reader', 'PAR') })
await anEmployee(service, { technical_id: 'E-PAR', last_name: 'Dubois', organizations: ['PAR'] })
await anEmployee(service, { technical_id: 'E-LON', organizations: ['LON'] })
await v2('PUT', '/forms/proof', {
  body: { title: 'Proof', fields: [{ code: 'paper', label: 'Paper', type: 'file' }] },
})

const paris = as('manager:M-PAR')
const london = as('manager:M-LON')
const all = as('manager:M-ALL')
const reader = as('manager:M-READ')
const made = (fields: FormFields = {}) =>
  api.made({
    creator_technical_id: 'M-ALL',
    employee_technical_id: 'E-PAR',
    visible_to_employee: 'true',
    ...fields,
  })

async function list(query: string, who = paris): Promise<ManagerRequestItem[]> {
  const answer = await who('GET', `/manager/requests?per_page=100&${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
const ids = async (query: string, who = paris) => (await list(query, who)).map((one) => one.id)
const read = async (id: string, who = paris): Promise<ManagerRequest> =>
  (await who('GET', `/manager/requests/${id}`)).json()

describe('GET /manager/requests', () => {
  test('200 has what lies in the perimeter and what is assigned, and no more', async () => {
    const q = unique('Reach')
    const ofParis = await made({ subject: q })
    const ofLondon = await made({ subject: q, employee_technical_id: 'E-LON' })
    const assigned = await made({ subject: q, employee_technical_id: 'E-LON' })
    const ofNobody = await made({ subject: q, employee_technical_id: undefined, visible_to_employee: undefined })
    await api.patched(assigned.id, { managers_assigned: ['M-PAR'] })

    assert.deepEqual(await ids(`q=${q}&sort=created_at`), [ofParis.id, assigned.id])
    assert.deepEqual(await ids(`q=${q}&sort=created_at`, london), [ofLondon.id, assigned.id])
    assert.equal((await ids(`q=${q}`, all)).length, 4)
    assert.equal((await paris('GET', `/manager/requests/${ofLondon.id}`)).statusCode, 404)
    assert.equal((await paris('GET', `/manager/requests/${ofNobody.id}`)).statusCode, 404)
    assert.equal((await read(assigned.id)).may_write, true)
    assert.equal((await read(ofParis.id, reader)).may_write, false)
  })

  test('200 filters, sorts and counts', async () => {
    const q = unique('Filter')
    const first = await made({ subject: `${q} b`, priority: 'URGENT', processing_date_due: '2020-01-01' })
    const second = await made({ subject: `${q} a`, form_code: 'proof' })
    const third = await made({ subject: `${q} c`, processing_date_due: '2090-01-01' })
    await api.patched(second.id, { managers_assigned: ['M-PAR'], status: 'pending' })
    await api.patched(third.id, { status: 'closed' })

    const cases: Record<string, string[]> = {
      'assigned=me': [second.id],
      'assigned=nobody&sort=created_at': [first.id, third.id],
      'state=closed': [third.id],
      'state=open&sort=subject': [second.id, first.id],
      'status=pending': [second.id],
      'priority=URGENT': [first.id],
      'form=proof': [second.id],
      'overdue=true': [first.id],
      'due_since=2080-01-01': [third.id],
      'due_until=2080-01-01': [first.id],
      'sort=processing_date_due': [first.id, third.id, second.id],
      'sort=-priority&state=open': [first.id, second.id],
      'employee=E-LON': [],
      'employee=nobody': [],
    }
    for (const [query, wanted] of Object.entries(cases)) assert.deepEqual(await ids(`q=${q}&${query}`), wanted, query)
    const answer = await paris('GET', `/manager/requests?q=${q}&per_page=1`)
    assert.equal(answer.headers['x-total-count'], '3')
    assert.equal((await list(`q=${q}&overdue=true`))[0]?.is_overdue, true)
  })

  test('200 finds by the name of the employee and by number; page by page in every order', async () => {
    const request = await made()
    assert.ok((await ids('q=dubois')).includes(request.id))
    assert.ok((await ids(`q=%23${request.id}`)).includes(request.id))

    for (const sort of [
      '-updated_at',
      'processing_date_due',
      '-priority',
      'subject',
      '-closed_at',
      '-closed_at&state=closed',
    ]) {
      const whole = await ids(`sort=${sort}`)
      const walked: string[] = []
      let cursor: unknown
      do {
        const answer = await paris(
          'GET',
          `/manager/requests?sort=${sort}&per_page=3${cursor ? `&cursor=${cursor}` : ''}`,
        )
        walked.push(...answer.json().map((one: ManagerRequestItem) => one.id))
        cursor = answer.headers['next-cursor']
      } while (cursor)
      assert.deepEqual(walked, whole, sort)
    }
  })

  test('403 without the permission; 400 for what is not a filter', async () => {
    await aRole(service, { code: 'none', permissions: ['articles:read'] })
    await aManager(service, { technical_id: 'M-OUT', profiles: profile('none', 'HQ') })

    assert.equal((await as('manager:M-OUT')('GET', '/manager/requests')).statusCode, 403)
    assert.equal((await paris('GET', '/manager/requests?status=lost')).statusCode, 400)
    assert.equal((await as('employee:E-PAR')('GET', '/manager/requests')).statusCode, 403)
  })
})

test('GET /manager/requests/counts: 200 counts what is open in reach', async () => {
  const before = (await london('GET', '/manager/requests/counts')).json()
  const mine = await made({ employee_technical_id: 'E-LON', processing_date_due: '2020-01-01' })
  await made({ employee_technical_id: 'E-LON' })
  await made()
  await api.patched(mine.id, { managers_assigned: ['M-LON'] })

  const after = (await london('GET', '/manager/requests/counts')).json()

  const added = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, Number(count) - before[name]]))
  assert.deepEqual(added, { mine: 1, unassigned: 1, overdue: 1, open: 2 })
})

describe('PATCH /manager/requests/{id}', () => {
  test('200 changes it in the name of the manager, whose history has names', async () => {
    const { id } = await made()
    const change = { status: 'open', priority: 'URGENT', managers_assigned: ['M-PAR'], actor_technical_id: 'M-ALL' }

    const answer = await paris('PATCH', `/manager/requests/${id}`, { body: change })

    assert.equal(answer.statusCode, 200, answer.body)
    const { status, history, moves, managers_assigned } = await read(id)
    assert.deepEqual([status, moves], ['open', ['pending', 'closed']])
    assert.equal(managers_assigned[0]?.technical_id, 'M-PAR')
    const deed = history.at(-1)
    assert.equal(deed?.actor?.first_name, 'Paula')
    assert.deepEqual(deed?.changes.find((one) => one.field === 'managers_assigned')?.to, ['Paula M-PAR'])
    assert.deepEqual(await eventsOf(db, id), ['request.created', 'request.updated'])
  })

  test('422 for a move that is none and unknown managers; 404 out of reach; 403 for who only reads', async () => {
    const { id } = await made()
    await api.patched(id, { status: 'closed' })

    const answer = await paris('PATCH', `/manager/requests/${id}`, {
      body: { status: 'pending', managers_assigned: ['nobody'] },
    })

    assert.deepEqual(
      answer.json().errors.map((one: { field: string }) => one.field),
      ['status', 'managers_assigned'],
    )
    const body = { status: 'open' }
    assert.equal((await london('PATCH', `/manager/requests/${id}`, { body })).statusCode, 404)
    assert.equal((await reader('PATCH', `/manager/requests/${id}`, { body })).statusCode, 403)
    assert.equal((await read(id)).status, 'closed')
  })
})

describe('POST /manager/requests', () => {
  const post = async (fields: FormFields, who = paris) => who('POST', '/manager/requests', await asBody(fields))
  const byPhone = {
    form_code: 'default',
    subject: 'Call',
    body: 'Hello',
    origin: 'PHONE',
    employee_technical_id: 'E-PAR',
  }

  test('201 makes one for an employee of the perimeter, with its files', async () => {
    const answer = await post({ ...byPhone, creator_technical_id: 'M-ALL', visible_to_employee: 'true' })
    const withFile = await post({ form_code: 'proof', employee_technical_id: 'E-PAR', paper: aFile('paper') })

    const request = await api.read(answer.json().id)
    assert.deepEqual(
      [request.origin, request.creator?.technical_id, request.visible_by_employee],
      ['PHONE', 'M-PAR', true],
    )
    const { id } = withFile.json()
    assert.equal((await api.read(id)).origin, 'PORTAL')
    assert.equal((await paris('GET', `/manager/requests/${id}/files/paper`)).body, 'paper')
    assert.equal((await london('GET', `/manager/requests/${id}/files/paper`)).statusCode, 404)
  })

  test('422 for an employee elsewhere as for none, and for another origin', async () => {
    const fieldOf = async (fields: FormFields) => {
      const answer = await post({ ...byPhone, ...fields })
      assert.equal(answer.statusCode, 422, answer.body)
      return answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
    }

    assert.deepEqual(await fieldOf({ employee_technical_id: 'E-LON' }), ['employee_technical_id unknown_employee'])
    assert.deepEqual(await fieldOf({ employee_technical_id: 'E-0' }), ['employee_technical_id unknown_employee'])
    assert.deepEqual(await fieldOf({ employee_technical_id: undefined, visible_to_employee: undefined }), [
      'employee_technical_id required',
    ])
    assert.deepEqual(await fieldOf({ origin: 'API' }), ['origin unknown_choice'])
  })
})

describe('POST /manager/requests/{id}/comments', () => {
  test('201 says it in the name of the manager, publicly or internally', async () => {
    const { id } = await made({ visible_to_employee: 'true' })

    const inside = await paris('POST', `/manager/requests/${id}/comments`, { body: { body: 'Hm', internal: true } })
    const outside = await paris(
      'POST',
      `/manager/requests/${id}/comments`,
      await asBody({ body: 'Yes', files: aFile() }),
    )

    assert.deepEqual([inside.statusCode, outside.statusCode], [201, 201])
    const { messages } = await read(id)
    assert.deepEqual(
      messages.map(({ internal, side, files }) => [internal, side, files.length]),
      [
        [true, 'manager', 0],
        [false, 'manager', 1],
      ],
    )
    const seen = (await as('employee:E-PAR')('GET', `/me/requests/${id}`)).json()
    assert.deepEqual([seen.messages_total, seen.messages[0].body], [1, 'Yes'])
    const refused = await london('POST', `/manager/requests/${id}/comments`, { body: { body: 'x' } })
    assert.equal(refused.statusCode, 404)
  })
})

describe('GET /manager/managers', () => {
  test('200 has those who see requests where I do', async () => {
    const names = async (who: typeof paris, query = '') =>
      (await who('GET', `/manager/managers?${query}`)).json().map((one: { technical_id: string }) => one.technical_id)

    assert.deepEqual(await names(paris), ['M-ALL', 'M-PAR', 'M-READ'])
    assert.deepEqual(await names(all, 'q=paula'), ['M-PAR'])
    assert.deepEqual(await names(paris, 'permission=notes:read'), [])
  })
})

test('GET /manager/forms: 200 has forms that employees do not see', async () => {
  const forms = (await paris('GET', '/manager/forms')).json()
  assert.ok(forms.some((one: { slug: string }) => one.slug === 'proof'))
  assert.equal((await paris('GET', '/manager/forms/proof')).json().fields[0].code, 'paper')
  assert.equal((await paris('GET', '/manager/forms/none')).statusCode, 404)
})
