import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, eventRowsAbout, eventsAbout, inEnglish, storedPaths, unique } from '#test/harness/builders.ts'
import { putValue } from './put-value.ts'

const service = await startApp()
const { v2, db } = service

const put = (dataset: string, path: string, localized_names: unknown) =>
  v2('PUT', `/datasets/${dataset}/values/${encodeURIComponent(path)}`, { body: { localized_names } })
const read = (dataset: string, path: string) => v2('GET', `/datasets/${dataset}/values/${encodeURIComponent(path)}`)
const countOf = async (dataset: string) => (await v2('GET', `/datasets/${dataset}`)).json().values_count

describe('PUT /datasets/{id}/values/{code}', () => {
  test('201 adds a value and emits dataset_value.created', async () => {
    const offices = await aDataset(service, { dimensions: ['country', 'city'] })

    const answer = await put(offices, 'france', inEnglish('France'))

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json(), {
      id: 'country.france',
      code: 'france',
      name: 'France',
      localized_names: [
        { language_code: 'en-us', value: 'France' },
        { language_code: 'fr-fr', value: null },
        { language_code: 'de-de', value: null },
      ],
      dataset_id: offices,
      dimension_id: 'country',
      path: 'france',
    })
    assert.deepEqual((await read(offices, 'france')).json(), answer.json())
    assert.equal(await countOf(offices), 1)
    const [event, ...more] = await eventRowsAbout(db, offices)
    const { id: _, ...facts } = event ?? assert.fail('no event')
    assert.deepEqual(facts, {
      client_id: 'acme',
      type: 'dataset_value.created',
      resource_id: 'country.france',
      actor_type: 'application',
      actor_id: 'payroll',
      actor_name: 'payroll',
      data: answer.json(),
    })
    assert.deepEqual(more, [])
  })

  test('201 adds a value below another, addressed by its full path', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    const answer = await put(offices, 'fr.paris', inEnglish('Paris'))

    const { id, code, dimension_id, path } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual([id, code, dimension_id, path], ['city.paris', 'paris', 'city', 'fr.paris'])
  })

  test('201 keeps the same code below two parents apart', async () => {
    const offices = await aDataset(service, { values: ['fr', 'us', 'us.paris'] })

    const answer = await put(offices, 'fr.paris', inEnglish('Paris, France'))

    assert.equal(answer.statusCode, 201)
    assert.equal((await read(offices, 'us.paris')).json().name, 'us.paris')
    assert.equal(await countOf(offices), 4)
  })

  test('201 takes codes that differ by case or accent as different values', async () => {
    const offices = await aDataset(service)

    const statuses = []
    for (const code of ['paris', 'Paris', 'pâris']) statuses.push((await put(offices, code, [])).statusCode)

    assert.deepEqual(statuses, [201, 201, 201])
    assert.equal(await countOf(offices), 3)
  })

  test('201 decodes the path segment', async () => {
    const offices = await aDataset(service)

    const answer = await put(offices, 'a b%41?#&+é', [])

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().code, 'a b%41?#&+é')
  })

  test('201 stores values whose codes are words of the address', async () => {
    const offices = await aDataset(service)

    for (const code of ['bulk', 'values', '__proto__', 'constructor']) {
      assert.equal((await put(offices, code, [])).statusCode, 201)
      assert.equal((await read(offices, code)).json().code, code)
    }
  })

  test('201 is not stopped by a trailing slash', async () => {
    const offices = await aDataset(service)

    const answer = await v2('PUT', `/datasets/${offices}/values/fr/`, { body: { localized_names: [] } })

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().code, 'fr')
  })

  test('200 replaces the names and emits dataset_value.updated with what was answered', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    const answer = await put(offices, 'fr', [{ language_code: 'FR-FR', value: 'France' }])

    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().name, 'France')
    assert.deepEqual(answer.json().localized_names, [
      { language_code: 'en-us', value: null },
      { language_code: 'fr-fr', value: 'France' },
      { language_code: 'de-de', value: null },
    ])
    assert.deepEqual((await read(offices, 'fr')).json(), answer.json())
    assert.equal(await countOf(offices), 1)
    const events = await eventRowsAbout(db, offices)
    assert.deepEqual(
      events.map((one) => one.type),
      ['dataset_value.updated'],
    )
    assert.deepEqual(events[0]?.data, answer.json())
  })

  test('200 changes nothing and emits nothing when the names are the same', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    const answer = await put(offices, 'fr', [
      { language_code: 'EN-us', value: 'fr' },
      { language_code: 'de-de', value: null },
    ])

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), (await read(offices, 'fr')).json())
    assert.deepEqual(await eventsAbout(db, offices), [])
  })

  test('404 for an unknown data set, and for the one of another client, in the same words', async () => {
    const foreign = await aDataset(service, {})
    const absent = unique('ds')
    const body = { localized_names: [] }

    const unknown = await v2('PUT', `/datasets/${absent}/values/fr`, { body })
    const others = await v2('PUT', `/datasets/${foreign}/values/fr`, { body, application: 'rival' })

    assert.equal(unknown.statusCode, 404)
    assert.deepEqual(unknown.json(), { code: 'not_found', message: `Data set ${absent} not found.` })
    assert.equal(others.statusCode, 404)
    assert.deepEqual(others.json(), { code: 'not_found', message: `Data set ${foreign} not found.` })
    assert.deepEqual(await storedPaths(db, foreign), [])
  })

  test('404 for a deleted data set', async () => {
    const offices = await aDataset(service)
    await v2('DELETE', `/datasets/${offices}`)

    const answer = await put(offices, 'fr', [])

    assert.equal(answer.statusCode, 404)
  })
})

describe('PUT /datasets/{id}/values/{code} refuses', () => {
  const unknownParent = (parent: string) => ['code', 'unknown_parent', `Value ${parent} not found.`]
  const badPath = [
    'code',
    'invalid_path',
    'A value path must consist of codes joined by dots; each code has 1 to 255 characters, without slashes or control characters.',
  ]
  const repeated = ['localized_names.1.language_code', 'repeated', 'This language appears more than once.']
  const twice = [...inEnglish('a'), { language_code: 'EN-US', value: 'b' }]
  const cases = [
    { what: 'a value whose parent is missing', path: 'spain.madrid', errors: [unknownParent('spain')] },
    { what: 'one whose parent is missing below a known value', path: 'fr.nice.hq', errors: [unknownParent('fr.nice')] },
    {
      what: 'more codes than there are dimensions',
      path: 'fr.paris.hq.floor',
      errors: [['code', 'too_deep', 'The path has more codes than the data set has dimensions (3).']],
    },
    { what: 'an empty code', path: 'fr..hq', errors: [badPath] },
    { what: 'a dot at the end', path: 'fr.', errors: [badPath] },
    { what: 'a slash', path: 'fr/paris', errors: [badPath] },
    { what: 'a control character', path: 'fr\u0001', errors: [badPath] },
    { what: 'a code of 256 characters', path: 'é'.repeat(256), errors: [badPath] },
    { what: 'a language given twice', path: 'gb', names: twice, errors: [repeated] },
    { what: 'a bad path and a repeated language at once', path: 'gb.', names: twice, errors: [badPath, repeated] },
    {
      what: 'a NUL in the path',
      path: 'g\0b',
      errors: [['code', 'invalid_text', 'This contains characters that cannot be stored.']],
    },
    {
      what: 'a translation of 1,001 characters',
      path: 'gb',
      names: inEnglish('x'.repeat(1001)),
      errors: [['localized_names.0.value', 'too_long', 'This exceeds 1000 characters.']],
    },
    {
      what: 'a malformed language',
      path: 'gb',
      names: [{ language_code: 'e', value: 'x' }],
      errors: [['localized_names.0.language_code', 'invalid_language', 'This is not a valid BCP 47 language tag.']],
    },
    {
      what: 'names that are no list',
      path: 'gb',
      names: { 'en-us': 'x' },
      errors: [['localized_names', 'wrong_type', 'This must be an array.']],
    },
    {
      what: 'a number for a name',
      path: 'gb',
      names: [{ language_code: 'en-us', value: 5 }],
      errors: [['localized_names.0.value', 'wrong_type', 'This must be a string or null.']],
    },
    {
      what: 'a body without names',
      path: 'gb',
      names: undefined,
      errors: [['localized_names', 'required', 'This field is required.']],
    },
  ]
  for (const { what, path, errors, ...rest } of cases) {
    test(`422 ${what}, and leaves nothing behind`, async () => {
      const offices = await aDataset(service, { values: ['fr'] })

      const answer = await put(offices, path, 'names' in rest ? rest.names : [])

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json(), {
        code: 'validation_error',
        message: 'Validation failed',
        errors: errors.map(([field, code, message]) => ({ field, code, message })),
      })
      assert.deepEqual(await storedPaths(db, offices), ['fr'])
      assert.deepEqual(await eventsAbout(db, offices), [])
    })
  }

  test('422 any value while the data set has no dimension', async () => {
    const empty = await aDataset(service, { dimensions: [] })

    const answer = await put(empty, 'fr', [])

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'code', code: 'too_deep', message: 'The path has more codes than the data set has dimensions (0).' },
    ])
  })

  test('422 a parent that is a value of another data set', async () => {
    await aDataset(service, { values: ['fr'] })
    const other = await aDataset(service)

    const answer = await put(other, 'fr.paris', [])

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      answer.json().errors.map((one: { code: string }) => one.code),
      ['unknown_parent'],
    )
  })
})

describe('a value and its event', () => {
  test('vanish together when a later step of the work fails', async () => {
    const offices = await aDataset(service)

    const work = service.doWork(acme, async (step) => {
      await putValue(step, { datasetId: offices, path: 'fr', localizedNames: [] })
      throw new Error('a later step')
    })

    await assert.rejects(work, /a later step/)
    assert.deepEqual(await storedPaths(db, offices), [])
    assert.equal(await countOf(offices), 0)
    assert.deepEqual(await eventsAbout(db, offices), [])
  })

  test('500 and no value when the event cannot be written', async () => {
    const offices = await aDataset(service, { dimensions: ['doomed'] })
    await sql`ALTER TABLE events ADD CONSTRAINT refuse_doomed CHECK (resource_id NOT LIKE 'doomed.%')`.execute(db)

    const answer = await put(offices, 'fr', [])

    await sql`ALTER TABLE events DROP CONSTRAINT refuse_doomed`.execute(db)
    const requestId = answer.headers['x-request-id']
    assert.equal(answer.statusCode, 500)
    assert.deepEqual(answer.json(), {
      code: 'internal_error',
      message: `Internal server error (request ${requestId}).`,
    })
    assert.deepEqual(await storedPaths(db, offices), [])
    assert.equal(await countOf(offices), 0)
  })
})
