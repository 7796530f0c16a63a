import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { inEnglish, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aSignatureType } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { app, v2, db } = service

const put = (id: string, body: object) => v2('PUT', `/signature_types/${id}`, { body })
const patch = (id: string, body: object) => v2('PATCH', `/signature_types/${id}`, { body })
const read = (id: string) => v2('GET', `/signature_types/${id}`)
const aType = () =>
  aSignatureType(service, { name: 'Simple', localized_consents: inEnglish('I agree.'), expiry_days: 30 })

/** All that there is of a type, to show that nothing moved. */
async function stateOf(id: string) {
  return { type: (await read(id)).json(), events: await eventsOf(db, id) }
}

const REFUSED: Record<string, { body: object; errors: [field: string, code: string, message: string][] }> = {
  'an empty name': { body: { name: '' }, errors: [['name', 'too_short', 'This must have at least 1 character.']] },
  'a name of 256 characters': {
    body: { name: 'n'.repeat(256) },
    errors: [['name', 'too_long', 'This exceeds 255 characters.']],
  },
  'a name that cannot be stored': {
    body: { name: 'a\u0000b' },
    errors: [['name', 'invalid_text', 'This contains characters that cannot be stored.']],
  },
  'a name that is null': { body: { name: null }, errors: [['name', 'wrong_type', 'This must be a string.']] },
  'no day at all': {
    body: { expiry_days: 0, reminder_days: -1 },
    errors: [
      ['expiry_days', 'out_of_range', 'This must be >= 1.'],
      ['reminder_days', 'out_of_range', 'This must be >= 1.'],
    ],
  },
  'more than ten years': {
    body: { expiry_days: 3651, reminder_days: 3651 },
    errors: [
      ['expiry_days', 'out_of_range', 'This must be <= 3650.'],
      ['reminder_days', 'out_of_range', 'This must be <= 3650.'],
    ],
  },
  'half a day and days that are a text': {
    body: { expiry_days: 1.5, reminder_days: '7' },
    errors: [
      ['expiry_days', 'wrong_type', 'This must be an integer or null.'],
      ['reminder_days', 'wrong_type', 'This must be an integer or null.'],
    ],
  },
  'a language twice in each list': {
    body: {
      localized_names: [...inEnglish('a'), { language_code: 'EN-US', value: 'b' }],
      localized_consents: [
        { language_code: 'nl', value: null },
        ...inEnglish('a'),
        { language_code: 'nl', value: 'b' },
      ],
    },
    errors: [
      ['localized_names.1.language_code', 'repeated', 'This language appears more than once.'],
      ['localized_consents.2.language_code', 'repeated', 'This language appears more than once.'],
    ],
  },
  'a consent of 1001 characters': {
    body: { localized_consents: inEnglish('é'.repeat(1001)) },
    errors: [['localized_consents.0.value', 'too_long', 'This exceeds 1000 characters.']],
  },
  'a consent in no language': {
    body: {
      localized_consents: [
        { language_code: 'english', value: 'x' },
        { language_code: 'xx_yy', value: 'x' },
      ],
    },
    errors: [['localized_consents.1.language_code', 'invalid_language', 'This is not a valid BCP 47 language tag.']],
  },
  'a field that types do not have': {
    body: { expiry_dais: 3 },
    errors: [
      [
        'expiry_dais',
        'unknown_field',
        'Unknown field. Expected: name, localized_names, localized_consents, expiry_days, reminder_days.',
      ],
    ],
  },
}

for (const method of ['PUT', 'PATCH'] as const) {
  describe(`${method} /signature_types/{id}`, () => {
    const change = method === 'PUT' ? put : patch

    for (const [what, { body, errors }] of Object.entries(REFUSED)) {
      test(`422 for ${what}, and nothing changes`, async () => {
        const id = await aType()
        const before = await stateOf(id)

        const answer = await change(id, body)

        const expected = errors.map(([field, code, message]) => ({ field, code, message }))
        assert.deepEqual(
          [answer.statusCode, answer.json()],
          [422, { code: 'validation_error', message: 'Validation failed', errors: expected }],
        )
        assert.deepEqual(await stateOf(id), before)
      })
    }

    test('400 for a body that is not an object', async () => {
      const id = await aType()
      for (const payload of ['[]', '"x"', 'null', '{', '']) {
        const headers = { ...(await service.as('payroll')), 'content-type': 'application/json' }
        const answer = await app.inject({ method, url: `/api/v2/client/signature_types/${id}`, headers, payload })

        assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], payload)
      }
    })

    for (const id of ['a.b', 'a%20b', '%C3%A9t%C3%A9', 'x'.repeat(101)]) {
      test(`422 for the id ${id.slice(0, 20)}`, async () => {
        const answer = await change(id, {})

        const { field, code } = answer.json().errors[0]
        assert.deepEqual([answer.statusCode, field, code], [422, 'id', 'invalid'])
      })
    }
  })
}

describe('PATCH /signature_types/{id}', () => {
  test('404 for a type that is not there, also with a mistake in the body, and it is not made', async () => {
    const id = unique('type')

    for (const body of [{ name: 'New' }, { expiry_days: 0 }]) {
      const answer = await patch(id, body)
      const message = `Signature type ${id} not found.`
      assert.deepEqual([answer.statusCode, answer.json()], [404, { code: 'not_found', message }])
    }
    assert.equal((await read(id)).statusCode, 404)
  })
})
