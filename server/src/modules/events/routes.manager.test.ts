import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { noteCalls } from '#test/harness/features/notes.ts'

const service = await startApp()
const { all, par, reader, stranger } = await managerWorld(service, ['employees:read'])
const { aDocument } = filingCalls(service)
const { written } = noteCalls(service)

type Call = typeof all
type Item = { type: string; actor: { name: string }; subject: { title: string | null; is_there: boolean } }

describe('GET /manager/employees/{technical_id}/history', () => {
  test('200 tells what happened to the employee and in the folder, newest first', async () => {
    const id = await anEmployee(service, { organizations: ['PAR'] })
    const history = async (call: Call): Promise<Item[]> =>
      (await call('GET', `/manager/employees/${id}/history`)).json()
    await service.v2('PATCH', `/employees/${id}`, { body: { city: 'Paris' } })
    const kept = await aDocument('employee', { employee_technical_id: id, title: 'Kept' })
    const gone = await aDocument('employee', { employee_technical_id: id, title: 'Gone' })
    await par('PATCH', `/manager/documents/${kept.id}`, { body: { title: 'Renamed' } })
    await par('DELETE', `/manager/documents/${gone.id}`)
    await written('employees', { employee_technical_id: id })
    await written('employees', { employee_technical_id: id, visible_by_managers: ['all'] })

    const seen = await history(par)

    assert.deepEqual(
      seen.map(({ type, subject }) => [type, subject.title, subject.is_there]),
      [
        ['note.created', null, true],
        ['employee_document.deleted', 'Gone', false],
        ['employee_document.updated', 'Renamed', true],
        ['employee_document.created', 'Gone', false],
        ['employee_document.created', 'Renamed', true],
        ['employee.updated', null, true],
      ],
    )
    assert.equal(seen[1]?.actor.name, 'Pa par')
    assert.equal((await history(all)).filter(({ type }) => type === 'note.created').length, 2)
    assert.deepEqual(
      (await history(reader)).map(({ type }) => type),
      ['employee.updated'],
    )
  })

  test('200 goes on by pages, and leaves out what only has the same id', async () => {
    const id = await anEmployee(service, { technical_id: 'twin', organizations: ['PAR'] })
    await service.v2('PUT', '/datasets/twin', { body: { localized_names: [] } })
    for (const city of ['Paris', 'Lyon', 'Nice']) await service.v2('PATCH', `/employees/${id}`, { body: { city } })

    const first = await par('GET', `/manager/employees/${id}/history?per_page=2`)
    const next = await par('GET', `/manager/employees/${id}/history?per_page=2&cursor=${first.headers['next-cursor']}`)

    assert.deepEqual([first.json().length, next.json().length, next.headers['next-cursor']], [2, 1, undefined])
  })

  test('404 outside of the perimeter, 403 without the permission', async () => {
    assert.equal((await par('GET', '/manager/employees/bob/history')).statusCode, 404)
    assert.equal((await stranger('GET', '/manager/employees/ada/history')).statusCode, 403)
  })
})
