import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp, type TestApplication } from '#test/harness/app.ts'
import { acme, inEnglish, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { documentTypes } from './document-types.ts'

const service = await startApp()
const { app, v2, db, doWork, clock } = service

const put = (code: string, body: object, application: TestApplication = 'payroll') =>
  v2('PUT', `/document_types/${code}`, { body, application })
const patch = (code: string, body: object) => v2('PATCH', `/document_types/${code}`, { body })
const read = (code: string) => v2('GET', `/document_types/${code}`)

async function aType(body: object = {}): Promise<string> {
  const code = unique('type')
  const answer = await put(code, { kind: 'employee', ...body })
  assert.equal(answer.statusCode, 201, answer.body)
  return code
}

/** All that there is of a type, to show that nothing moved. */
async function stateOf(code: string) {
  return { type: (await read(code)).json(), events: await eventsOf(db, code) }
}

const fieldsOf = (answer: Awaited<ReturnType<typeof put>>) =>
  answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)

const names = (english: string | null = null) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: null },
  { language_code: 'de-de', value: null },
]

const WHOLE = {
  kind: 'company',
  name: 'Contracts',
  localized_names: [
    { language_code: 'en-us', value: 'Contract' },
    { language_code: 'fr-fr', value: 'Contrat' },
    { language_code: 'de-de', value: null },
  ],
  visible_by_employee: true,
  upload_by_employee: true,
  retention: { months: 60, from: 'departure' },
  allowed_extensions: ['pdf'],
  metas: [
    { code: 'signed_on', name: 'Signed on', type: 'date', required: true },
    { code: 'level', name: 'Level', type: 'list', required: false, values: ['A', 'B'] },
  ],
  filters: [{ code: 'year', name: 'Year', type: 'integer', required: false }],
}

describe('PUT /document_types/{code}', () => {
  test('201 creates a type; what is left out has its default', async () => {
    const code = unique('type')

    const answer = await put(code, { kind: 'employee' })

    const { id, created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, {
      code,
      kind: 'employee',
      name: code,
      localized_names: names(),
      visible_by_employee: false,
      upload_by_employee: false,
      retention: null,
      allowed_extensions: [],
      metas: [],
      filters: [],
    })
    assert.ok(Number.isInteger(id) && id >= 1)
    assert.equal(created_at, updated_at)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.deepEqual((await read(code)).json(), answer.json())
  })

  test('201 keeps everything that is given', async () => {
    const code = unique('type')

    const answer = await put(code, WHOLE)

    const { id, created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, { code, ...WHOLE })
    assert.deepEqual((await read(code)).json(), answer.json())
  })

  test('201 names a type after its translations, and an attribute after its code', async () => {
    const code = unique('type')

    const answer = await put(code, {
      kind: 'employee',
      localized_names: inEnglish('Payslip'),
      metas: [{ code: 'month', type: 'string' }],
    })

    assert.equal(answer.json().name, 'Payslip')
    assert.deepEqual(answer.json().metas, [{ code: 'month', name: 'month', type: 'string', required: false }])
  })

  test('201 takes the id that is given, up to the largest, and gives the next type the least free one', async () => {
    const { id } = (await put(unique('type'), { kind: 'employee' })).json()

    const chosen = await put(unique('type'), { kind: 'employee', id: 2_147_483_647 })
    const next = await put(unique('type'), { kind: 'company' })

    assert.deepEqual([chosen.json().id, next.json().id], [2_147_483_647, id + 1])
  })

  test('422 for what a retention does not have', async () => {
    const code = unique('type')

    const retention = { months: 12, from: 'date' }
    const answer = await put(code, { kind: 'employee', retention: { ...retention, robots: 7 } })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
      [['retention.robots', 'unknown_field']],
    )
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('201 for types that are created at once gives each an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(unique('type'), { kind: 'employee' })))

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      Array(12).fill(201),
    )
    assert.equal(new Set(answers.map((one) => one.json().id)).size, 12)
  })

  test('200 for one type that is put at once by many: it is created once', async () => {
    const code = unique('type')

    const answers = await Promise.all(Array.from({ length: 8 }, () => put(code, { kind: 'employee' })))

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [...Array(7).fill(200), 201])
    assert.deepEqual(await eventsOf(db, code), ['employee_document_type.created'])
  })

  test('200 replaces a type: what is left out returns to its default, id and creation stay', async () => {
    const code = await aType({ ...WHOLE })
    const before = (await read(code)).json()
    clock.advance(5)

    const answer = await put(code, { kind: 'company', name: 'Contract' })

    const { updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, {
      id: before.id,
      code,
      kind: 'company',
      name: 'Contract',
      localized_names: names(),
      visible_by_employee: false,
      upload_by_employee: false,
      retention: null,
      allowed_extensions: [],
      metas: [],
      filters: [],
      created_at: before.created_at,
    })
    assert.ok(updated_at > before.updated_at)
  })

  test('200 without a change moves nothing and emits nothing', async () => {
    const code = await aType(WHOLE)
    const before = await stateOf(code)
    clock.advance(5)

    const same = await put(code, WHOLE)
    const other = await put(code, {
      ...WHOLE,
      id: before.type.id,
      localized_names: WHOLE.localized_names
        .toReversed()
        .map((one) => ({ ...one, language_code: one.language_code.toUpperCase() })),
    })

    assert.deepEqual([same.statusCode, other.statusCode], [200, 200])
    assert.deepEqual(same.json(), before.type)
    assert.deepEqual(await stateOf(code), before)
  })

  test('201 for a code and an id that another client has: each has its own', async () => {
    const code = await aType()
    const { id } = (await read(code)).json()

    const answer = await put(code, { kind: 'company', id }, 'rival')

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().kind, 'company')
    assert.equal((await read(code)).json().kind, 'employee')
  })

  const edge = { code: 'c'.repeat(100), name: 'n'.repeat(255), type: 'list', values: ['v'.repeat(255)] }
  const allowed: Record<string, object> = {
    'a name of 255 characters': { name: '🙂'.repeat(255) },
    'retention of a month': { retention: { months: 1, from: 'date' } },
    'retention of a hundred years': { retention: { months: 1200, from: 'departure' } },
    'attributes at their longest': { metas: [edge], filters: [edge] },
    '100 attributes': { metas: Array.from({ length: 100 }, (_, n) => ({ code: `m${n}`, type: 'date' })) },
    '1000 values': {
      filters: [{ code: 'f', type: 'list', values: Array.from({ length: 1000 }, (_, n) => `v${n}`) }],
    },
    'one code in metas and filters': {
      metas: [{ code: 'year', type: 'integer' }],
      filters: [{ code: 'year', type: 'integer' }],
    },
  }
  for (const [what, body] of Object.entries(allowed)) {
    test(`201 for ${what}`, async () => {
      const answer = await put(unique('type'), { kind: 'employee', ...body })

      assert.equal(answer.statusCode, 201)
      assert.partialDeepStrictEqual(answer.json(), body)
    })
  }

  test('201 for a code of 100 characters of every allowed kind', async () => {
    const code = `${unique('Az09_-')}${'x'.repeat(100)}`.slice(0, 100)

    assert.equal((await put(code, { kind: 'employee' })).statusCode, 201)
    assert.equal((await read(code)).json().code, code)
  })
})

const list = (code: string) => ({ code, type: 'list', values: ['A'] })
const refused: Record<string, { body: object; fields: string[] }> = {
  'an unknown kind': { body: { kind: 'robot' }, fields: ['kind unknown_choice'] },
  'an id below 1': { body: { id: 0 }, fields: ['id out_of_range'] },
  'an id that is too large': { body: { id: 2_147_483_648 }, fields: ['id out_of_range'] },
  'an id that is a text': { body: { id: '1' }, fields: ['id wrong_type'] },
  'an empty name': { body: { name: '' }, fields: ['name too_short'] },
  'a name of 256 characters': { body: { name: 'n'.repeat(256) }, fields: ['name too_long'] },
  'a name that cannot be stored': { body: { name: 'a\u0000b' }, fields: ['name invalid_text'] },
  'no language': {
    body: { localized_names: inEnglish('x').map((one) => ({ ...one, language_code: '??' })) },
    fields: ['localized_names.0.language_code invalid_language'],
  },
  'a language twice': {
    body: { localized_names: [...inEnglish('Payslip'), { language_code: 'EN-US', value: 'Slip' }] },
    fields: ['localized_names.1.language_code repeated'],
  },
  'flags that are texts': {
    body: { visible_by_employee: 'true', upload_by_employee: 1 },
    fields: ['visible_by_employee wrong_type', 'upload_by_employee wrong_type'],
  },
  'retention of no month': {
    body: { retention: { months: 0, from: 'date' } },
    fields: ['retention.months out_of_range'],
  },
  'retention of 1201 months': {
    body: { retention: { months: 1201, from: 'date' } },
    fields: ['retention.months out_of_range'],
  },
  'retention of half a month': {
    body: { retention: { months: 0.5, from: 'date' } },
    fields: ['retention.months wrong_type'],
  },
  'retention from an unknown day': {
    body: { retention: { months: 1, from: 'birth' } },
    fields: ['retention.from unknown_choice'],
  },
  'retention that says half': {
    body: { retention: {} },
    fields: ['retention.months required', 'retention.from required'],
  },
  'a list without values': {
    body: { metas: [{ code: 'a', type: 'list' }], filters: [list('a'), { code: 'b', type: 'list' }] },
    fields: ['metas.0.values required', 'filters.1.values required'],
  },
  'a list with no value': { body: { metas: [{ ...list('a'), values: [] }] }, fields: ['metas.0.values too_short'] },
  'values that are empty or too long': {
    body: { filters: [{ ...list('a'), values: ['', 'v'.repeat(256)] }] },
    fields: ['filters.0.values.0 too_short', 'filters.0.values.1 too_long'],
  },
  'a value twice': {
    body: { metas: [{ ...list('a'), values: ['x', 'y', 'x'] }] },
    fields: ['metas.0.values repeated'],
  },
  '1001 values': {
    body: { metas: [{ ...list('a'), values: Array(1001).fill('v') }] },
    fields: ['metas.0.values too_long'],
  },
  'repeated codes': {
    body: { metas: [list('a'), list('b'), list('a')], filters: [list('c'), list('c')] },
    fields: ['metas.2.code repeated', 'filters.1.code repeated'],
  },
  'codes of attributes that are none': {
    body: { metas: ['', 'a b', 'é', 'c'.repeat(101)].map(list) },
    fields: [0, 1, 2, 3].map((index) => `metas.${index}.code invalid`),
  },
  'attributes that say too little': {
    body: { metas: [{}] },
    fields: ['metas.0.code required', 'metas.0.type required'],
  },
  'names of attributes that are empty or too long': {
    body: {
      metas: [
        { ...list('a'), name: '' },
        { ...list('b'), name: 'n'.repeat(256) },
      ],
    },
    fields: ['metas.0.name too_short', 'metas.1.name too_long'],
  },
  'a filter of dates': { body: { filters: [{ code: 'a', type: 'date' }] }, fields: ['filters.0.type unknown_choice'] },
  '101 attributes': {
    body: { metas: Array.from({ length: 101 }, (_, n) => ({ code: `m${n}`, type: 'date' })) },
    fields: ['metas too_long'],
  },
}

for (const method of ['PUT', 'PATCH'] as const) {
  describe(`${method} /document_types/{code}`, () => {
    const change = (code: string, body: object) =>
      method === 'PUT' ? put(code, { kind: 'employee', ...body }) : patch(code, body)

    for (const [what, { body, fields }] of Object.entries(refused)) {
      test(`422 for ${what}, and nothing changes`, async () => {
        const code = await aType({ name: 'Payslip' })
        const before = await stateOf(code)

        const answer = await change(code, body)

        assert.equal(answer.statusCode, 422, answer.body)
        assert.equal(answer.json().code, 'validation_error')
        assert.deepEqual(fieldsOf(answer), fields)
        assert.deepEqual(await stateOf(code), before)
      })
    }

    test('422 for an id and a kind that are not those of the type, told together with the rest', async () => {
      const code = await aType()
      const before = await stateOf(code)

      const answer = await change(code, { id: before.type.id + 1000, kind: 'company', metas: [list('a'), list('a')] })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(fieldsOf(answer), ['id unchangeable', 'kind unchangeable', 'metas.1.code repeated'])
      assert.deepEqual(await stateOf(code), before)
    })

    test('400 for a body that is not an object', async () => {
      const code = await aType()

      for (const payload of ['[]', '"x"', '{', '']) {
        const headers = { ...(await service.as('payroll')), 'content-type': 'application/json' }
        const answer = await app.inject({ method, url: `/api/v2/client/document_types/${code}`, headers, payload })

        assert.equal(answer.statusCode, 400, payload)
        assert.equal(answer.json().code, 'invalid_request')
      }
    })

    for (const code of ['a.b', 'a%20b', '%C3%A9t%C3%A9', 'x'.repeat(101)]) {
      test(`422 for the code ${code.slice(0, 20)}`, async () => {
        const answer = await change(code, {})

        assert.equal(answer.statusCode, 422)
        assert.deepEqual(fieldsOf(answer), ['code invalid'])
      })
    }
  })
}

describe('PUT /document_types/{code}', () => {
  test('422 without a kind', async () => {
    const answer = await put(unique('type'), { name: 'Payslip' })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(fieldsOf(answer), ['kind required'])
  })

  test('422 for an id that another type has, and the type does not exist', async () => {
    const holder = await aType()
    const code = unique('type')
    const { id } = (await read(holder)).json()

    const answer = await put(code, { kind: 'employee', id })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'id', code: 'taken', message: `The type ${holder} already has this id.` },
    ])
    assert.equal((await read(code)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, code), [])
  })
})

describe('PATCH /document_types/{code}', () => {
  const changes: Record<string, object> = {
    name: { name: 'Renamed' },
    localized_names: { localized_names: names('Renamed') },
    visible_by_employee: { visible_by_employee: false },
    upload_by_employee: { upload_by_employee: false },
    retention: { retention: null },
    metas: { metas: [] },
    filters: { filters: [{ code: 'month', name: 'Month', type: 'string', required: true }] },
    everything: { name: 'Renamed', localized_names: names('Renamed'), retention: null, metas: [], filters: [] },
  }
  for (const [what, body] of Object.entries(changes)) {
    test(`200 changes ${what} and keeps the rest`, async () => {
      const code = await aType(WHOLE)
      const before = (await read(code)).json()
      clock.advance(5)

      const answer = await patch(code, body)

      const { updated_at } = answer.json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), { ...before, ...body, updated_at })
      assert.ok(updated_at > before.updated_at)
      assert.deepEqual((await read(code)).json(), answer.json())
    })
  }

  test('200 without a change moves nothing and emits nothing', async () => {
    const code = await aType(WHOLE)
    const before = await stateOf(code)
    clock.advance(5)

    const answers = [
      await patch(code, {}),
      await patch(code, { id: before.type.id, kind: 'company', name: WHOLE.name }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before.type])
    assert.deepEqual(await stateOf(code), before)
  })

  test('404 for a type that is not there, and it is not made', async () => {
    const code = unique('type')

    const answer = await patch(code, { kind: 'employee', name: 'Payslip' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Document type ${code} not found.` })
    assert.equal((await read(code)).statusCode, 404)
  })
})

describe('the events of document types', () => {
  for (const kind of ['employee', 'company'] as const) {
    test(`${kind}_document_type.created and .updated tell what the call answered`, async () => {
      const code = unique('type')
      const answers = [
        await put(code, { kind }),
        await put(code, { kind, name: 'A' }),
        await patch(code, { name: 'B' }),
      ]

      const events = (await v2('GET', `/events?resource_id=${code}`)).json().toReversed()

      assert.deepEqual(
        events.map((one: { type: string }) => one.type),
        ['created', 'updated', 'updated'].map((one) => `${kind}_document_type.${one}`),
      )
      assert.deepEqual(
        events.map((one: { data: object }) => one.data),
        answers.map((one) => one.json()),
      )
      assert.deepEqual(events[0].actor, { type: 'application', id: 'payroll', name: 'payroll' })
    })
  }

  test('vanish with the change when a later step fails', async () => {
    const fresh = unique('type')
    const known = await aType()
    const before = await stateOf(known)

    const failing = doWork(acme, async (work) => {
      await documentTypes.putOne(work, fresh, { kind: 'employee' })
      await documentTypes.patchOne(work, known, { name: 'Changed' })
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.equal((await read(fresh)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, fresh), [])
    assert.deepEqual(await stateOf(known), before)
  })
})
