import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import {
  aCustomField,
  aManager,
  anEmployee,
  anOrganization,
  aRole,
  eventsOf,
} from '#test/harness/features/directory/builders.ts'
import { deleteEmployee, restoreEmployee } from './delete-employee.ts'

const service = await startApp()
const { v2, db, clock } = service

const addressOf = (id: string) => `/employees/${encodeURIComponent(id)}`
const read = (id: string) => v2('GET', addressOf(id))
const remove = (id: string) => v2('DELETE', addressOf(id))
const restore = (id: string) => v2('POST', `${addressOf(id)}/restore`)
const listed = async (query: string): Promise<string[]> =>
  (await v2('GET', `/employees?${query}`)).json().map((one: { technical_id: string }) => one.technical_id)

async function eventRowsOf(id: string) {
  const columns = ['client_id', 'type', 'actor_type', 'actor_id', 'actor_name', 'data'] as const
  return db.selectFrom('events').select(columns).where('resource_id', '=', id).orderBy('id').execute()
}

const byPayroll = { client_id: 'acme', actor_type: 'application', actor_id: 'payroll', actor_name: 'payroll' }

describe('DELETE /employees/{technical_id}', () => {
  test('204 without a body; then it is neither read nor listed, but among the deleted', async () => {
    const id = await anEmployee(service, { last_name: unique('Gone') })
    const { last_name } = (await read(id)).json()

    const answer = await remove(id)

    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    assert.deepEqual((await read(id)).json(), { code: 'not_found', message: `Employee ${id} not found.` })
    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await listed(`q=${last_name}`), [])
    assert.deepEqual(await listed(`q=${last_name}&deleted=true`), [id])
  })

  test('204 emits employee.deleted with the employee as the list of deleted ones answers it', async () => {
    const id = await anEmployee(service, { last_name: unique('Gone') })
    const before = (await read(id)).json()
    clock.advance(60)

    await remove(id)

    const [deleted] = (await v2('GET', `/employees?deleted=true&q=${before.last_name}`)).json()
    const { deleted_at, updated_at, ...rest } = deleted
    assert.deepEqual(await eventRowsOf(id), [{ ...byPayroll, type: 'employee.deleted', data: deleted }])
    assert.deepEqual({ ...rest, deleted_at: null, updated_at: before.updated_at }, before)
    assert.equal(deleted_at, updated_at)
    assert.ok(deleted_at > before.updated_at)
  })

  test('204 takes it out of every perimeter and every filter', async () => {
    const organization = await anOrganization(service)
    const role = await aRole(service)
    const manager = await aManager(service, { profiles: [{ role, organizations: [organization] }] })
    const id = await anEmployee(service, { organizations: [organization], email: `${organization}@acme.test` })

    await remove(id)

    for (const query of [
      `visible_by_technical_id=${manager}`,
      `organization_code=${organization}`,
      `employee_number=${id}`,
      `email=${organization}@acme.test`,
    ]) {
      assert.deepEqual(await listed(query), [], query)
      assert.deepEqual(await listed(`${query}&deleted=true`), [id], query)
    }
    assert.deepEqual((await v2('GET', `/users?sees_technical_id=${id}`)).json(), [])
  })

  test('404 for one that was deleted already, and no second event', async () => {
    const id = await anEmployee(service)
    await remove(id)

    const answer = await remove(id)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Employee ${id} not found.` })
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted'])
  })

  test('204 once and 404 otherwise when many delete it at once', async () => {
    const id = await anEmployee(service)

    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [204, 404, 404, 404, 404, 404])
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted'])
  })

  test('404 for an absent one and for what is not an id', async () => {
    const ids = [unique('E'), 'x'.repeat(51), 'a\0', 'a/b']

    const answers = await Promise.all(ids.map(remove))

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      ids.map(() => [404, 'not_found']),
    )
  })

  test("404 for another client's, word for word as for an absent one, and nothing changes", async () => {
    const id = await anEmployee(service)
    const absent = unique('E')
    const call = (one: string) => v2('DELETE', `/employees/${one}`, { application: 'rival' })

    const others = await call(id)
    const unknown = await call(absent)

    assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
    assert.equal(others.body.replaceAll(id, '…'), unknown.body.replaceAll(absent, '…'))
    assert.equal((await read(id)).statusCode, 200)
  })

  test('the deletion and its event vanish together when a later step fails', async () => {
    const id = await anEmployee(service)
    const before = (await read(id)).json()

    const work = service.doWork(acme, async (one) => {
      await deleteEmployee(one, id)
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.deepEqual((await read(id)).json(), before)
    assert.deepEqual(await eventsOf(db, id), [])
  })
})

describe('the log-in of a deleted employee', () => {
  test('is away for every call until the employee is back', async () => {
    const id = await anEmployee(service)
    const account = `/accounts/employee:${id}`
    const before = (await v2('PUT', account, { body: { password: 'my password' } })).json()
    await remove(id)

    const answers = [
      await v2('PUT', account, { body: { password: 'another one' } }),
      await v2('PATCH', account, { body: { is_active: false } }),
      await v2('GET', account),
      await v2('DELETE', account),
    ]
    const inList = (await v2('GET', '/accounts?per_page=100'))
      .json()
      .some((one: { id: string }) => one.id === before.id)

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [422, 404, 404, 404],
    )
    assert.equal(inList, false)
    await restore(id)
    assert.deepEqual((await v2('GET', account)).json(), before)
  })
})

describe('POST /employees/{technical_id}/restore', () => {
  test('200 brings everything back as it was, and emits employee.restored with what the API answers', async () => {
    const organization = await anOrganization(service)
    const field = await aCustomField(service)
    const id = await anEmployee(service, {
      technical_id: unique('é "%'),
      organizations: [organization],
      custom_fields: { [field]: 'x' },
      city: 'Paris',
    })
    const before = (await read(id)).json()
    await remove(id)
    clock.advance(60)

    const answer = await restore(id)

    const restored = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual({ ...restored, updated_at: before.updated_at }, before)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual((await read(id)).json(), answer.json())
    assert.deepEqual(await listed(`organization_code=${organization}`), [id])
    assert.deepEqual(await listed(`organization_code=${organization}&deleted=true`), [])
    const events = await eventRowsOf(id)
    assert.deepEqual(
      events.map((one) => one.type),
      ['employee.deleted', 'employee.restored'],
    )
    assert.deepEqual(events[1], { ...byPayroll, type: 'employee.restored', data: answer.json() })
  })

  test('200 for one that is there changes nothing and emits nothing', async () => {
    const id = await anEmployee(service)
    const before = (await read(id)).json()
    clock.advance(60)

    const answer = await restore(id)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), before)
    assert.deepEqual((await read(id)).json(), before)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('200 for all when many restore it at once, with one event', async () => {
    const id = await anEmployee(service)
    await remove(id)

    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(id)))

    assert.ok(answers.every((one) => one.statusCode === 200 && one.json().deleted_at === null))
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted', 'employee.restored'])
  })

  test('200 puts it where its organization was moved to meanwhile', async () => {
    const top = await anOrganization(service)
    const organization = await anOrganization(service)
    const id = await anEmployee(service, { organizations: [organization] })
    await remove(id)
    await v2('PATCH', `/organizations/${organization}`, { body: { parent: top } })

    await restore(id)

    assert.deepEqual(await listed(`organization_code=${top}&include_below=true`), [id])
  })

  test('200 for one whose id is a word of another address', async () => {
    const id = await anEmployee(service, { technical_id: 'restore' })
    await remove(id)

    const answer = await restore(id)

    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().technical_id, 'restore')
  })

  test('200 may be followed by another deletion and another restoration', async () => {
    const id = await anEmployee(service)

    for (const step of [remove, restore, remove, restore]) await step(id)

    assert.equal((await read(id)).statusCode, 200)
    assert.deepEqual(await eventsOf(db, id), [
      'employee.deleted',
      'employee.restored',
      'employee.deleted',
      'employee.restored',
    ])
  })

  test('404 for an absent one', async () => {
    const id = unique('E')

    const answer = await restore(id)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Employee ${id} not found.` })
  })

  test('422 for what is not an id, named technical_id', async () => {
    const answer = await restore('x'.repeat(51))

    assert.equal(answer.statusCode, 422)
    assert.equal(answer.json().errors[0].field, 'technical_id')
  })

  test("404 for another client's deleted one, which stays deleted", async () => {
    const id = await anEmployee(service, { owner: globex })
    await v2('DELETE', `/employees/${id}`, { application: 'rival' })

    const answer = await restore(id)

    assert.equal(answer.statusCode, 404)
    assert.equal((await v2('GET', `/employees/${id}`, { application: 'rival' })).statusCode, 404)
  })

  test('the restoration and its event vanish together when a later step fails', async () => {
    const id = await anEmployee(service)
    await remove(id)

    const work = service.doWork(acme, async (one) => {
      await restoreEmployee(one, id)
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted'])
  })
})
