import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aCustomField, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'

const service = await startApp()
const { all, par, stranger } = await managerWorld(service, ['employees:read'])
await aCustomField(service, { code: 'grade', type: 'list', values: ['junior', 'senior'] })
await aCustomField(service, { code: 'remote', type: 'boolean' })
await aCustomField(service, { code: 'floor', type: 'integer' })
await anEmployee(service, {
  technical_id: 'cleo',
  first_name: 'Cléo',
  last_name: 'Petit',
  email: 'cleo@acme.test',
  city: 'Paris',
  custom_fields: { grade: 'senior', remote: true, floor: 3 },
  registrations: [
    { organization_code: 'PAR', employee_number: '17' },
    { organization_code: 'LON', employee_number: '18', active: false, departure_date: '2024-01-31' },
  ],
})
await anEmployee(service, {
  technical_id: 'dan',
  last_name: 'Adler',
  custom_fields: { grade: 'junior' },
  registrations: [{ organization_code: 'PAR', employee_number: '19', active: false }],
})
await anEmployee(service, { technical_id: 'left', organizations: ['PAR'] })
await service.v2('DELETE', '/employees/left')

type Call = typeof all
const ids = async (call: Call, query = '') =>
  (await call('GET', `/manager/employees${query}`)).json().map((one: { technical_id: string }) => one.technical_id)

describe('GET /manager/organizations', () => {
  const codes = async (call: Call, query = '') =>
    (await call('GET', `/manager/organizations${query}`)).json().map((one: { code: string }) => one.code)

  test('200 lists the organizations of the perimeter, searched, below one, and the top ones', async () => {
    assert.deepEqual(await codes(all), ['HQ', 'LON', 'PAR'])
    assert.deepEqual(await codes(all, '?q=lond'), ['LON'])
    assert.deepEqual(await codes(all, '?parent=HQ'), ['LON', 'PAR'])
    assert.deepEqual(await codes(all, '?top=true'), ['HQ'])
    assert.deepEqual(await codes(par, '?top=true'), ['PAR'])
    assert.deepEqual(await codes(stranger), [])
  })

  test('200 does not tell of an organization above that is not in the perimeter', async () => {
    const [paris] = (await par('GET', '/manager/organizations')).json()

    assert.deepEqual(paris, { code: 'PAR', name: 'Paris', parent: null, depth: 2, has_children: false })
  })

  test('200 lists by pages', async () => {
    const first = await all('GET', '/manager/organizations?per_page=2')
    const next = await all('GET', `/manager/organizations?per_page=2&cursor=${first.headers['next-cursor']}`)

    assert.deepEqual([first.json().length, next.json().length, next.headers['next-cursor']], [2, 1, undefined])
  })
})

describe('GET /manager/employees', () => {
  test('200 lists those of the perimeter by name, with the names of their organizations', async () => {
    const answer = await par('GET', '/manager/employees')

    assert.deepEqual(await ids(par), ['dan', 'ada', 'cleo'])
    assert.equal(answer.headers['x-total-count'], '3')
    assert.deepEqual(answer.json()[2].organizations, [{ code: 'PAR', name: 'Paris' }])
    assert.deepEqual(answer.json()[2].employee_numbers, ['17'])
    assert.deepEqual(answer.json()[0].organizations, [{ code: 'PAR', name: 'Paris' }])
  })

  test('200 narrows by search, status, organization and custom fields', async () => {
    assert.deepEqual(await ids(all, '?q=cleo'), ['cleo'])
    assert.deepEqual(await ids(all, '?q=17'), ['cleo'])
    assert.deepEqual(await ids(all, '?status=terminated'), ['dan'])
    assert.deepEqual(await ids(all, '?status=current'), ['bob', 'ada', 'cleo'])
    assert.deepEqual(await ids(all, '?organization_code=HQ'), ['dan', 'bob', 'ada', 'cleo'])
    assert.deepEqual(await ids(all, '?organization_code=LON'), ['bob'])
    assert.deepEqual(await ids(par, '?organization_code=LON'), [])
    assert.deepEqual(await ids(all, '?custom_field=grade:senior'), ['cleo'])
    assert.deepEqual(await ids(all, '?custom_field=remote:true&custom_field=floor:3'), ['cleo'])
    assert.deepEqual(await ids(all, '?custom_field=remote:true&custom_field=floor:4'), [])
  })

  test('200 sorts by name downwards and by arrival, by pages with a total on the first', async () => {
    const first = await all('GET', '/manager/employees?sort=-name&per_page=3')
    const next = await all('GET', `/manager/employees?sort=-name&per_page=3&cursor=${first.headers['next-cursor']}`)

    assert.deepEqual([first.headers['x-total-count'], next.headers['x-total-count']], ['4', undefined])
    assert.deepEqual(next.json().at(0).technical_id, 'dan')
    assert.deepEqual(await ids(all, '?sort=created_at'), ['ada', 'bob', 'cleo', 'dan'])
  })

  test('403 without the permission, 400 and 422 for what cannot be', async () => {
    const answers = await Promise.all([
      stranger('GET', '/manager/employees'),
      all('GET', '/manager/employees?status=away'),
      all('GET', '/manager/employees?custom_field=shoe:44'),
      all('GET', '/manager/employees?custom_field=grade'),
    ])

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().errors?.[0].field]),
      [
        [403, undefined],
        [400, 'status'],
        [422, 'custom_field'],
        [422, 'custom_field'],
      ],
    )
  })
})

describe('GET /manager/employees/{technical_id}', () => {
  test('200 tells all of an employee, and what the manager may do there', async () => {
    const answer = (await par('GET', '/manager/employees/cleo')).json()

    assert.equal(answer.city, 'Paris')
    assert.deepEqual(answer.registrations[1], {
      organization_code: 'LON',
      organization_name: 'London',
      employee_number: '18',
      active: false,
      departure_date: '2024-01-31',
    })
    assert.deepEqual(answer.custom_fields, [
      { code: 'floor', name: 'floor', type: 'integer', value: 3 },
      { code: 'grade', name: 'grade', type: 'list', value: 'senior' },
      { code: 'remote', name: 'remote', type: 'boolean', value: true },
    ])
    assert.deepEqual(answer.permissions, ['*'])
  })

  test('404 for one outside of the perimeter, a deleted one and nobody, all alike', async () => {
    const answers = await Promise.all(['bob', 'left', 'nobody'].map((id) => par('GET', `/manager/employees/${id}`)))

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().message]),
      ['bob', 'left', 'nobody'].map((id) => [404, `Employee ${id} not found.`]),
    )
  })
})

test('GET /manager/custom_fields lists what employees can be filtered by', async () => {
  await anOrganization(service)

  const answer = (await par('GET', '/manager/custom_fields')).json()

  assert.deepEqual(answer.find((one: { code: string }) => one.code === 'grade').values, ['junior', 'senior'])
})
