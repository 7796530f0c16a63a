import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { findPeople } from './find-people.ts'

const service = await startApp()
const { db, v2 } = service

const find = async (
  users: string[],
  employees: string[],
  client = acme.client as typeof acme.client | typeof globex.client,
) =>
  (await findPeople(db, client, { users, employees }))
    .map(({ key: _, ...person }) => person)
    .toSorted((one, other) => one.technical_id.localeCompare(other.technical_id) || one.type.localeCompare(other.type))

describe('the people who are named as signers', () => {
  test('are found by their technical ids, with their names and keys', async () => {
    const manager = await aManager(service, { technical_id: unique('B'), first_name: 'Max', last_name: 'Muster' })
    const employee = await anEmployee(service, { technical_id: unique('A'), first_name: 'Zoë', last_name: 'Łuk' })

    assert.deepEqual(await find([manager], [employee]), [
      { type: 'employee', technical_id: employee, first_name: 'Zoë', last_name: 'Łuk' },
      { type: 'user', technical_id: manager, first_name: 'Max', last_name: 'Muster' },
    ])
    const keys = (await findPeople(db, acme.client, { users: [manager], employees: [employee] })).map((one) => one.key)
    assert.ok(keys.every((key) => /^[1-9]\d*$/.test(key)))
  })

  test('are two where a manager and an employee have the same technical id', async () => {
    const technical_id = unique('X')
    await aManager(service, { technical_id })
    await anEmployee(service, { technical_id })

    const types = async (users: string[], employees: string[]) => (await find(users, employees)).map((one) => one.type)

    assert.deepEqual(await types([technical_id], [technical_id]), ['employee', 'user'])
    assert.deepEqual(await types([technical_id], []), ['user'])
    assert.deepEqual(await types([], [technical_id]), ['employee'])
  })

  test('are once each, however often they are named', async () => {
    const employee = await anEmployee(service)

    assert.equal((await find([], [employee, employee, employee])).length, 1)
  })

  test('are not those of another client, who are gone, are of the other kind, or are spelled otherwise', async () => {
    const [manager, employee, gone] = [await aManager(service), await anEmployee(service), await anEmployee(service)]
    const theirs = await anEmployee(service, { owner: globex })
    assert.equal((await v2('DELETE', `/employees/${gone}`)).statusCode, 204)

    assert.deepEqual(await find([manager], [employee], globex.client), [])
    assert.deepEqual(await find([], [gone, theirs]), [])
    assert.deepEqual(await find([employee], [manager]), [])
    assert.deepEqual(await find([manager.toLowerCase()], [employee.toLowerCase(), ` ${employee}`, `${employee}%`]), [])
  })

  test('are none when none is named', async () => {
    assert.deepEqual(await find([], []), [])
  })
})
