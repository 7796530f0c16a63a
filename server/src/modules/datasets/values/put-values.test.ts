import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventRowsAbout, eventsAbout, inEnglish, storedPaths, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { v2, db } = service

const value = (code: string, name: string | null = code) => ({ code, localized_names: inEnglish(name) })
const bulk = (dataset: string, values: unknown) => v2('POST', `/datasets/${dataset}/values/bulk`, { body: { values } })
const countOf = async (dataset: string) => (await v2('GET', `/datasets/${dataset}`)).json().values_count

describe('POST /datasets/{id}/values/bulk', () => {
  test('200 adds, changes and leaves values, and counts each', async () => {
    const offices = await aDataset(service, { values: ['fr', 'gb', 'us'] })

    const answer = await bulk(offices, [value('fr'), value('gb', 'Britain'), value('jp'), value('jp.tokyo')])

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), { created: 2, updated: 1, unchanged: 1 })
    assert.deepEqual(await storedPaths(db, offices), ['fr', 'gb', 'jp', 'jp.tokyo', 'us'])
    assert.equal((await v2('GET', `/datasets/${offices}/values/gb`)).json().name, 'Britain')
    assert.equal(await countOf(offices), 5)
  })

  test('200 emits one event for each value that changed, with what the API answers of it', async () => {
    const offices = await aDataset(service, { values: ['fr', 'gb'] })

    await bulk(offices, [value('fr'), value('gb', 'Britain'), value('gb.london')])

    const events = await eventRowsAbout(db, offices)
    const seen = events.map(({ type, data, client_id, actor_id }) => ({ type, data, client_id, actor_id }))
    const expected = [
      { type: 'dataset_value.created', path: 'gb.london' },
      { type: 'dataset_value.updated', path: 'gb' },
    ]
    assert.equal(seen.length, expected.length)
    for (const { type, path } of expected) {
      const data = (await v2('GET', `/datasets/${offices}/values/${path}`)).json()
      assert.deepEqual(
        seen.find((one) => one.type === type),
        { type, data, client_id: 'acme', actor_id: 'payroll' },
      )
    }
  })

  test('200 takes children before their parents, and a whole tree at once', async () => {
    const offices = await aDataset(service)

    const answer = await bulk(offices, [value('fr.paris.hq'), value('fr.paris'), value('fr')])

    assert.deepEqual(answer.json(), { created: 3, updated: 0, unchanged: 0 })
    assert.deepEqual(await storedPaths(db, offices), ['fr', 'fr.paris', 'fr.paris.hq'])
  })

  test('200 twice changes nothing the second time and emits nothing', async () => {
    const offices = await aDataset(service)
    const values = [value('fr'), value('fr.paris', null), value('gb')]
    await bulk(offices, values)
    const events = await eventsAbout(db, offices)

    const again = await bulk(offices, values)

    assert.deepEqual(again.json(), { created: 0, updated: 0, unchanged: 3 })
    assert.deepEqual(await eventsAbout(db, offices), events)
    assert.equal(await countOf(offices), 3)
  })

  test('200 takes an empty list', async () => {
    const offices = await aDataset(service)

    const answer = await bulk(offices, [])

    assert.deepEqual(answer.json(), { created: 0, updated: 0, unchanged: 0 })
  })

  test('200 takes 10,000 values', async () => {
    const offices = await aDataset(service)
    const values = Array.from({ length: 10_000 }, (_, index) => ({ code: `c${index}`, localized_names: [] }))

    const answer = await bulk(offices, values)

    assert.deepEqual(answer.json(), { created: 10_000, updated: 0, unchanged: 0 })
    assert.equal(await countOf(offices), 10_000)
  })

  test('404 for an absent data set', async () => {
    const id = unique('ds')

    const answer = await bulk(id, [value('fr')])

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Data set ${id} not found.` })
  })
})

describe('POST /datasets/{id}/values/bulk refuses', () => {
  const badPath =
    'A value path must consist of codes joined by dots; each code has 1 to 255 characters, without slashes or control characters.'
  const cases = [
    {
      what: 'a value whose parent is neither stored nor sent',
      values: [value('gb'), value('es.madrid')],
      errors: [['values.1.code', 'unknown_parent', 'Value es not found.']],
    },
    {
      what: 'a value that is given twice',
      values: [value('gb'), value('us'), value('gb', 'again')],
      errors: [['values.2.code', 'repeated', 'This value appears more than once.']],
    },
    {
      what: 'a path with more codes than there are dimensions',
      values: [value('fr.a.b.c')],
      errors: [['values.0.code', 'too_deep', 'The path has more codes than the data set has dimensions (3).']],
    },
    {
      what: 'what is not a path',
      values: ['gb', '', 'g/b', 'g\0b', 'g\ud800'].map((code) => ({ code, localized_names: [] })),
      errors: [
        ['values.1.code', 'invalid_path', badPath],
        ['values.2.code', 'invalid_path', badPath],
        ['values.3.code', 'invalid_path', badPath],
        ['values.4.code', 'invalid_path', badPath],
      ],
    },
    {
      what: 'a repeated language, by the place of the value and the name',
      values: [value('gb'), { code: 'us', localized_names: [...inEnglish('a'), ...inEnglish('b')] }],
      errors: [['values.1.localized_names.1.language_code', 'repeated', 'This language appears more than once.']],
    },
    {
      what: 'wrong types and missing keys, each by its path',
      values: [{ code: 5, localized_names: [] }, { code: 'gb' }, 'us'],
      errors: [
        ['values.0.code', 'wrong_type', 'This must be a string.'],
        ['values.1.localized_names', 'required', 'This field is required.'],
        ['values.2', 'wrong_type', 'This must be an object.'],
      ],
    },
    { what: 'what is not a list', values: 'fr', errors: [['values', 'wrong_type', 'This must be an array.']] },
    { what: 'a body without values', values: undefined, errors: [['values', 'required', 'This field is required.']] },
    {
      what: '10,001 values',
      values: Array.from({ length: 10_001 }, (_, index) => ({ code: `c${index}`, localized_names: [] })),
      errors: [['values', 'too_long', 'This must have at most 10000 items.']],
    },
  ]
  for (const { what, values, errors } of cases) {
    test(`422 ${what}, and stores none of them`, async () => {
      const offices = await aDataset(service, { values: ['fr'] })

      const answer = await bulk(offices, values)

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json(), {
        code: 'validation_error',
        message: 'Validation failed',
        errors: errors.map(([field, code, message]) => ({ field, code, message })),
      })
      assert.deepEqual(await storedPaths(db, offices), ['fr'])
      assert.equal(await countOf(offices), 1)
      assert.deepEqual(await eventsAbout(db, offices), [])
    })
  }

  test('422 lists the first twenty mistakes at most', async () => {
    const offices = await aDataset(service)

    const answer = await bulk(
      offices,
      Array.from({ length: 300 }, (_, index) => value(`no.${index}`)),
    )

    const fields = answer.json().errors.map((one: { field: string }) => one.field)
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      fields,
      Array.from({ length: 20 }, (_, index) => `values.${index}.code`),
    )
  })

  test('413 a body over 1 MiB', async () => {
    const offices = await aDataset(service)

    const answer = await bulk(offices, [value('fr', 'x'.repeat(1024 * 1024))])

    assert.equal(answer.statusCode, 413)
    assert.deepEqual(await storedPaths(db, offices), [])
  })
})
