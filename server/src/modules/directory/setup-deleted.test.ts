import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor } from '#kernel/work.ts'
import { deleteEmployee, restoreEmployee } from '#modules/directory/employees/delete-employee.ts'
import { deleteUser } from '#modules/directory/users/delete-user.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

const service = await startApp()

const apply = (client: object, reissue = false) => applySetup(service, parseSetup({ clients: [client] }), { reissue })
const inWork = <T>(id: string, step: Parameters<typeof service.doWork<T>>[1]) =>
  service.doWork({ client: { id, languages: ['en-us'] }, actor: systemActor }, step)

const luc = { technical_id: 'E1', first_name: 'Luc', last_name: 'Petit' }
const max = { technical_id: 'M1', first_name: 'Max', last_name: 'Manager', email: 'max@acme.test' }

async function outcomeOf(applied: ReturnType<typeof apply>, what: string) {
  const found = (await applied).flatMap(({ changes }) => changes).find((one) => one.what === what)
  return [found?.outcome, found?.left?.split(',')[0]]
}

describe('a set-up file that names somebody who was deleted', () => {
  test('leaves an employee deleted, and brings the employee back when that is asked for', async () => {
    const client = { id: unique('client'), employees: [luc] }
    await apply(client)
    await inWork(client.id, (work) => deleteEmployee(work, 'E1'))

    assert.deepEqual(await outcomeOf(apply(client), 'employee E1'), ['unchanged', 'deleted'])
    assert.deepEqual(await outcomeOf(apply(client, true), 'employee E1'), ['updated', undefined])
    assert.deepEqual(await outcomeOf(apply(client), 'employee E1'), ['unchanged', undefined])
  })

  test('changes an employee again who was restored by somebody', async () => {
    const client = { id: unique('client'), employees: [luc] }
    await apply(client)
    await inWork(client.id, (work) => deleteEmployee(work, 'E1'))
    await inWork(client.id, (work) => restoreEmployee(work, 'E1'))

    const applied = apply({ ...client, employees: [{ ...luc, last_name: 'Grand' }] })

    assert.deepEqual(await outcomeOf(applied, 'employee E1'), ['updated', undefined])
  })

  test('names the right line of the file when a deleted employee comes before a mistake', async () => {
    const client = { id: unique('client'), employees: [luc] }
    await apply(client)
    await inWork(client.id, (work) => deleteEmployee(work, 'E1'))

    const applying = apply({
      ...client,
      employees: [luc, { ...luc, technical_id: 'E2', custom_fields: { none: '1' } }],
    })

    await assert.rejects(applying, /clients\[0\]\.employees\[1\]\./)
  })

  test('applies while a manager whom a distribution group and a form name is deleted', async () => {
    const groups = [{ code: 'payroll', managers: ['M1'] }]
    const forms = [{ code: 'f', title: 'F', category: { slug: 'c', name: 'C' }, fields: [], assign_to: ['M1'] }]
    const client = { id: unique('client'), managers: [max], forms, distribution: { groups } }
    await apply(client)
    await inWork(client.id, (work) => deleteUser(work, 'M1'))

    const applied = apply(client)

    assert.deepEqual(await outcomeOf(applied, 'manager M1'), ['unchanged', 'deleted'])
    assert.deepEqual(await outcomeOf(applied, 'distribution group payroll'), ['unchanged', undefined])
    assert.deepEqual(await outcomeOf(apply(client, true), 'manager M1'), ['created', undefined])
  })
})
