import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2, db, clock } = service

const at = (code: string) => `/custom_fields/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const remove = (code: string) => v2('DELETE', at(code))
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const eventRowsOf = (code: string) => db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()
const holding = (code: string, value: string | number | boolean) =>
  anEmployee(service, { custom_fields: { [code]: value } })
const freed = (employee: string) => v2('PUT', `/employees/${employee}`, { body: { first_name: 'A', last_name: 'B' } })

describe('PUT /custom_fields/{code}', () => {
  test('201 creates one, and emits custom_field.created with what was answered, by this application', async () => {
    const code = unique('field')

    const answer = await put(code, { name: 'Contract', type: 'list', values: ['permanent', 'fixed term'] })

    const { created_at, updated_at, ...field } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(field, { code, name: 'Contract', type: 'list', values: ['permanent', 'fixed term'] })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [
        event.client_id,
        event.type,
        event.actor_type,
        event.actor_id,
        event.data,
      ]),
      [['acme', 'custom_field.created', 'application', 'payroll', answer.json()]],
    )
  })

  for (const type of ['string', 'integer', 'boolean', 'date']) {
    test(`201 creates one of the type ${type}, without values or with none`, async () => {
      const answers = [
        await put(unique('field'), { name: 'A', type }),
        await put(unique('field'), { name: 'A', type, values: [] }),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 201)
        assert.deepEqual([answer.json().type, answer.json().values], [type, []])
      }
    })
  }

  test('201 takes every character that a code may have, 100 of them, and 1,000 values of 255 characters', async () => {
    const values = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(255, 'x'))

    const answer = await put('A0_-'.repeat(25), { name: '🏢'.repeat(255), type: 'list', values })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(await read('A0_-'.repeat(25)), answer.json())
    assert.deepEqual(answer.json().values, values)
  })

  test('200 changes name, type and values, and emits custom_field.updated with what was answered', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b'] })
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, { name: 'Renamed', type: 'integer' })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual([answer.json().name, answer.json().type, answer.json().values], ['Renamed', 'integer', []])
    assert.equal(answer.json().created_at, before.created_at)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [event.type, event.data]),
      [['custom_field.updated', answer.json()]],
    )
  })

  test('200 changes nothing and emits nothing when exactly what was read is put back', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['b', 'a'] })
    await holding(code, 'a')
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, before)

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('200 renames, adds values and changes their order while employees have some', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b'] })
    const employee = await holding(code, 'a')

    const answer = await put(code, { name: 'Renamed', type: 'list', values: ['c', 'b', 'a'] })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json().values, ['c', 'b', 'a'])
    assert.deepEqual((await v2('GET', `/employees/${employee}`)).json().custom_fields, { [code]: 'a' })
  })

  test('200 takes a value away that nobody has, while others are held', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b', 'B'] })
    await holding(code, 'a')

    const answer = await put(code, { name: code, type: 'list', values: ['a'] })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json().values, ['a'])
  })
})

describe('PUT and PATCH /custom_fields/{code} refuse', () => {
  const list = (values: unknown) => ({ type: 'list', values })
  const cases = [
    { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
    { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
    { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
    { what: 'null for a name', body: { name: null }, errors: [['name', 'wrong_type']] },
    { what: 'a type that there is not', body: { type: 'decimal' }, errors: [['type', 'unknown_choice']] },
    { what: 'a type in capitals', body: { type: 'String' }, errors: [['type', 'unknown_choice']] },
    { what: 'null for a type', body: { type: null }, errors: [['type', 'wrong_type']] },
    { what: 'values for what is not a list', body: { type: 'date', values: ['a'] }, errors: [['values', 'misplaced']] },
    { what: 'a list without values', body: list([]), errors: [['values', 'too_short']] },
    { what: 'a text for values', body: list('a'), errors: [['values', 'wrong_type']] },
    { what: 'null for values', body: list(null), errors: [['values', 'wrong_type']] },
    { what: 'a number among them', body: list(['a', 5]), errors: [['values.1', 'wrong_type']] },
    { what: 'an empty value', body: list(['a', '']), errors: [['values.1', 'too_short']] },
    { what: 'a value of 256 characters', body: list(['é'.repeat(256)]), errors: [['values.0', 'too_long']] },
    { what: 'a value with a NUL', body: list(['a\0']), errors: [['values.0', 'invalid_text']] },
    { what: 'a value given twice', body: list(['a', 'b', 'a']), errors: [['values.2', 'repeated']] },
    {
      what: '1,001 values',
      body: list(Array.from({ length: 1001 }, (_, index) => `${index}`)),
      errors: [['values', 'too_long']],
    },
    {
      what: 'several mistakes at once, each by its field',
      body: { name: 5, type: true, values: [[]] },
      errors: [
        ['name', 'wrong_type'],
        ['type', 'wrong_type'],
        ['values.0', 'wrong_type'],
      ],
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('field')
      const code = await aCustomField(service)
      const before = await read(code)

      const answers = [await put(fresh, { name: 'A', type: 'string', ...body }), await patch(code, body)]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(shown, errors)
      }
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
      assert.deepEqual([...(await eventsOf(db, fresh)), ...(await eventsOf(db, code))], [])
    })
  }

  test('422 neither name nor type', async () => {
    const answer = await put(unique('field'), {})

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'name', code: 'required', message: 'This field is required.' },
      { field: 'type', code: 'required', message: 'This field is required.' },
    ])
  })

  for (const code of ['-a', '_a', 'a b', 'a.b', 'é', 'a:b', 'a\nb', '🏢', 'x'.repeat(101)]) {
    test(`422 the code ${JSON.stringify(code.slice(0, 10))}`, async () => {
      const answer = await put(code, { name: 'A', type: 'string' })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
        [['code', 'invalid']],
      )
    })
  }
})

describe('PATCH /custom_fields/{code}', () => {
  test('200 changes what is given, keeps the rest, and emits custom_field.updated', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a'] })

    const renamed = await patch(code, { name: 'Renamed' })
    const changed = await patch(code, { values: ['a', 'b'] })
    const turned = await patch(code, { type: 'string', values: [] })

    assert.deepEqual([renamed.statusCode, renamed.json().type, renamed.json().values], [200, 'list', ['a']])
    assert.deepEqual([changed.json().name, changed.json().values], ['Renamed', ['a', 'b']])
    assert.deepEqual([turned.json().name, turned.json().type, turned.json().values], ['Renamed', 'string', []])
    assert.deepEqual(await read(code), turned.json())
    assert.deepEqual(await eventsOf(db, code), Array(3).fill('custom_field.updated'))
  })

  test('422 a type that does not go with the values that are kept', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a'] })

    const answer = await patch(code, { type: 'string' })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'values', code: 'misplaced', message: 'A field of the type string cannot have a list of values.' },
    ])
  })

  test('200 changes nothing and emits nothing with an empty object, or with what is there', async () => {
    const code = await aCustomField(service)
    const before = await read(code)
    clock.advance(5)

    const answers = [await patch(code, {}), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('404 one that is not there, and makes none', async () => {
    const code = unique('field')

    const answer = await patch(code, { name: 'A' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Custom field ${code} not found.` })
    assert.equal((await get(code)).statusCode, 404)
  })
})

describe('a custom field that employees have values of', () => {
  const held = (code: string, what = 'a value', holders = '1 employee has') => ({
    code: 'custom_field_in_use',
    message: `${holders} ${what} of the custom field ${code}, deleted employees included.`,
  })
  const types: [string, 'string' | 'integer' | 'boolean' | 'list' | 'date', string | number | boolean][] = [
    ['string', 'string', ''],
    ['integer', 'integer', 0],
    ['boolean', 'boolean', false],
    ['list', 'list', 'a'],
    ['date', 'date', '2024-02-29'],
  ]
  for (const [what, type, value] of types) {
    test(`409 to change the type ${what} or to delete it, and 200 and 204 once it is free`, async () => {
      const code = await aCustomField(service, { type, ...(type === 'list' ? { values: ['a'] } : {}) })
      const employee = await holding(code, value)
      const before = await read(code)
      const other = { name: code, type: type === 'string' ? 'date' : 'string' }

      const refused = [await put(code, other), await patch(code, { ...other, values: [] }), await remove(code)]
      const kept = await read(code)
      await freed(employee)
      const allowed = [await put(code, other), await remove(code)]

      for (const answer of refused) assert.deepEqual([answer.statusCode, answer.json()], [409, held(code)])
      assert.deepEqual(kept, before)
      assert.deepEqual(
        allowed.map((answer) => answer.statusCode),
        [200, 204],
      )
      assert.deepEqual(await eventsOf(db, code), ['custom_field.updated', 'custom_field.deleted'])
    })
  }

  test('409 to take away values that are held, whom it counts, and 200 once they are free', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b', 'c'] })
    const employees = [await holding(code, 'a'), await holding(code, 'b'), await holding(code, 'c')]

    const two = await put(code, { name: code, type: 'list', values: ['c'] })
    await freed(employees[0] ?? '')
    const one = await patch(code, { values: ['c'] })
    await freed(employees[1] ?? '')
    const none = await patch(code, { values: ['c'] })

    assert.deepEqual([two.statusCode, two.json()], [409, held(code, 'one of the values a, b', '2 employees have')])
    assert.deepEqual([one.statusCode, one.json()], [409, held(code, 'one of the values a, b')])
    assert.deepEqual([none.statusCode, none.json().values], [200, ['c']])
  })

  test('409 while a deleted employee has one, and free once that value is gone', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b'] })
    const employee = await holding(code, 'a')
    await v2('DELETE', `/employees/${employee}`)

    const refused = [await remove(code), await put(code, { name: code, type: 'string' })]
    const narrowed = await patch(code, { values: ['b'] })
    await v2('PUT', `/employees/${employee}`, { body: { first_name: 'A', last_name: 'B' } })
    const deleted = await remove(code)

    for (const answer of refused) assert.deepEqual([answer.statusCode, answer.json()], [409, held(code)])
    assert.deepEqual([narrowed.statusCode, narrowed.json()], [409, held(code, 'one of the values a')])
    assert.equal(deleted.statusCode, 204)
  })

  test('of another client does not hold ours up', async () => {
    const code = await aCustomField(service)
    await aCustomField(service, { code, owner: globex })
    await anEmployee(service, { owner: globex, custom_fields: { [code]: 'x' } })

    assert.equal((await remove(code)).statusCode, 204)
  })
})

describe('DELETE /custom_fields/{code}', () => {
  test('204 deletes it, and emits custom_field.deleted with what it was; employees can no longer have it', async () => {
    const code = await aCustomField(service)
    const before = await read(code)

    const answer = await remove(code)

    const body = { first_name: 'A', last_name: 'B', custom_fields: { [code]: 'x' } }
    const employee = await v2('PUT', `/employees/${unique('E')}`, { body })
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal((await get(code)).statusCode, 404)
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [event.type, event.data]),
      [['custom_field.deleted', before]],
    )
    assert.equal(employee.json().errors[0].code, 'unknown_custom_field')
  })

  test('404 one that is not there, or no more', async () => {
    const code = await aCustomField(service)
    await remove(code)

    const answers = [await remove(code), await remove(unique('field'))]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
  })
})
