import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FormField } from '#modules/requests/forms/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, globex, inEnglish, unique, withNames } from '#test/harness/builders.ts'
import { aManager } from '#test/harness/features/directory/builders.ts'
import { refusedFields, requestCalls } from '#test/harness/features/requests.ts'
import { findParents } from './check-answers.ts'

const service = await startApp()
const { v2, db } = service
const { post, made, call } = requestCalls(service)
const creator_technical_id = await aManager(service)

const VALUES = [
  'fr',
  'fr.paris',
  'fr.paris.hq',
  'fr.paris.lab',
  'fr.lyon',
  'fr.lyon.hq',
  'fra',
  'fra.paris',
  'fra.paris.hq',
  'de',
  'de.berlin',
  'de.berlin.hq',
]
const offices = await aDataset(service, { values: VALUES })
const sites = await aDataset(service, { values: VALUES })

type Asked = Partial<FormField> & { code: string }
const asking = ({ code, dataset = offices, ...more }: Asked): FormField => ({
  code,
  label: `The ${code}`,
  type: 'dataset',
  dataset,
  ...more,
})
const at = (code: string, dataset = offices) => asking({ code, dimension: code, dataset })

/** A form of acme with these fields. */
async function aForm(...fields: FormField[]): Promise<string> {
  const code = unique('f').slice(0, 20)
  const answer = await v2('PUT', `/forms/${code}`, { body: { title: 'Where', fields } })
  assert.equal(answer.statusCode, 201, answer.body)
  return code
}

const send = (form_code: string, answers: Record<string, string | string[]>) =>
  post({ form_code, creator_technical_id, ...answers })
const taken = async (form_code: string, answers: Record<string, string>) =>
  (await made({ form_code, creator_technical_id, ...answers })).body_json
const refusals = async (form: string, answers: Record<string, string | string[]>) =>
  (await send(form, answers)).json() as Record<string, string[]>[]
const putValue = (path: string, dataset: string, name = path) =>
  v2('PUT', `/datasets/${dataset}/values/${path}`, { body: { localized_names: inEnglish(name) } })

const chain = await aForm(at('country'), at('city'), at('office'))

describe('POST /api/requests/ with a field of a data set', () => {
  test('200 takes the path of a value that is there', async () => {
    const form = await aForm(asking({ code: 'where' }))

    for (const where of ['fr', 'fr.paris', 'de.berlin.hq']) assert.deepEqual(await taken(form, { where }), { where })
  })

  test('400 on the field for what is not a value, and stores nothing', async () => {
    const form = await aForm(asking({ code: 'where' }))
    const wrong = [
      'it',
      'fr.berlin',
      'paris',
      'hq',
      'FR',
      ' fr',
      'fr ',
      'fr.',
      '.fr',
      '.',
      'fr..paris',
      'fr/paris',
      '%',
    ]
    wrong.push(
      'fr.paris.hq.desk',
      `fr.${'x'.repeat(100_000)}`,
      'country.fr',
      '__proto__',
      "fr' OR '1'='1",
      'fr.paris.HQ',
    )

    for (const where of wrong) assert.deepEqual(refusedFields(await send(form, { where })), ['where'], where)
    assert.deepEqual(await refusals(form, { where: 'it' }), [{ where: [`Value it not found in data set ${offices}.`] }])
    assert.deepEqual((await call('GET', `/requests/?form_code=${form}`)).json(), [])
  })

  test('400 on the field when the value is of another dimension', async () => {
    const form = await aForm(at('city'))

    assert.deepEqual(await taken(form, { city: 'fr.paris' }), { city: 'fr.paris' })
    assert.deepEqual(await refusals(form, { city: 'fr' }), [
      { city: ['This is a value of the dimension country (expected city).'] },
    ])
    assert.deepEqual(await refusals(form, { city: 'fr.paris.hq' }), [
      { city: ['This is a value of the dimension office (expected city).'] },
    ])
  })

  test('400 on the field that is required and not given, or given twice', async () => {
    const form = await aForm(asking({ code: 'where', required: true }))

    assert.deepEqual(refusedFields(await send(form, {})), ['where'])
    assert.deepEqual(refusedFields(await send(form, { where: '' })), ['where'])
    assert.deepEqual(refusedFields(await send(form, { where: ['fr', 'fr'] })), ['where'])
  })

  test('400 names every field that is wrong, with the mistakes of the others', async () => {
    const form = await aForm(
      asking({ code: 'a' }),
      asking({ code: 'b', dataset: sites, dimension: 'city' }),
      asking({ code: 'c' }),
      { code: 'd', label: 'D', type: 'integer' },
    )

    assert.deepEqual(refusedFields(await send(form, { a: 'no', b: 'fr', c: 'de', d: 'x' })), ['a', 'b', 'd'])
  })

  test('400 for the value of another data set, and for one of another client of the same name', async () => {
    const id = await aDataset(service, { values: ['ours'] })
    await aDataset(service, { id, values: ['theirs'], owner: globex })
    const form = await aForm(asking({ code: 'where', dataset: id }))

    assert.deepEqual(refusedFields(await send(form, { where: 'fr' })), ['where'])
    assert.deepEqual(refusedFields(await send(form, { where: 'theirs' })), ['where'])
    assert.deepEqual(await taken(form, { where: 'ours' }), { where: 'ours' })
  })

  test('200 for a value as soon as it is put, 400 as soon as it is deleted; a request keeps what it was given', async () => {
    const dataset = await aDataset(service, { values: ['fr'] })
    const form = await aForm(asking({ code: 'where', dataset }))
    const where = 'fr.nice'

    const early = await send(form, { where })
    await putValue(where, dataset)
    const request = await made({ form_code: form, creator_technical_id, where })
    await putValue(where, dataset, 'Renamed')
    assert.deepEqual(await taken(form, { where }), { where })
    await v2('DELETE', `/datasets/${dataset}/values/fr`)
    const late = await send(form, { where })

    assert.deepEqual([early, late].map(refusedFields), [['where'], ['where']])
    assert.deepEqual((await call('GET', `/requests/${request.id}/`)).json().body_json, { where })
  })

  test('200 for a value of a dimension that was added after the form was put', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'], values: ['fr'] })
    const free = await aForm(asking({ code: 'where', dataset }))
    const bound = await aForm(asking({ code: 'where', dataset, dimension: 'country' }))
    const dimensions = ['country', 'city'].map((id) => ({ id, localized_names: [] }))

    await v2('PUT', `/datasets/${dataset}`, { body: { localized_names: [], dimensions } })
    await putValue('fr.nice', dataset)

    assert.deepEqual(await taken(free, { where: 'fr.nice' }), { where: 'fr.nice' })
    assert.deepEqual(refusedFields(await send(bound, { where: 'fr.nice' })), ['where'])
  })

  test('409 for who would delete a data set that a form uses, and the form goes on', async () => {
    const dataset = await aDataset(service, { values: ['fr'] })
    const form = await aForm(asking({ code: 'where', dataset }))

    const answer = await v2('DELETE', `/datasets/${dataset}`)

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'dataset_in_use'])
    assert.deepEqual(await taken(form, { where: 'fr' }), { where: 'fr' })
  })

  test('200 for paths that are long, or hold what is hostile elsewhere', async () => {
    const dataset = await aDataset(service, { dimensions: ['a', 'b'] })
    const paths = ['__proto__', 'constructor', '😀'.repeat(255), "'; DROP TABLE forms; --", '%', '[1]', '-0', 'é']
    await withNames(
      service,
      dataset,
      paths.map((code) => ({ code, names: {} })),
    )
    const form = await aForm(asking({ code: 'where', dataset }))

    for (const where of paths) assert.deepEqual(await taken(form, { where }), { where })
  })
})

describe('POST /api/requests/ with fields that depend on one another', () => {
  test('200 takes answers that lie below one another, and any part of them', async () => {
    const whole = { country: 'fr', city: 'fr.paris', office: 'fr.paris.hq' }
    const { country, city, office } = whole

    for (const answers of [whole, { country, city }, { country }, { city }, { office }, { city, office }, {}]) {
      assert.deepEqual(await taken(chain, answers as Record<string, string>), answers)
    }
    assert.deepEqual(await taken(chain, { country, office }), { country, office })
  })

  const contradictions: [string, Record<string, string>, string[]][] = [
    ['a city elsewhere', { country: 'de', city: 'fr.paris' }, ['city country']],
    ['an office elsewhere', { city: 'fr.lyon', office: 'fr.paris.hq' }, ['office city']],
    ['an office of the same name', { city: 'fr.lyon', office: 'de.berlin.hq' }, ['office city']],
    ['a country that begins the same', { country: 'fr', city: 'fra.paris' }, ['city country']],
    ['a city below another country', { country: 'de', city: 'fr.paris', office: 'fr.paris.hq' }, ['city country']],
    [
      'everything elsewhere',
      { country: 'de', city: 'fr.paris', office: 'fr.lyon.hq' },
      ['city country', 'office city'],
    ],
  ]
  for (const [what, answers, pairs] of contradictions) {
    test(`400 on base for ${what}`, async () => {
      const messages = pairs.map((pair) => {
        const [below, above] = pair.split(' ')
        return `The ${below} (${below}) is not below The ${above} (${above}).`
      })

      assert.deepEqual(await refusals(chain, answers), [{ base: messages }])
    })
  }

  test('400 on the field alone when a value is not there or of another dimension, whatever the others are', async () => {
    assert.deepEqual(refusedFields(await send(chain, { country: 'it', city: 'fr.paris' })), ['country'])
    assert.deepEqual(refusedFields(await send(chain, { country: 'fr', city: 'de' })), ['city'])
  })

  test('400 on base together with the mistakes of fields of other types', async () => {
    const form = await aForm(at('country'), at('city'), { code: 'n', label: 'N', type: 'integer' })

    assert.deepEqual(refusedFields(await send(form, { country: 'de', city: 'fr.paris', n: 'x' })), ['base', 'n'])
  })

  test('a form that skips a dimension: the office lies below the country', async () => {
    const form = await aForm(at('country'), at('office'))

    assert.deepEqual(await taken(form, { country: 'fr', office: 'fr.lyon.hq' }), {
      country: 'fr',
      office: 'fr.lyon.hq',
    })
    assert.deepEqual(refusedFields(await send(form, { country: 'fr', office: 'fra.paris.hq' })), ['base'])
  })

  test('400 on base when the one between is left out, and the ends contradict one another', async () => {
    assert.deepEqual(await refusals(chain, { country: 'de', office: 'fr.paris.hq' }), [
      { base: ['The office (office) is not below The country (country).'] },
    ])
  })

  test('two chains of one data set, one after the other, do not meet: from here to there', async () => {
    const of = (code: string) => asking({ code, dimension: code.split('_')[1] ?? '' })
    const form = await aForm(...['from_country', 'from_city', 'to_country', 'to_city', 'to_office'].map(of))
    const answers = { from_country: 'fr', from_city: 'fr.paris', to_country: 'de', to_city: 'de.berlin' }

    assert.deepEqual(await taken(form, answers), answers)
    for (const wrong of [
      { from_city: 'de.berlin' },
      { to_city: 'fr.paris' },
      { to_city: '', to_office: 'fr.paris.hq' },
    ]) {
      assert.deepEqual(refusedFields(await send(form, { ...answers, ...wrong })), ['base'])
    }
  })

  test('a field without a dimension depends on none, and none on it', async () => {
    const form = await aForm(asking({ code: 'any' }), at('country'), asking({ code: 'other' }), at('city'))
    const answers = { any: 'de', country: 'fr', other: 'de.berlin', city: 'fr.paris' }

    assert.deepEqual(await taken(form, answers), answers)
    assert.deepEqual(refusedFields(await send(form, { ...answers, country: 'de' })), ['base'])
  })

  test('two chains of two data sets, in turns, do not meet', async () => {
    const [country, city] = ['country', 'city'].map((dimension) =>
      asking({ code: `s_${dimension}`, dataset: sites, dimension }),
    )
    assert.ok(country && city)
    const form = await aForm(at('country'), country, at('city'), city)
    const answers = { country: 'fr', s_country: 'de', city: 'fr.paris', s_city: 'de.berlin' }

    assert.deepEqual(await taken(form, answers), answers)
    assert.deepEqual(await refusals(form, { ...answers, s_city: 'fr.paris' }), [
      { base: ['The s_city (s_city) is not below The s_country (s_country).'] },
    ])
    assert.deepEqual(await refusals(form, { ...answers, city: 'de.berlin', s_city: 'fr.paris' }), [
      {
        base: [
          'The city (city) is not below The country (country).',
          'The s_city (s_city) is not below The s_country (s_country).',
        ],
      },
    ])
  })

  test('two fields of one dimension may differ', async () => {
    const form = await aForm(at('country'), asking({ code: 'second', dimension: 'country' }))
    const answers = { country: 'fr', second: 'de' }

    assert.deepEqual(await taken(form, answers), answers)
  })
})

describe('findParents', () => {
  const parentsOf = async (...fields: FormField[]) =>
    Object.fromEntries([...(await findParents(db, acme.client, fields))].map(([code, parent]) => [code, parent.code]))

  test('is the last field before it of the same data set and of a dimension above', async () => {
    assert.deepEqual(await parentsOf(at('country'), at('city'), at('office')), { city: 'country', office: 'city' })
    assert.deepEqual(await parentsOf(at('country'), at('office')), { office: 'country' })
    assert.deepEqual(await parentsOf(at('country'), at('office'), at('city')), { office: 'country', city: 'country' })
    assert.deepEqual(await parentsOf(at('office'), at('city'), at('country')), {})
    assert.deepEqual(await parentsOf(at('country'), at('city', sites)), {})
  })

  test('is none for fields of no dimension or of other types, nor are they anybody’s', async () => {
    const text: FormField = { code: 'text', label: 'Text', type: 'text' }

    assert.deepEqual(await parentsOf(text, asking({ code: 'any' }), at('city'), asking({ code: 'last' })), {})
    assert.deepEqual(await parentsOf(), {})
  })
})

describe('DELETE /datasets/{id}', () => {
  const text = { code: 'why', label: 'Why', type: 'text' }
  const put = (code: string, ...fields: object[]) => v2('PUT', `/forms/${code}`, { body: { title: 'Where', fields } })
  const remove = (code: string) => v2('DELETE', `/forms/${code}`)
  const removeDataset = (id: string) => v2('DELETE', `/datasets/${id}`)
  const ends: [string, (code: string) => ReturnType<typeof v2>][] = [
    ['is deleted', remove],
    ['no longer uses it', (code) => put(code, text)],
    ['is patched to no longer use it', (code) => v2('PATCH', `/forms/${code}`, { body: { fields: [text] } })],
  ]
  for (const [what, end] of ends) {
    test(`409 dataset_in_use while a form uses it, and 204 once the form ${what}`, async () => {
      const dataset = await aDataset(service)
      const code = await aForm(asking({ code: 'where', dataset }))

      const early = await removeDataset(dataset)
      await end(code)
      const late = await removeDataset(dataset)

      assert.deepEqual([early.statusCode, early.json().code, late.statusCode], [409, 'dataset_in_use', 204])
    })
  }

  test('a deleted form comes back with its data set, or 422 when that is gone', async () => {
    const fields = [await aDataset(service), await aDataset(service)].map((dataset) =>
      asking({ code: 'where', dataset }),
    )
    const [kept, gone] = fields as [FormField, FormField]
    const one = await aForm(kept)
    const other = await aForm(gone)
    for (const code of [one, other]) await remove(code)
    await removeDataset(gone.dataset ?? '')

    const back = await put(one, kept)
    const refused = await put(other, gone)

    assert.deepEqual([back.statusCode, (await removeDataset(kept.dataset ?? '')).statusCode], [201, 409])
    assert.equal(refused.statusCode, 422)
    assert.partialDeepStrictEqual(refused.json().errors, [{ field: 'fields.0.dataset', code: 'unknown_dataset' }])
  })
})
