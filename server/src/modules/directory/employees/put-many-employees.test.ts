import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { putManyEmployees } from './put-many-employees.ts'

const service = await startApp()
const { app, v2, db, clock } = service

const bulk = (employees: unknown) => v2('POST', '/employees/bulk', { body: { employees } })
const read = (id: string) => v2('GET', `/employees/${encodeURIComponent(id)}`)
const someone = (technical_id: string, more: object = {}) => ({
  technical_id,
  first_name: 'Eve',
  last_name: 'Same',
  ...more,
})

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const grade = await aCustomField(service, { type: 'integer' })

const ids = (count: number) => Array.from({ length: count }, () => unique('E'))
const countOf = async (technicalIds: string[]) => {
  const rows = await db.selectFrom('employees').select('key').where('technical_id', 'in', technicalIds).execute()
  return rows.length
}

describe('POST /employees/bulk', () => {
  test('200 creates, changes, leaves, restores and refuses, told row by row in the order of the call', async () => {
    const [fresh, changed, kept, gone, goneAndChanged, bad] = ids(6) as [string, string, string, string, string, string]
    await bulk([changed, kept, gone, goneAndChanged].map((id) => someone(id)))
    for (const id of [gone, goneAndChanged]) await v2('DELETE', `/employees/${id}`)

    const answer = await bulk([
      someone(bad, { registrations: [{ organization_code: 'nowhere', employee_number: '1' }] }),
      someone(goneAndChanged, { city: 'Lyon' }),
      someone(kept),
      someone(fresh),
      someone(gone),
      someone(changed, { city: 'Lyon' }),
    ])

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      created: 1,
      updated: 3,
      unchanged: 1,
      refused: 1,
      results: [
        {
          technical_id: bad,
          outcome: 'refused',
          errors: [
            {
              field: 'registrations.0.organization_code',
              code: 'unknown_organization',
              message: 'Organization nowhere not found.',
            },
          ],
        },
        { technical_id: goneAndChanged, outcome: 'updated' },
        { technical_id: kept, outcome: 'unchanged' },
        { technical_id: fresh, outcome: 'created' },
        { technical_id: gone, outcome: 'updated' },
        { technical_id: changed, outcome: 'updated' },
      ],
    })
    assert.deepEqual(await eventsOf(db, fresh), ['employee.created'])
    assert.deepEqual((await eventsOf(db, changed)).slice(1), ['employee.updated'])
    assert.deepEqual((await eventsOf(db, kept)).slice(1), [])
    assert.deepEqual((await eventsOf(db, gone)).slice(2), ['employee.restored'])
    assert.deepEqual((await eventsOf(db, goneAndChanged)).slice(2), ['employee.restored', 'employee.updated'])
    assert.deepEqual(await eventsOf(db, bad), [])
    assert.equal((await read(bad)).statusCode, 404)
    for (const id of [fresh, changed, kept, gone, goneAndChanged]) assert.equal((await read(id)).statusCode, 200)
  })

  test('200 stores what PUT would store, and emits what GET answers in the name of the application', async () => {
    const [one, two] = ids(2) as [string, string]
    const body = {
      email: 'eve@acme.test',
      language: 'EN-us',
      address: '1',
      postcode: '2',
      city: 'Lyon',
      country: 'France',
      registrations: [
        { organization_code: lyon, employee_number: '1', active: false, departure_date: '2024-02-29' },
        { organization_code: paris, employee_number: '1' },
      ],
      custom_fields: { [grade]: 7 },
    }

    await bulk([someone(one, body)])
    await v2('PUT', `/employees/${two}`, { body: someone(two, body) })

    const bulked = (await read(one)).json()
    const put = (await read(two)).json()
    const same = { technical_id: '', core_uuid: '', created_at: '', updated_at: '' }
    const [event] = await db.selectFrom('events').selectAll().where('resource_id', '=', one).execute()
    assert.deepEqual({ ...bulked, ...same }, { ...put, ...same })
    assert.deepEqual(event?.data, bulked)
    assert.deepEqual([event?.type, event?.actor_type, event?.actor_id], ['employee.created', 'application', 'payroll'])
  })

  test('200 twice changes nothing the second time and emits nothing', async () => {
    const rows = ids(20).map((id, index) => ({
      ...someone(id, { custom_fields: { [grade]: index }, email: `${id}@acme.test` }),
      registrations: [{ organization_code: lyon, employee_number: id }],
    }))
    await bulk(rows)
    const before = await Promise.all(rows.map(async (row) => (await read(row.technical_id)).json()))
    clock.advance(60)

    const again = await bulk(rows.toReversed())

    const { results, ...counts } = again.json()
    assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 20, refused: 0 })
    assert.deepEqual(
      results,
      rows.toReversed().map(({ technical_id }) => ({ technical_id, outcome: 'unchanged' })),
    )
    assert.deepEqual(await Promise.all(rows.map(async (row) => (await read(row.technical_id)).json())), before)
    for (const { technical_id } of rows) assert.deepEqual(await eventsOf(db, technical_id), ['employee.created'])
  })

  test('200 replaces: what is left out is gone', async () => {
    const [id] = ids(1) as [string]
    await bulk([someone(id, { city: 'Lyon', registrations: [{ organization_code: lyon, employee_number: '1' }] })])
    const before = (await read(id)).json()

    await bulk([someone(id)])

    const { city, registrations, status, core_uuid } = (await read(id)).json()
    assert.deepEqual([city, registrations, status, core_uuid], [null, [], 'terminated', before.core_uuid])
  })

  test('200 moves each one where its own registrations say', async () => {
    const [one, two, three] = ids(3) as [string, string, string]
    const first = await anOrganization(service)
    const second = await anOrganization(service)
    const at = (...codes: string[]) => ({
      registrations: codes.map((organization_code) => ({ organization_code, employee_number: '1' })),
    })
    await bulk([someone(one, at(first)), someone(two, at(second)), someone(three, at(first, second))])

    await bulk([someone(one, at(second)), someone(two, at(second)), someone(three, at())])

    const membersOf = async (code: string) =>
      (await v2('GET', `/employees?organization_code=${code}&sort=technical_id`))
        .json()
        .map((row: { technical_id: string }) => row.technical_id)
    assert.deepEqual(await membersOf(first), [])
    assert.deepEqual(await membersOf(second), [one, two].sort())
  })

  test('200 takes the first good row of a repeated technical_id and refuses those after it', async () => {
    const [id] = ids(1) as [string]

    const answer = await bulk([
      someone(id, { first_name: '' }),
      someone(id, { custom_fields: { nowhere: 1 } }),
      someone(id, { city: 'Lyon' }),
      someone(id, { city: 'Paris' }),
      someone(id, { city: 'Lyon' }),
    ])

    const { results, ...counts } = answer.json()
    const seen = results.map((one: { outcome: string; errors?: { field: string; code: string }[] }) =>
      [one.outcome, ...(one.errors ?? []).map(({ field, code }) => `${field} ${code}`)].join(': '),
    )
    assert.deepEqual(counts, { created: 1, updated: 0, unchanged: 0, refused: 4 })
    assert.deepEqual(seen, [
      'refused: first_name too_short',
      'refused: custom_fields.nowhere unknown_custom_field',
      'created',
      'refused: technical_id repeated',
      'refused: technical_id repeated',
    ])
    assert.equal((await read(id)).json().city, 'Lyon')
    assert.deepEqual(await eventsOf(db, id), ['employee.created'])
  })

  for (const technical_id of ['.', '..']) {
    test(`200 refuses the id ${technical_id}, which no address can hold`, async () => {
      const answer = await bulk([someone(technical_id)])

      assert.deepEqual(
        answer.json().results[0].errors.map((one: { field: string; code: string }) => [one.field, one.code]),
        [['technical_id', 'invalid']],
      )
    })
  }

  test('200 tells ids that differ in case or accents apart', async () => {
    const stem = unique('e')
    const odd = [stem, stem.toUpperCase(), `${stem} `, `${stem}é`, `${stem}e\u0301`, `${stem}.`, `${stem}"`]

    const answer = await bulk(odd.map((id) => someone(id)))

    const found = await Promise.all(odd.map(async (id) => (await read(id)).json().technical_id))
    assert.equal(answer.json().created, odd.length)
    assert.deepEqual(found, odd)
  })

  test('200 takes an empty list', async () => {
    const answer = await bulk([])

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), { created: 0, updated: 0, unchanged: 0, refused: 0, results: [] })
  })

  test('200 takes 1,000 employees, good and bad ones mixed', async () => {
    const all = ids(1000)
    const rows = all.map((id, index) => someone(id, index % 10 === 3 ? { email: 'none' } : {}))

    const answer = await bulk(rows)

    const { results, ...counts } = answer.json()
    assert.deepEqual(counts, { created: 900, updated: 0, unchanged: 0, refused: 100 })
    assert.deepEqual(
      results.map((one: { technical_id: string }) => one.technical_id),
      all,
    )
    assert.equal(await countOf(all), 900)
  })

  test('200 for two calls at once with the same rows in opposite order: one makes each, no row is made twice', async () => {
    const rows = ids(50).map((id) => someone(id))

    const answers = await Promise.all([bulk(rows), bulk(rows.toReversed()), bulk(rows), bulk(rows.toReversed())])

    const sum = (what: 'created' | 'unchanged') => answers.reduce((total, one) => total + one.json()[what], 0)
    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200, 200, 200],
    )
    assert.deepEqual([sum('created'), sum('unchanged')], [50, 150])
    for (const { technical_id } of rows) assert.deepEqual(await eventsOf(db, technical_id), ['employee.created'])
  })

  test("200 leaves another client's employees of the same ids alone", async () => {
    const theirs = await anEmployee(service, { owner: globex, first_name: 'Rita' })

    const answer = await bulk([someone(theirs)])

    assert.equal(answer.json().created, 1)
    const { first_name } = (await v2('GET', `/employees/${theirs}`, { application: 'rival' })).json()
    assert.equal(first_name, 'Rita')
  })

  test('the employees and their events vanish together when a later step fails', async () => {
    const all = ids(3)

    const work = service.doWork(acme, async (one) => {
      await putManyEmployees(
        one,
        all.map((id) => someone(id)),
      )
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.equal(await countOf(all), 0)
    for (const id of all) assert.deepEqual(await eventsOf(db, id), [])
  })
})

describe('POST /employees/bulk reports, and keeps the rows beside it', () => {
  const refused: [string, object, (string | null) | 'own', string[]][] = [
    ['a row without an id', { technical_id: undefined }, null, ['technical_id required']],
    ['an id that is not a text', { technical_id: 7 }, null, ['technical_id wrong_type']],
    ['null for an id', { technical_id: null }, null, ['technical_id wrong_type']],
    ['an empty id', { technical_id: '' }, '', ['technical_id invalid']],
    ['an id of 51 characters', { technical_id: 'x'.repeat(51) }, 'x'.repeat(51), ['technical_id invalid']],
    ['an id with a slash', { technical_id: 'a/b' }, 'a/b', ['technical_id invalid']],
    ['an id with a NUL character', { technical_id: 'a\0b' }, 'a\0b', ['technical_id invalid']],
    [
      'absent names',
      { first_name: undefined, last_name: undefined },
      'own',
      ['first_name required', 'last_name required'],
    ],
    ['a NUL character', { city: '\0' }, 'own', ['city invalid_text']],
    ['what is not an e-mail address', { email: 'x' }, 'own', ['email invalid_email']],
    ['what is not a language', { language: 'x' }, 'own', ['language invalid_language']],
    [
      'a registration without a number in an unknown organization',
      { registrations: [{ organization_code: 'nowhere' }] },
      'own',
      ['registrations.0.employee_number required'],
    ],
    [
      'an unknown organization, a repeated number and a wrong custom field, all at once',
      {
        registrations: [lyon, 'nowhere', lyon].map((organization_code) => ({
          organization_code,
          employee_number: '1',
        })),
        custom_fields: { [grade]: '7' },
      },
      'own',
      [
        'registrations.1.organization_code unknown_organization',
        'registrations.2.employee_number repeated',
        `custom_fields.${grade} wrong_type`,
      ],
    ],
    [
      'a day that does not exist',
      { registrations: [{ organization_code: lyon, employee_number: '1', departure_date: '2023-02-29' }] },
      'own',
      ['registrations.0.departure_date invalid_date'],
    ],
  ]
  for (const [what, spoilt, id, errors] of refused) {
    test(`200 ${what}`, async () => {
      const [before, bad, after] = ids(3) as [string, string, string]

      const answer = await bulk([someone(before), someone(bad, spoilt), someone(after)])

      const { results, ...counts } = answer.json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(counts, { created: 2, updated: 0, unchanged: 0, refused: 1 })
      assert.deepEqual(
        { ...results[1], errors: results[1].errors.map((one: Record<string, string>) => `${one.field} ${one.code}`) },
        { technical_id: id === 'own' ? bad : id, outcome: 'refused', errors },
      )
      assert.equal(await countOf([before, bad, after]), 2)
      assert.deepEqual(await eventsOf(db, bad), [])
    })
  }

  test('200 a bad row of one that is there, which stays as it was', async () => {
    const id = await anEmployee(service, { city: 'Paris' })
    const before = (await read(id)).json()

    const answer = await bulk([someone(id, { city: 'Lyon', custom_fields: { nowhere: 1 } })])

    assert.equal(answer.json().refused, 1)
    assert.deepEqual((await read(id)).json(), before)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('200 a bad row of a deleted one, which stays deleted', async () => {
    const id = await anEmployee(service)
    await v2('DELETE', `/employees/${id}`)

    await bulk([someone(id, { custom_fields: { nowhere: 1 } })])

    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted'])
  })
})

describe('POST /employees/bulk refuses as a whole', () => {
  const good = unique('E')
  const cases: [string, unknown, string, string][] = [
    [
      '1,001 employees',
      Array.from({ length: 1001 }, (_, index) => someone(`${good}${index}`)),
      'employees',
      'too_long',
    ],
    ['what is not a list', someone(good), 'employees', 'wrong_type'],
    ['null', null, 'employees', 'wrong_type'],
    ['a body without employees', undefined, 'employees', 'required'],
    ['a row that is a text', [someone(good), 'x'], 'employees.1', 'wrong_type'],
    ['a row that is null', [null, someone(good)], 'employees.0', 'wrong_type'],
    ['a row that is a list', [someone(good), [someone(good)]], 'employees.1', 'wrong_type'],
    ['a row that is a number', [someone(good), 7], 'employees.1', 'wrong_type'],
  ]
  for (const [what, employees, field, code] of cases) {
    test(`422 ${what}, and stores nothing`, async () => {
      const answer = await bulk(employees)

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
        [[field, code]],
      )
      assert.equal(await countOf([good, `${good}0`]), 0)
    })
  }

  test('413 a body over 1 MiB', async () => {
    const id = unique('E')

    const answer = await bulk([someone(id, { more: 'x'.repeat(1024 * 1024) })])

    assert.equal(answer.statusCode, 413)
    assert.equal(await countOf([id]), 0)
  })

  test('401 without credentials, and 403 for an application for data sets alone', async () => {
    const id = unique('E')
    const body = { employees: [someone(id)] }

    const nobody = await app.inject({ method: 'POST', url: '/api/v2/client/employees/bulk', payload: body })
    const reader = await v2('POST', '/employees/bulk', { application: 'reader', body })

    assert.equal(nobody.statusCode, 401)
    assert.equal(reader.statusCode, 403)
    assert.deepEqual(reader.json().message, 'This application lacks the permission employees:write.')
    assert.equal(await countOf([id]), 0)
  })
})
