import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventRowsAbout, eventsAbout, inEnglish, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, db, clock } = service

const noNames = [
  { language_code: 'en-us', value: null },
  { language_code: 'fr-fr', value: null },
  { language_code: 'de-de', value: null },
]
const put = (id: string, body: unknown) => v2('PUT', `/datasets/${encodeURIComponent(id)}`, { body })
const read = async (id: string) => (await v2('GET', `/datasets/${encodeURIComponent(id)}`)).json()
const dimensionIds = (dataset: { dimensions: { id: string }[] }) => dataset.dimensions.map((one) => one.id)

/** Puts a data set that must be refused, and shows that nothing is there afterwards. */
async function refusal(body: unknown) {
  const id = unique('ds')
  const answer = await put(id, body)
  assert.equal((await v2('GET', `/datasets/${encodeURIComponent(id)}`)).statusCode, 404)
  assert.deepEqual(await eventsAbout(db, id), [])
  return answer
}

describe('PUT /datasets/{id}', () => {
  test('201 creates a data set with its dimensions, levels by order', async () => {
    const id = unique('offices')

    const answer = await put(id, {
      dimensions: [
        { id: 'country', localized_names: [...inEnglish('Country'), { language_code: 'FR-FR', value: 'Pays' }] },
        { id: 'city', localized_names: [] },
      ],
      localized_names: [],
    })

    const { created_at, updated_at, ...dataset } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(dataset, {
      id,
      name: id,
      localized_names: noNames,
      dimensions: [
        {
          id: 'country',
          name: 'Country',
          localized_names: [
            { language_code: 'en-us', value: 'Country' },
            { language_code: 'fr-fr', value: 'Pays' },
            { language_code: 'de-de', value: null },
          ],
          level: 1,
        },
        { id: 'city', name: 'city', localized_names: noNames, level: 2 },
      ],
      values_count: 0,
      last_import_status: null,
      last_import_result: null,
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(id), answer.json())
  })

  test('201 creates one from an empty object', async () => {
    const answer = await put(unique('ds'), {})

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().dimensions, [])
    assert.deepEqual(answer.json().localized_names, noNames)
  })

  test('201 emits dataset.created once, with what was answered, for this client and this application', async () => {
    const id = unique('ds')

    const answer = await put(id, { localized_names: inEnglish('Offices') })

    const [event, ...more] = await eventRowsAbout(db, id)
    const { id: eventId, ...facts } = event ?? assert.fail('no event')
    assert.match(eventId, /^[0-9a-f-]{36}$/)
    assert.deepEqual(facts, {
      client_id: 'acme',
      type: 'dataset.created',
      resource_id: id,
      actor_type: 'application',
      actor_id: 'payroll',
      actor_name: 'payroll',
      data: answer.json(),
    })
    assert.deepEqual(more, [])
  })

  test('201 takes every language tag that is well-formed, stored in lower case', async () => {
    const codes = ['EN', 'zh-Hant-TW', 'de-CH-1996', 'es-419', 'sl-rozaj-biske', 'en-US-x-acme', 'fr-FR-u-ca-gregory']

    const answer = await put(unique('ds'), {
      localized_names: codes.map((code) => ({ language_code: code, value: code })),
    })

    const returned = answer.json().localized_names.map((one: { language_code: string }) => one.language_code)
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(returned, ['en-us', 'fr-fr', 'de-de', ...codes.map((code) => code.toLowerCase()).sort()])
  })

  for (const code of ['x-acme', 'i-klingon']) {
    test(`201 takes the tag ${code}, which BCP 47 calls well-formed too`, async () => {
      const answer = await put(unique('ds'), { localized_names: [{ language_code: code, value: 'a' }] })

      assert.equal(answer.statusCode, 201)
    })
  }

  test('201 takes an id of 100 characters of four bytes, and every character but the forbidden', async () => {
    for (const id of ['😀'.repeat(100), `a b.c?d#e%f&g+h;é"'\\<>${unique('x')}`]) {
      const answer = await put(id, {})

      assert.equal(answer.statusCode, 201)
      assert.equal((await read(id)).id, id)
    }
  })

  test('201 takes what is only answered, and ignores it', async () => {
    const answer = await put(unique('ds'), { values_count: 7, id: 'other', created_at: 'x' })

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().values_count, 0)
  })

  test('201 keeps the same id apart for two clients', async () => {
    const id = await aDataset(service, { dimensions: ['country'] })

    const answer = await v2('PUT', `/datasets/${id}`, { application: 'rival', body: { localized_names: [] } })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().localized_names, [{ language_code: 'en-us', value: null }])
    assert.deepEqual(dimensionIds(await read(id)), ['country'])
  })

  test('200 changes names and emits dataset.updated with what was answered', async () => {
    const id = await aDataset(service, { dimensions: ['country'], values: ['fr', 'gb'] })
    const before = await read(id)
    clock.advance(5)

    const answer = await put(id, { localized_names: inEnglish('Offices') })

    const dataset = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(dataset.localized_names[0], { language_code: 'en-us', value: 'Offices' })
    assert.equal(dataset.name, id)
    assert.equal(dataset.values_count, 2)
    assert.equal(dataset.created_at, before.created_at)
    assert.ok(dataset.updated_at > before.updated_at)
    assert.deepEqual(await read(id), dataset)
    const [event, ...more] = await eventRowsAbout(db, id)
    assert.equal(event?.type, 'dataset.updated')
    assert.deepEqual(event?.data, dataset)
    assert.deepEqual(more, [])
  })

  test('200 replaces all names when they are given, and keeps them when they are not', async () => {
    const id = unique('ds')
    await put(id, { localized_names: [...inEnglish('Offices'), { language_code: 'fr-fr', value: 'Bureaux' }] })

    const kept = await put(id, { dimensions: [{ id: 'country', localized_names: [] }] })
    const replaced = await put(id, { localized_names: [{ language_code: 'fr-fr', value: 'Sites' }] })
    const emptied = await put(id, { localized_names: [] })

    assert.equal(kept.json().localized_names[0].value, 'Offices')
    assert.deepEqual(replaced.json().localized_names, [
      { language_code: 'en-us', value: null },
      { language_code: 'fr-fr', value: 'Sites' },
      { language_code: 'de-de', value: null },
    ])
    assert.deepEqual(emptied.json().localized_names, noNames)
  })

  test('200 appends new dimensions, renames known ones, and removes none', async () => {
    const id = await aDataset(service, { dimensions: ['country', 'city'] })

    const answer = await put(id, {
      dimensions: [
        { id: 'city', localized_names: inEnglish('Town') },
        { id: 'office', localized_names: inEnglish('Office') },
      ],
    })

    const shown = answer
      .json()
      .dimensions.map((one: { id: string; name: string; level: number }) => [one.level, one.id, one.name])
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(shown, [
      [1, 'country', 'country'],
      [2, 'city', 'Town'],
      [3, 'office', 'Office'],
    ])
  })

  test('200 changes nothing and emits nothing when all is as it was', async () => {
    const id = await aDataset(service, { dimensions: ['country'] })
    const before = await read(id)
    clock.advance(5)

    const again = await put(id, {
      localized_names: [],
      dimensions: [{ id: 'country', localized_names: inEnglish('country') }],
    })
    const empty = await put(id, {})

    assert.equal(again.statusCode, 200)
    assert.deepEqual(again.json(), before)
    assert.deepEqual(empty.json(), before)
    assert.deepEqual(await eventsAbout(db, id), [])
  })

  test('one of many concurrent PUTs of a new data set answers 201, the others 200', async () => {
    const id = unique('ds')
    const body = { dimensions: [{ id: 'country', localized_names: inEnglish('Country') }] }

    const answers = await Promise.all(Array.from({ length: 30 }, () => put(id, body)))

    const statuses = answers.map((one) => one.statusCode).sort()
    assert.deepEqual(statuses, [...Array(29).fill(200), 201])
    assert.deepEqual(await eventsAbout(db, id), ['dataset.created'])
    assert.deepEqual(dimensionIds(await read(id)), ['country'])
  })

  test('concurrent PUTs that append different dimensions give each a level of its own', async () => {
    const id = await aDataset(service, { dimensions: [] })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

    const answers = await Promise.all(
      ids.map((one) => put(id, { dimensions: [{ id: one, localized_names: inEnglish(one) }] })),
    )

    const { dimensions } = await read(id)
    assert.ok(answers.every((one) => one.statusCode === 200))
    assert.deepEqual(
      dimensions.map((one: { level: number }) => one.level),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    assert.deepEqual(dimensionIds({ dimensions }).sort(), ids)
  })
})

describe('PUT /datasets/{id} refuses', () => {
  const named = (localized_names: unknown) => ({ dimensions: [{ id: 'country', localized_names }] })
  const cases = [
    {
      what: 'a language that is not a tag',
      body: { localized_names: [{ language_code: 'english!', value: 'a' }] },
      errors: [['localized_names.0.language_code', 'invalid_language', 'This is not a valid BCP 47 language tag.']],
    },
    {
      what: 'a language given twice',
      body: { localized_names: [...inEnglish('a'), { language_code: 'EN-US', value: 'b' }] },
      errors: [['localized_names.1.language_code', 'repeated', 'This language appears more than once.']],
    },
    {
      what: 'a translation of 1,001 characters',
      body: { localized_names: inEnglish('😀'.repeat(1001)) },
      errors: [['localized_names.0.value', 'too_long', 'This exceeds 1000 characters.']],
    },
    {
      what: 'a translation with a NUL',
      body: { localized_names: inEnglish('a\0b') },
      errors: [['localized_names.0.value', 'invalid_text', 'This contains characters that cannot be stored.']],
    },
    {
      what: 'a translation with half of a surrogate pair',
      body: { localized_names: inEnglish('a\ud800') },
      errors: [['localized_names.0.value', 'invalid_text', 'This contains characters that cannot be stored.']],
    },
    {
      what: 'values of the wrong type, each by its path',
      body: { localized_names: [{ language_code: 5, value: false }, 'x'], dimensions: 'country' },
      errors: [
        ['dimensions', 'wrong_type', 'This must be an array.'],
        ['localized_names.0.language_code', 'wrong_type', 'This must be a string.'],
        ['localized_names.0.value', 'wrong_type', 'This must be a string or null.'],
        ['localized_names.1', 'wrong_type', 'This must be an object.'],
      ],
    },
    {
      what: 'a dimension without id and names',
      body: { dimensions: [{}] },
      errors: [
        ['dimensions.0.id', 'required', 'This field is required.'],
        ['dimensions.0.localized_names', 'required', 'This field is required.'],
      ],
    },
    {
      what: 'a name of a dimension that is malformed, by its nested path',
      body: named([...inEnglish('a'), { value: 'b' }]),
      errors: [['dimensions.0.localized_names.1.language_code', 'required', 'This field is required.']],
    },
    {
      what: 'eleven dimensions',
      body: { dimensions: Array.from({ length: 11 }, (_, index) => ({ id: `d${index}`, localized_names: [] })) },
      errors: [['dimensions.10', 'too_many', 'A data set can have at most 10 dimensions.']],
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}`, async () => {
      const answer = await refusal(body)

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json(), {
        code: 'validation_error',
        message: 'Validation failed',
        errors: errors.map(([field, code, message]) => ({ field, code, message })),
      })
    })
  }

  for (const id of ['a.b', 'a b', 'a/b', '', 'x'.repeat(101), 'a\0', 'é!']) {
    test(`422 the dimension id ${JSON.stringify(id.slice(0, 10))}`, async () => {
      const answer = await refusal({ dimensions: [{ id, localized_names: [] }] })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        ['dimensions.0.id'],
      )
    })
  }

  test('422 a new dimension before a known one, and changes nothing', async () => {
    const id = await aDataset(service, { dimensions: ['country'] })
    const before = await read(id)

    const answer = await put(id, {
      localized_names: inEnglish('changed'),
      dimensions: [
        { id: 'continent', localized_names: [] },
        { id: 'country', localized_names: inEnglish('changed') },
      ],
    })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      {
        field: 'dimensions.0.id',
        code: 'misplaced',
        message: 'A new dimension must come after the existing ones.',
      },
    ])
    assert.deepEqual(await read(id), before)
    assert.deepEqual(await eventsAbout(db, id), [])
  })

  for (const [what, id] of [
    ['a slash', 'a/b'],
    ['a control character', 'a\u0007b'],
    ['a NUL', 'a\0b'],
    ['101 characters', 'x'.repeat(101)],
  ] as const) {
    test(`422 an id with ${what}`, async () => {
      const answer = await put(id, {})

      assert.equal(answer.statusCode, 422)
      assert.equal(answer.json().code, 'validation_error')
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        ['id'],
      )
    })
  }

  for (const [what, payload, contentType] of [
    ['no body', undefined, undefined],
    ['an empty body', '', 'application/json'],
    ['broken JSON', '{"localized_names":', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a body that is not valid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    ['a body that is not JSON by its type', 'a=1', 'text/plain'],
  ] as const) {
    test(`400 ${what}`, async () => {
      const id = unique('ds')

      const answer = await service.app.inject({
        method: 'PUT',
        url: `/api/v2/client/datasets/${id}`,
        headers: { ...(await service.as('payroll')), ...(contentType ? { 'content-type': contentType } : {}) },
        ...(payload === undefined ? {} : { payload }),
      })

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
      assert.equal((await v2('GET', `/datasets/${id}`)).statusCode, 404)
    })
  }

  test('413 a body over 1 MiB', async () => {
    const answer = await refusal({ surprise: 'x'.repeat(1024 * 1024) })

    assert.equal(answer.statusCode, 413)
    assert.deepEqual(answer.json(), { code: 'payload_too_large', message: 'The body is too large.' })
  })
})
