import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { noteCalls } from '#test/harness/features/notes.ts'

const service = await startApp()
const { all, par, reader, stranger } = await managerWorld(service, ['employees:read', 'notes:read'])
const { aDocument } = filingCalls(service)
const { written } = noteCalls(service)

type Call = typeof all
const on = async (call: Call, subject: string) => {
  const answer = await call('GET', `/manager/notes?${subject}`)
  return answer.statusCode === 200
    ? answer.json().map((one: { description: string }) => one.description)
    : answer.statusCode
}
const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(service.clock.now().getTime() + days * DAY_MS).toISOString()

describe('GET /manager/notes', () => {
  test('200 lists the notes for this manager alone: open ones, and those that name them', async () => {
    const id = await anEmployee(service, { organizations: ['PAR'] })
    await written('employees', { employee_technical_id: id, description: 'For all' })
    await written('employees', { employee_technical_id: id, description: 'For par', visible_by_managers: ['par'] })
    const [first] = (await par('GET', `/manager/notes?employee_technical_id=${id}`)).json()

    assert.deepEqual(await on(par, `employee_technical_id=${id}`), ['For par', 'For all'])
    assert.deepEqual(await on(all, `employee_technical_id=${id}`), ['For all'])
    assert.deepEqual(first.readers, [{ technical_id: 'par', first_name: 'Pa', last_name: 'par' }])
    assert.equal(first.may_delete, true)
    assert.equal((await reader('GET', `/manager/notes?employee_technical_id=${id}`)).json()[0].may_delete, false)
  })

  test('200 lists the notes on a document for those who may see it; 404 for the others', async () => {
    const { id } = await aDocument('employee', { employee_technical_id: 'ada' })
    await written('documents', { document_id: id, description: 'On it' })

    assert.deepEqual(await on(par, `document_id=${id}`), ['On it'])
    assert.deepEqual(await on(reader, `document_id=${id}`), 404)
  })

  test('404 for an employee outside of the perimeter, 422 for neither or both, 403 without the permission', async () => {
    assert.equal(await on(par, 'employee_technical_id=bob'), 404)
    assert.equal(await on(par, ''), 422)
    assert.equal(await on(par, 'employee_technical_id=ada&document_id=x'), 422)
    assert.equal(await on(stranger, 'employee_technical_id=ada'), 403)
  })
})

describe('GET /manager/notes/{id}/retention', () => {
  const retention = (call: Call, id: string) => call('GET', `/manager/notes/${id}/retention`)

  test('200 tells the managers who may read a note; 404 for the others and for what is not there', async () => {
    const id = await written('employees', { employee_technical_id: 'ada', visible_by_managers: ['par'] })

    const { resource_type, resource_id, state } = (await retention(par, id)).json()

    assert.deepEqual([resource_type, resource_id, state], ['note', id, 'kept'])
    assert.equal((await retention(all, id)).statusCode, 404)
    assert.equal((await retention(par, 'x')).statusCode, 404)
    assert.equal((await retention(par, randomUUID())).statusCode, 404)
    assert.equal((await retention(stranger, id)).statusCode, 403)
  })
})

describe('POST /manager/notes', () => {
  test('201 writes a note in the name of the manager, who always reads it, and tells of it', async () => {
    const body = { employee_technical_id: 'ada', description: 'Talk', visible_by_managers: ['all'] }
    const note = (await par('POST', '/manager/notes', { body })).json()

    assert.equal(note.author, 'Pa par')
    assert.deepEqual(
      note.readers.map((one: { technical_id: string }) => one.technical_id),
      ['all', 'par'],
    )
    assert.deepEqual(await eventsOf(service.db, note.id), ['note.created'])
  })

  test('422 for an unknown reader or a bad date, 404 outside, 403 for those who may only read', async () => {
    const write = async (call: Call, given: object) => {
      const body = { employee_technical_id: 'ada', description: 'x', ...given }
      const answer = await call('POST', '/manager/notes', { body })
      return [answer.statusCode, answer.json().errors?.[0].field]
    }

    assert.deepEqual(await write(par, { visible_by_managers: ['nobody'] }), [422, 'visible_by_managers'])
    assert.deepEqual(await write(par, { remind_date: 'soon' }), [422, 'remind_date'])
    assert.deepEqual(await write(par, { description: '' }), [422, 'description'])
    assert.deepEqual(await write(par, { employee_technical_id: 'bob' }), [404, undefined])
    assert.deepEqual(await write(reader, {}), [403, undefined])
  })
})

describe('DELETE /manager/notes/{id}', () => {
  test('204 deletes a note that the manager reads; 404 for any other, 403 for those who may only read', async () => {
    await aManager(service, { technical_id: 'other' })
    const own = await written('employees', { employee_technical_id: 'ada' })
    const secret = await written('employees', { employee_technical_id: 'ada', visible_by_managers: ['other'] })
    const outside = await written('employees', { employee_technical_id: 'bob' })
    const remove = async (call: Call, id: string) => (await call('DELETE', `/manager/notes/${id}`)).statusCode

    assert.equal(await remove(reader, own), 403)
    assert.deepEqual([await remove(par, secret), await remove(par, outside), await remove(par, 'x')], [404, 404, 404])
    assert.deepEqual([await remove(par, own), await remove(par, own)], [204, 404])
  })
})

describe('GET /manager/reminders', () => {
  test('200 lists what is to come, soonest first, and what was of late, newest first', async () => {
    const { id } = await aDocument('employee', { employee_technical_id: 'ada', title: 'Permit' })
    const note = (description: string, remind_date: string) =>
      written('employees', { employee_technical_id: 'ada', description, remind_date })
    await note('Later', inDays(9))
    await note('Soon', inDays(1))
    await note('Yesterday', inDays(-1))
    await note('Long ago', inDays(-60))
    await written('documents', { document_id: id, description: 'Permit ends', remind_date: inDays(5) })
    await written('employees', { employee_technical_id: 'bob', description: 'Bob', remind_date: inDays(2) })
    const reminders = async (call: Call, query = '') =>
      (await call('GET', `/manager/reminders${query}`)).json().map((one: { description: string }) => one.description)

    assert.deepEqual(await reminders(par), ['Soon', 'Permit ends', 'Later'])
    assert.deepEqual(await reminders(par, '?state=past'), ['Yesterday'])
    assert.deepEqual(await reminders(all, '?per_page=2'), ['Soon', 'Bob'])
    assert.deepEqual(await reminders(reader), ['Soon', 'Later'])
    const [, permit] = (await par('GET', '/manager/reminders')).json()
    assert.deepEqual([permit.document.title, permit.employee.first_name], ['Permit', 'Ada'])
    assert.equal((await stranger('GET', '/manager/reminders')).statusCode, 403)
  })
})
