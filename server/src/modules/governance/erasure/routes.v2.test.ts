import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { auditedIn } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { deletionCalls, disposalCalls, holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { v2 } = service
const { ask, run, finish, read, act, evaluated, erased } = deletionCalls(service)
const { aDocument } = filingCalls(service)
const { placed, release } = holdCalls(service)
const { stored } = policyCalls(service)

async function aPerson() {
  const organization = await anOrganization(service)
  const id = await anEmployee(service, { organizations: [organization], email: `${organization}@people.test` })
  const document = await aDocument('employee', { employee_technical_id: id })
  return { organization, id, document }
}
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
const isThere = async (id: string) => (await v2('GET', `/employee_documents/${id}`)).statusCode === 200
const moduleOf = ({ modules }: { modules: { id: string }[] }, id: string) =>
  modules.find((one) => one.id === id) as unknown as {
    status: string
    kept: Record<string, unknown>[]
    resources: object[]
  }

describe('asking for a deletion', () => {
  test('201, and evaluated by every module without changing anything', async () => {
    const { id, document } = await aPerson()

    const found = await evaluated('employee', id)

    assert.deepEqual([found.status, found.outcome, found.pseudonym, found.origin], ['evaluated', null, null, 'api'])
    assert.deepEqual(
      found.modules.map((one) => one.id),
      [
        'directory',
        'accounts',
        'documents',
        'vault',
        'requests',
        'notes',
        'signatures',
        'distributions',
        'mails',
        'events',
        'audit',
      ],
    )
    assert.deepEqual(moduleOf(found, 'documents').resources, [{ type: 'employee_document', count: 1 }])
    assert.equal(await isThere(document.id), true)
  })

  test('201 for one of a burst, 409 for the others; another one after the first was canceled', async () => {
    const { id } = await aPerson()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('employee', id)))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409, 409, 409])
    const first = answers.find(({ statusCode }) => statusCode === 201)?.json().id
    await run(first)
    assert.equal((await act(first, 'cancel')).statusCode, 200)
    assert.equal((await ask('employee', id)).statusCode, 201)
  })

  test('422 names the field', async () => {
    const { document } = await aPerson()
    for (const [type, id, over, field] of [
      ['invoice', 'E-1', {}, 'resource_type'],
      ['employee', 'E-none', {}, 'resource_id'],
      ['request', 'x', {}, 'resource_id'],
      ['employee_document', "' OR true --", {}, 'resource_id'],
      ['employee_document', document.id, { mode: 'anonymise' }, 'mode'],
      ['employee', 'E-1', { grace_days: 366 }, 'grace_days'],
      ['employee_document', document.id, { notification_recipient: 'nobody' }, 'notification_recipient'],
      ['employee_document', document.id, { actor_technical_id: 'M-none' }, 'actor_technical_id'],
    ] as const) {
      const answer = await ask(type, id, over)
      assert.equal(answer.statusCode, 422, `${field}: ${answer.body}`)
      assert.equal(answer.json().errors[0].field, field)
    }
  })

  test('404 for another client, 403 without the permission, for an application and for the manager whom it names', async () => {
    const { organization, id } = await aPerson()
    const found = await evaluated('employee', id)
    const path = `/deletion_requests/${found.id}`
    const role = await aRole(service, { permissions: ['deletion_requests:write'] })
    const partial = await aManager(service, {
      profiles: [{ role, organizations: [organization], include_below: true }],
    })
    assert.equal((await v2('GET', path, { application: 'rival' })).statusCode, 404)
    assert.equal((await v2('POST', `${path}/confirm`, { application: 'rival', body: {} })).statusCode, 404)
    assert.deepEqual((await v2('GET', '/deletion_requests', { application: 'rival' })).json(), [])
    assert.equal((await v2('POST', `${path}/confirm`, { application: 'reader', body: {} })).statusCode, 403)
    assert.deepEqual(codeOf(await act(found.id, 'confirm', { actor_technical_id: partial })), [403, 'not_permitted'])
    assert.equal((await read(found.id)).status, 'evaluated')
  })
})

describe('deciding', () => {
  test('200 for an application that acts for a manager: the trail names both, and nothing personal in what stays', async () => {
    const { id } = await aPerson()
    const role = await aRole(service, { permissions: ['deletion_requests:write'] })
    const all: { code: string }[] = (await v2('GET', '/organizations?per_page=100')).json()
    const manager = await aManager(service, {
      profiles: [{ role, organizations: all.map(({ code }) => code), include_below: true }],
    })
    const { id: request } = await evaluated('employee', id, { grace_days: 30 })

    const answer = await act(request, 'confirm', { actor_technical_id: manager })

    assert.equal(answer.statusCode, 200, answer.body)
    const [entry] = await auditedIn(service.db, { action: 'deletion_request.confirmed', resource_id: request })
    assert.equal(entry?.actor.name?.endsWith(`, for ${manager}`), true)
    assert.deepEqual(entry?.subject, { type: 'employee', technical_id: id })
    assert.ok(!JSON.stringify([entry?.details, entry?.resource]).includes(manager))
  })

  test('200 once for confirmations at the same time', async () => {
    const { id } = await aPerson()
    const { id: request } = await evaluated('employee', id, { grace_days: 30 })
    const answers = await Promise.all([act(request, 'confirm'), act(request, 'confirm'), act(request, 'confirm')])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 400, 400])
  })

  test('400 for what the status does not allow', async () => {
    const { id } = await aPerson()
    const { id: request } = await evaluated('employee', id)
    assert.deepEqual(codeOf(await act(request, 'retry')), [400, 'invalid_state'])
    await act(request, 'cancel')
    for (const verb of ['confirm', 'cancel', 'retry'] as const) {
      assert.deepEqual(codeOf(await act(request, verb)), [400, 'invalid_state'])
    }
  })

  test('200, and nothing goes before the grace is over', async () => {
    const { id, document } = await aPerson()
    const { id: request } = await evaluated('employee', id, { grace_days: 3 })
    await act(request, 'confirm')
    await run(request)
    assert.deepEqual([(await read(request)).status, await isThere(document.id)], ['confirmed', true])
    await service.pool.query('UPDATE deletion_requests SET due_at = created_at WHERE id = $1', [request])
    await run(request)
    assert.deepEqual([(await read(request)).status, await isThere(document.id)], ['completed', false])
  })

  test('409 while a hold covers the employee, and erased after its release', async () => {
    const { id, document } = await aPerson()
    const hold = await placed({ employee_technical_ids: [id] })
    const found = await evaluated('employee', id)
    assert.equal(moduleOf(found, 'documents').status, 'rejected')
    assert.deepEqual(codeOf(await act(found.id, 'confirm')), [409, 'legal_hold'])
    await release(hold.id)
    await act(found.id, 'confirm')
    await run(found.id)
    assert.deepEqual([(await read(found.id)).outcome, await isThere(document.id)], ['complete', false])
  })
})

describe('an erasure', () => {
  test('takes the employee away, frees the id, and leaves the others alone', async () => {
    const { organization, id, document } = await aPerson()
    const neighbour = await anEmployee(service, { organizations: [organization] })
    const theirs = await aDocument('employee', { employee_technical_id: neighbour })

    const found = await erased('employee', id)

    assert.deepEqual(
      [found.status, found.outcome, found.resource_id, found.resource_name],
      ['completed', 'complete', found.pseudonym, null],
    )
    assert.match(found.pseudonym ?? '', /^erased-[0-9a-f]{16}$/)
    assert.deepEqual([await isThere(document.id), await isThere(theirs.id)], [false, true])
    assert.equal((await v2('GET', `/employees/${id}`)).statusCode, 404)
    assert.equal((await v2('POST', `/employees/${id}/restore`)).statusCode, 404)
    const body = { first_name: 'New', last_name: 'Person', registrations: [] }
    assert.equal((await v2('PUT', `/employees/${id}`, { body })).statusCode, 201)
    const reserved = await v2('PUT', `/employees/${found.pseudonym}`, { body })
    assert.deepEqual([reserved.statusCode, reserved.json().errors[0].code], [422, 'reserved'])
  })

  test('keeps what a policy keeps, restricts the employee, and does the rest when the reason ends', async () => {
    const { organization, id, document } = await aPerson()
    const kept = await aDocument('employee', { employee_technical_id: id })
    const policy = await stored({
      filters: { organization_codes: [organization], document_type_codes: [kept.document_type_code] },
      delay: 'P9Y',
    })

    const found = await erased('employee', id)
    assert.equal(found.outcome, 'partial')
    const [item] = moduleOf(found, 'documents').kept
    assert.deepEqual([item?.resource_id, item?.reason, item?.retention_policy_id], [kept.id, 'retention', policy])
    assert.deepEqual(
      moduleOf(found, 'directory').kept.map(({ reason }) => reason),
      ['needed'],
    )
    assert.deepEqual([await isThere(document.id), await isThere(kept.id)], [false, true])
    assert.equal((await v2('GET', `/employees/${found.pseudonym}`)).statusCode, 404)
    assert.deepEqual((await v2('GET', `/employees?deleted=true&q=${found.pseudonym}`)).json(), [])

    await v2('DELETE', `/retention_policies/${policy}`)
    await finish()
    await run(found.id)
    const after = await read(found.id)
    assert.deepEqual([after.status, after.outcome, await isThere(kept.id)], ['completed', 'complete', false])
    const events = (await v2('GET', `/events?type=deletion_request.completed&resource_id=${found.id}`)).json()
    assert.equal(events.length, 2)
  })

  test('leaves the vault to an employee who did not ask', async () => {
    const { id, document } = await aPerson()
    const found = await erased('employee', id, { requested_by_employee: false })
    assert.deepEqual([found.outcome, moduleOf(found, 'vault').status], ['partial', 'rejected'])
    assert.deepEqual(
      moduleOf(found, 'vault').kept.map(({ reason }) => reason),
      ['not_collected'],
    )
    assert.equal(await isThere(document.id), false)
  })

  test('makes requests anonymous, and takes them away otherwise', async () => {
    const { made, call } = requestCalls(service)
    const creator_technical_id = await aManager(service)
    const [one, other] = [await aPerson(), await aPerson()]
    const [first, second] = [
      await made({ creator_technical_id, employee_technical_id: one.id }),
      await made({ creator_technical_id, employee_technical_id: other.id }),
    ]
    const { pseudonym } = await erased('employee', one.id, { mode: 'anonymise' })
    await erased('employee', other.id)
    assert.equal((await call('GET', `/requests/${first.id}/`)).json().employee.technical_id, pseudonym)
    assert.equal((await call('GET', `/requests/${second.id}/`)).statusCode, 404)
  })

  test('rewrites events, which keep their ids, types and times', async () => {
    const { id, document } = await aPerson()
    const { post } = noteCalls(service)
    await post('employees', { employee_technical_id: id, description: 'A secret note' })
    await v2('PUT', `/employees/${id}`, { body: { first_name: 'Nora', last_name: 'Unmistakable', registrations: [] } })
    const before = (await Promise.all([id, document.id].map((one) => v2('GET', `/events?resource_id=${one}`)))).flatMap(
      (answer) => answer.json(),
    )
    const { pseudonym } = await erased('employee', id)
    for (const event of before) {
      const answer = await v2('GET', `/events/${event.id}`)
      const { type, created_at } = answer.json()
      assert.deepEqual([type, created_at], [event.type, event.created_at])
      for (const text of [id, 'Unmistakable', '@people.test'])
        assert.ok(!answer.body.includes(text), `${type}: ${text}`)
      if (type === 'employee.updated') assert.ok(answer.body.includes(pseudonym ?? '?'))
    }
  })

  test('goes on where a module failed, after a retry', async () => {
    const { id } = await aPerson()
    const { id: request } = await evaluated('employee', id)
    await act(request, 'confirm')
    await service.pool.query('ALTER TABLE notes RENAME TO lost')
    for (let tries = 0; tries < 8; tries += 1) await run(request).catch(() => {})
    await service.pool.query('ALTER TABLE lost RENAME TO notes')
    const failed = await read(request)
    assert.equal(failed.status, 'failed')
    assert.equal((await act(request, 'retry')).statusCode, 200)
    await run(request)
    assert.deepEqual([(await read(request)).status, (await read(request)).outcome], ['completed', 'complete'])
  })

  test('is made of employees whose retention is over, and the disposal is done with it', async () => {
    const { made, items } = disposalCalls(service)
    const { organization, id } = await aPerson()
    const policy = await stored({
      resource_type: 'employee',
      filters: { organization_codes: [organization] },
      needs_approval: 0,
    })
    const disposal = await made(policy)
    const [open] = (await v2('GET', `/deletion_requests?resource_type=employee&resource_id=${id}`)).json()
    assert.deepEqual([disposal.status, open.origin, open.send_package], ['processing', 'retention', false])
    await run(open.id)
    const { run: dispose, read: readDisposal } = disposalCalls(service)
    await dispose(disposal.id)
    assert.deepEqual(
      [(await readDisposal(disposal.id)).status, (await items(disposal.id)).map((one) => one.status)],
      ['completed', ['done']],
    )
    assert.equal((await v2('GET', `/employees/${id}`)).statusCode, 404)
  })
})

test('the report is sealed, and says what went and what was kept without naming the person', async () => {
  const { id, document } = await aPerson()
  await placed({ document_ids: [document.id] })
  const { id: request } = await erased('employee', id)
  const answer = await v2('GET', `/deletion_requests/${request}/report`)
  const kept = moduleOf(answer.json(), 'documents').kept
  assert.deepEqual(
    kept.map((one) => [one.resource_id, one.reason]),
    [[document.id, 'legal_hold']],
  )
  assert.ok(!answer.body.includes(id))
  assert.match((await v2('GET', `/deletion_requests/${request}/report/seal`)).body, /^[\w-]+\.\.[\w-]+$/)
  assert.equal(
    (await v2('GET', `/deletion_requests/${request}/report?format=pdf`)).rawPayload.subarray(0, 5).toString(),
    '%PDF-',
  )
})
