import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { app, v2, db } = service

const put = (id: string, body: unknown) => v2('PUT', `/employees/${id}`, { body })
const marie = { first_name: 'Marie', last_name: 'Durand' }

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const nickname = await aCustomField(service)
const grade = await aCustomField(service, { type: 'integer' })
const remote = await aCustomField(service, { type: 'boolean' })
const hired = await aCustomField(service, { type: 'date' })
const size = await aCustomField(service, { type: 'list', values: ['S', 'M', 'L'] })

/** All that there is of an employee. */
async function stateOf(id: string) {
  const stored = await db.selectFrom('employees').selectAll().where('technical_id', '=', id).execute()
  const keys = ['0', ...stored.map((one) => one.key)]
  const registrations = await db
    .selectFrom('registrations')
    .selectAll()
    .where('employee_key', 'in', keys)
    .orderBy('position')
    .execute()
  return { stored, registrations, events: await eventsOf(db, id) }
}

describe('PUT /employees/{technical_id} refuses', () => {
  const at = (organization_code: unknown, employee_number: unknown = '1', more: object = {}) => ({
    registrations: [
      { organization_code: lyon, employee_number: '0' },
      { organization_code, employee_number, ...more },
    ],
  })
  const custom = (code: string, value: unknown) => ({ custom_fields: { [code]: value } })
  const date = (departure_date: unknown) => at(paris, '1', { departure_date })
  const number = 'registrations.1.employee_number'
  const code = 'registrations.1.organization_code'
  const departure = 'registrations.1.departure_date'
  const cases: [string, object, string, string][] = [
    ['an absent first name', { first_name: undefined }, 'first_name', 'required'],
    ['an absent last name', { last_name: undefined }, 'last_name', 'required'],
    ['null for a first name', { first_name: null }, 'first_name', 'wrong_type'],
    ['an empty last name', { last_name: '' }, 'last_name', 'too_short'],
    ['a first name of 256 characters', { first_name: 'x'.repeat(256) }, 'first_name', 'too_long'],
    ['a NUL character in a name', { last_name: 'a\0b' }, 'last_name', 'invalid_text'],
    ['half a character in a name', { first_name: 'a\ud800' }, 'first_name', 'invalid_text'],
    ['a number for a name', { first_name: 1 }, 'first_name', 'wrong_type'],
    ['what is not an e-mail address', { email: 'marie' }, 'email', 'invalid_email'],
    ['an empty e-mail address', { email: '' }, 'email', 'invalid_email'],
    ['a NUL character in an e-mail address', { email: 'a\0@b.test' }, 'email', 'invalid_email'],
    ['an e-mail address of 255 characters', { email: `a@${'b.'.repeat(126)}c` }, 'email', 'too_long'],
    ['what is not a language', { language: 'français' }, 'language', 'invalid_language'],
    ['an empty language', { language: '' }, 'language', 'invalid_language'],
    ...['address', 'address_2', 'address_3', 'postcode', 'city', 'country'].flatMap((field) => [
      [`256 characters of ${field}`, { [field]: 'x'.repeat(256) }, field, 'too_long'] as [
        string,
        object,
        string,
        string,
      ],
      [`a NUL character in ${field}`, { [field]: '\0' }, field, 'invalid_text'] as [string, object, string, string],
      [`a number for ${field}`, { [field]: 1 }, field, 'wrong_type'] as [string, object, string, string],
    ]),
    ['null for registrations', { registrations: null }, 'registrations', 'wrong_type'],
    ['a registration that is not an object', { registrations: ['x'] }, 'registrations.0', 'wrong_type'],
    ['101 registrations', { registrations: Array(101).fill(at(lyon).registrations[0]) }, 'registrations', 'too_long'],
    ['a registration without organization', at(undefined), code, 'required'],
    ['an unknown organization', at('nowhere'), code, 'unknown_organization'],
    ['an organization in other case', at(paris.toUpperCase()), code, 'unknown_organization'],
    ['an organization of 65 characters', at('x'.repeat(65)), code, 'invalid'],
    ['a NUL character in an organization', at('a\0'), code, 'invalid'],
    [
      'a registration without number',
      { registrations: [{ organization_code: lyon }] },
      'registrations.0.employee_number',
      'required',
    ],
    ['an empty employee number', at(paris, ''), number, 'too_short'],
    ['an employee number of 101 characters', at(paris, '1'.repeat(101)), number, 'too_long'],
    ['a NUL character in an employee number', at(paris, '\0'), number, 'invalid_text'],
    ['a number for an employee number', at(paris, 7), number, 'wrong_type'],
    ['a number twice in one organization', at(lyon, '0'), number, 'repeated'],
    ['null for active', at(paris, '1', { active: null }), 'registrations.1.active', 'wrong_type'],
    ['a text for active', at(paris, '1', { active: 'true' }), 'registrations.1.active', 'wrong_type'],
    ['a day that does not exist', date('2023-02-29'), departure, 'invalid_date'],
    ['a month that does not exist', date('2023-13-01'), departure, 'invalid_date'],
    ['the year 0', date('0000-01-01'), departure, 'invalid_date'],
    ['a date with a time', date('2023-01-01T00:00:00Z'), departure, 'invalid_date'],
    ['an empty date', date(''), departure, 'invalid_date'],
    ['a number for a date', date(20230101), departure, 'wrong_type'],
    ['null for custom_fields', { custom_fields: null }, 'custom_fields', 'wrong_type'],
    ['a list for custom_fields', { custom_fields: [] }, 'custom_fields', 'wrong_type'],
    ['an unknown custom field', custom('nowhere', 'x'), 'custom_fields.nowhere', 'unknown_custom_field'],
    [
      'a custom field in other case',
      custom(grade.toUpperCase(), 1),
      `custom_fields.${grade.toUpperCase()}`,
      'unknown_custom_field',
    ],
    ['a number in a text field', custom(nickname, 1), `custom_fields.${nickname}`, 'wrong_type'],
    ['an object in a text field', custom(nickname, {}), `custom_fields.${nickname}`, 'wrong_type'],
    ['1,001 characters in a text field', custom(nickname, 'x'.repeat(1001)), `custom_fields.${nickname}`, 'too_long'],
    ['a NUL character in a text field', custom(nickname, 'a\0'), `custom_fields.${nickname}`, 'invalid_text'],
    ['half a character in a text field', custom(nickname, '\udc00'), `custom_fields.${nickname}`, 'invalid_text'],
    ['a text in an integer field', custom(grade, '1'), `custom_fields.${grade}`, 'wrong_type'],
    ['a fraction in an integer field', custom(grade, 1.5), `custom_fields.${grade}`, 'wrong_type'],
    ['an integer that is too large', custom(grade, 2 ** 53), `custom_fields.${grade}`, 'wrong_type'],
    ['a list in an integer field', custom(grade, [1]), `custom_fields.${grade}`, 'wrong_type'],
    ['a text in a boolean field', custom(remote, 'true'), `custom_fields.${remote}`, 'wrong_type'],
    ['a number in a boolean field', custom(remote, 0), `custom_fields.${remote}`, 'wrong_type'],
    [
      'a day that does not exist in a date field',
      custom(hired, '2023-02-30'),
      `custom_fields.${hired}`,
      'invalid_date',
    ],
    ['a NUL character in a date field', custom(hired, '2023-02-2\0'), `custom_fields.${hired}`, 'invalid_date'],
    ['a number in a date field', custom(hired, 2023), `custom_fields.${hired}`, 'wrong_type'],
    ['what a list does not have', custom(size, 'XL'), `custom_fields.${size}`, 'unknown_choice'],
    ['a choice in other case', custom(size, 'm'), `custom_fields.${size}`, 'unknown_choice'],
    ['a list for a choice', custom(size, ['M']), `custom_fields.${size}`, 'wrong_type'],
  ]
  for (const [what, spoilt, field, problem] of cases) {
    test(`422 ${what}, by its path, and nothing is written or changed`, async () => {
      const id = await anEmployee(service)
      const absent = unique('E')
      const before = await stateOf(id)

      const answers = [await put(id, { ...marie, ...spoilt }), await put(absent, { ...marie, ...spoilt })]

      for (const answer of answers) {
        const { code: kind, errors } = answer.json()
        assert.deepEqual([answer.statusCode, kind], [422, 'validation_error'])
        assert.deepEqual(
          errors.map((one: { field: string; code: string }) => [one.field, one.code]),
          [[field, problem]],
        )
      }
      assert.deepEqual(await stateOf(id), before)
      assert.deepEqual(await stateOf(absent), { stored: [], registrations: [], events: [] })
    })
  }

  test('422 several mistakes at once, each by its path', async () => {
    const answer = await put(unique('E'), {
      ...marie,
      registrations: [...at('nowhere').registrations, ...at('elsewhere').registrations],
      custom_fields: { [grade]: 'x', nowhere: 1 },
    })

    assert.deepEqual(
      answer.json().errors.map((one: { field: string }) => one.field),
      [
        'registrations.1.organization_code',
        'registrations.2.employee_number',
        'registrations.3.organization_code',
        `custom_fields.${grade}`,
        'custom_fields.nowhere',
      ],
    )
  })

  test("422 another client's organization and custom field, as if they were not there", async () => {
    const theirs = await anOrganization(service, { owner: globex })
    const field = await aCustomField(service, { owner: globex })

    const answer = await put(unique('E'), { ...marie, ...at(theirs), ...custom(field, 'x') })

    assert.deepEqual(answer.json().errors, [
      { field: code, code: 'unknown_organization', message: `Organization ${theirs} not found.` },
      {
        field: `custom_fields.${field}`,
        code: 'unknown_custom_field',
        message: `Custom field ${field} not found.`,
      },
    ])
  })

  for (const payload of ['', '{', '[]', 'null', '"x"']) {
    test(`400 the body ${payload || 'nothing'}, and nothing is written`, async () => {
      const id = unique('E')
      const headers = { ...(await service.as('payroll')), 'content-type': 'application/json' }

      const answer = await app.inject({ method: 'PUT', url: `/api/v2/client/employees/${id}`, headers, payload })

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
      assert.deepEqual((await stateOf(id)).stored, [])
    })
  }
})
