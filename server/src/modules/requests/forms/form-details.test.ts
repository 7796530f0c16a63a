import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, globex, inEnglish, unique, withNames } from '#test/harness/builders.ts'
import { RIVAL_KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'
import { listCalls, type Query } from '#test/harness/http/list-calls.ts'
import type { Choice, FormDetails } from './form-details.ts'
import type { FormSummary } from './form-summary.ts'
import { addFormHit } from './queries.ts'

const service = await startApp()
const { v2, clock } = service
const { call } = requestCalls(service)

const URL_OF_SERVICE = 'http://localhost:8080'
const aCode = (prefix = 'f') => unique(prefix).slice(0, 20)
const french = (value: string, language_code = 'fr') => [{ language_code, value }]
const asking = (dataset: string, more: object = {}) => ({
  code: 'where',
  label: 'Where',
  type: 'dataset',
  dataset,
  ...more,
})

/** A form of acme that is put by a call. */
async function aForm(input: object = {}, code = aCode()): Promise<string> {
  const answer = await v2('PUT', `/forms/${encodeURIComponent(code)}`, {
    body: { title: 'A form', fields: [], ...input },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return code
}

type Asked = Record<string, string | number>
const query = (asked: Asked) =>
  new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]))
async function details(code: string, asked: Asked = {}): Promise<FormDetails> {
  const answer = await call('GET', `/forms/${encodeURIComponent(code)}/?${query(asked)}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
const fieldOf = async (code: string, asked: Asked = {}) =>
  (await details(code, asked)).fields[0] ?? assert.fail('no field')
const labelsOf = async (code: string, asked: Asked = {}) =>
  (await fieldOf(code, asked)).choices?.map((one) => one.label)
const callChoices = (code: string, asked: Asked = {}) =>
  call('GET', `/forms/${code}/fields/where/choices/?${query(asked)}`)
async function choices(code: string, asked: Asked = {}): Promise<Choice[]> {
  const answer = await callChoices(code, asked)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
const valuesOf = async (code: string, asked: Asked = {}) => (await choices(code, asked)).map((one) => one.value)

describe('GET /api/forms/', () => {
  const summaries = async (asked: Asked = {}): Promise<FormSummary[]> =>
    (await call('GET', `/forms/?${query({ per_page: 100, ...asked })}`)).json()

  test('200 lists all forms by their codes as requests show them, in the asked language', async () => {
    const category = { slug: 'hr', name: 'HR', language_code: 'en-us', description: 'People' }
    const code = await aForm({ title: 'Leave', localized_titles: french('Congé'), category, featured: true })
    await service.doWork(acme, ({ tx, client }) => addFormHit(tx, client, code))

    const plain = await summaries()
    const inFrench = await summaries({ language_code: 'fr-CA' })

    const form = plain.find((one) => one.slug === code)
    const { created_at, updated_at } = form ?? assert.fail('it is not listed')
    assert.deepEqual(form, {
      slug: code,
      title: 'Leave',
      category,
      featured: true,
      total_hits: 1,
      created_at,
      updated_at,
      api_url: `${URL_OF_SERVICE}/api/forms/${code}/`,
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.deepEqual(
      inFrench.find((one) => one.slug === code),
      { ...form, title: 'Congé' },
    )
    const codes = plain.map((one) => one.slug)
    assert.ok(codes.includes('default'))
    assert.deepEqual(codes, codes.toSorted())
  })

  test('200 leaves out deleted forms and those of others', async () => {
    const code = await aForm()
    const theirs = aCode()
    await v2('PUT', `/forms/${theirs}`, { application: 'rival', body: { title: 'Theirs', fields: [] } })
    const before = (await summaries()).map((one) => one.slug)
    await v2('DELETE', `/forms/${code}`)

    const codes = (await summaries()).map((one) => one.slug)
    const others = (await call('GET', '/forms/', { key: RIVAL_KEY })).json().map((one: FormSummary) => one.slug)

    assert.deepEqual([before.includes(code), codes.includes(code), codes.includes(theirs)], [true, false, false])
    assert.deepEqual(others, ['default', theirs].sort())
  })

  test('200 pages by number, with Link and X-Total-Count', async () => {
    await aForm()
    const total = (await summaries()).length

    const first = await call('GET', '/forms/?per_page=1&language_code=fr')
    const last = await call('GET', `/forms?per_page=1&page=${total}`)
    const beyond = await call('GET', `/forms/?per_page=1&page=${total + 1}`)

    const [only] = await summaries()
    assert.deepEqual(first.json(), [only])
    assert.equal(first.headers['x-total-count'], String(total))
    const next = `<${URL_OF_SERVICE}/api/forms/?per_page=1&language_code=fr&page=2>; rel="next"`
    assert.equal(first.headers.link, next)
    assert.match(String(last.headers.link), /^<[^>]+>; rel="previous"$/)
    assert.deepEqual([beyond.statusCode, beyond.json(), beyond.headers['x-total-count']], [200, [], String(total)])
  })

  test('400 names the parameter that is wrong', async () => {
    for (const [name, value] of [
      ['per_page', 101],
      ['per_page', 0],
      ['page', 0],
      ['language_code', 'no language'],
    ] as const) {
      assert.deepEqual(refusedFields(await call('GET', `/forms/?${query({ [name]: value })}`)), [name])
    }
  })
})

describe('GET /api/forms/{slug}/', () => {
  test('200 shows a form with its fields, and what each may be', async () => {
    const dataset = await aDataset(service, { values: ['fr', 'fr.paris', 'de'] })
    const code = await aForm({
      title: 'Mobility',
      fields: [
        { code: 'why', label: 'Why', type: 'textarea', required: true, max_length: 500 },
        { code: 'how', label: 'How', type: 'multiselect', choices: ['b', 'a'] },
        asking(dataset, { code: 'a éb', dimension: 'country' }),
        asking(dataset, { dimension: 'city' }),
        { code: 'proof', label: 'Proof', type: 'file' },
      ],
    })

    const { fields, ...summary } = await details(code)

    const nothing = { required: false, max_length: null, choices: null, choices_url: null, depends_on: null }
    const urlOf = (field: string) => `${URL_OF_SERVICE}/api/forms/${code}/fields/${field}/choices/`
    assert.deepEqual(
      summary,
      (await call('GET', '/forms/?per_page=100')).json().find((one: FormSummary) => one.slug === code),
    )
    assert.deepEqual(fields, [
      { ...nothing, code: 'why', label: 'Why', type: 'textarea', required: true, max_length: 500 },
      {
        ...nothing,
        code: 'how',
        label: 'How',
        type: 'multiselect',
        choices: ['b', 'a'].map((value) => ({ value, label: value })),
      },
      {
        ...nothing,
        code: 'a éb',
        label: 'Where',
        type: 'dataset',
        choices_url: urlOf('a%20%C3%A9b'),
        choices: ['de', 'fr'].map((value) => ({ value, label: value })),
      },
      {
        ...nothing,
        code: 'where',
        label: 'Where',
        type: 'dataset',
        choices_url: urlOf('where'),
        choices: [{ value: 'fr.paris', label: 'fr.paris', parent: 'fr' }],
        depends_on: 'a éb',
      },
      { ...nothing, code: 'proof', label: 'Proof', type: 'file' },
    ])
  })

  test('200 depends_on names the field of the nearest dimension above, of the same data set', async () => {
    const one = await aDataset(service)
    const two = await aDataset(service)
    const of = (dataset: string, dimension: string, code = dimension) => asking(dataset, { code, dimension })
    const chain = await aForm({
      fields: [of(one, 'country'), of(two, 'city', 'other'), of(one, 'city'), of(one, 'office')],
    })
    const gap = await aForm({ fields: [of(one, 'country'), of(one, 'office'), asking(one)] })

    const dependences = async (code: string) => (await details(code)).fields.map((field) => field.depends_on)
    assert.deepEqual(await dependences(chain), [null, null, 'country', 'city'])
    assert.deepEqual(await dependences(gap), [null, 'country', null])
  })

  test('200 in a language: titles, labels and choices in it or in one nearby, else as they are', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    await withNames(service, dataset, [{ code: 'de', names: { 'en-us': 'Germany', 'fr-fr': 'Allemagne' } }])
    const code = await aForm({
      title: 'Move',
      localized_titles: [...french('Mobilité'), ...french('Umzug', 'de-de'), ...french('Zug', 'de-ch')],
      fields: [
        { ...asking(dataset), localized_labels: french('Où', 'fr-fr') },
        {
          code: 'how',
          label: 'How',
          localized_labels: french('Comment'),
          type: 'select',
          choices: ['soon', 'later'],
          localized_choices: [{ choice: 'soon', localized_names: french('bientôt', 'FR-be') }],
        },
      ],
    })
    const shown = async (asked: Asked) => {
      const { title, fields } = await details(code, asked)
      const labels = fields.flatMap((field) => [field.label, ...(field.choices ?? []).map((one) => one.label)])
      return [title, ...labels].join(' ')
    }

    const english = 'Move Where Germany How soon later'
    for (const asked of [{}, { language_code: 'en-us' }, { language_code: 'ja' }, { language_code: 'fil' }]) {
      assert.equal(await shown(asked), english)
    }
    for (const language_code of ['fr', 'fr-fr', 'fr-ca', 'FR-CA', 'fr-latn-ca']) {
      assert.equal(await shown({ language_code }), 'Mobilité Où Allemagne Comment bientôt later', language_code)
    }
    assert.equal(await shown({ language_code: 'de-ch' }), 'Zug Where Germany How soon later')
    assert.equal(await shown({ language_code: 'de' }), 'Umzug Where Germany How soon later')
    assert.deepEqual(
      (await details(code, { language_code: 'fr' })).fields[1]?.choices?.map((one) => one.value),
      ['soon', 'later'],
    )
  })

  test('200 calls a value as in a language nearby when the client has the asked one and the value has not', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    await withNames(service, dataset, [{ code: 'de', names: { 'en-us': 'Germany', 'fr-ca': 'Allemagne' } }])
    const code = await aForm({ fields: [asking(dataset)] })

    for (const language_code of ['fr-ca', 'fr-be', 'fr', 'fr-fr']) {
      assert.deepEqual(await labelsOf(code, { language_code }), ['Allemagne'], language_code)
    }
    assert.deepEqual(await labelsOf(code, { language_code: 'de-de' }), ['Germany'])
  })

  test('200 shows the content of a data set as it is at this moment', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'], values: ['fr'] })
    const code = await aForm({ fields: [asking(dataset)] })
    const name = (value: string, names: string) =>
      v2('PUT', `/datasets/${dataset}/values/${value}`, { body: { localized_names: inEnglish(names) } })

    const before = await labelsOf(code)
    await name('de', 'Germany')
    const added = await labelsOf(code)
    await name('fr', 'France')
    const renamed = await labelsOf(code)
    await v2('DELETE', `/datasets/${dataset}/values/de`)

    assert.deepEqual(
      [before, added, renamed, await labelsOf(code)],
      [['fr'], ['fr', 'Germany'], ['France', 'Germany'], ['France']],
    )
  })

  test('200 shows the first hundred of a data set by name, and every choice of a select', async () => {
    const values = Array.from({ length: 130 }, (_, index) => `v${String(index).padStart(3, '0')}`)
    const dataset = await aDataset(service, { dimensions: ['country'], values: values.toReversed() })
    const code = await aForm({
      fields: [asking(dataset), { code: 'how', label: 'How', type: 'select', choices: values }],
    })

    const { fields } = await details(code)

    assert.deepEqual(
      fields.map((field) => field.choices?.map((one) => one.value)),
      [values.slice(0, 100), values],
    )
  })

  test('200 shows a new version at once', async () => {
    const code = await aForm({ title: 'One' })
    const before = await details(code)
    clock.advance(5)

    await v2('PUT', `/forms/${code}`, { body: { title: 'Two', fields: [{ code: 'a', label: 'A', type: 'date' }] } })

    const after = await details(code)
    assert.deepEqual([after.title, after.fields[0]?.type, after.created_at], ['Two', 'date', before.created_at])
    assert.ok(after.updated_at > before.updated_at)
  })

  test('400 on language_code for what is not a language, or is sent twice', async () => {
    const code = await aForm()

    for (const bad of [
      'language_code=',
      'language_code=french%20please',
      'language_code=fr&language_code=de',
      'language_code=%00',
    ]) {
      assert.deepEqual(refusedFields(await call('GET', `/forms/${code}/?${bad}`)), ['language_code'], bad)
    }
    assert.equal((await call('GET', `/forms/${code}/?surprise=1`)).statusCode, 200)
  })
})

describe('GET /api/forms/{slug}/fields/{code}/choices/', () => {
  test('200 pages through all values by name, there and back, as choices_url says', async () => {
    const values = Array.from({ length: 25 }, (_, index) => `v${String(index).padStart(2, '0')}`)
    const dataset = await aDataset(service, { dimensions: ['country'], values })
    const code = await aForm({ fields: [asking(dataset)] })
    const { choices_url } = await fieldOf(code)
    const path = String(choices_url).replace(`${URL_OF_SERVICE}/api`, '')

    const first = await call('GET', path)
    const second = await call('GET', `${path}?cursor=${first.headers['next-cursor']}`)
    const back = await call('GET', `${path}?cursor=${second.headers['previous-cursor']}&language_code=fr`)

    const valuesIn = (answer: typeof first) => answer.json().map((one: Choice) => one.value)
    assert.deepEqual([valuesIn(first), valuesIn(second)], [values.slice(0, 20), values.slice(20)])
    assert.deepEqual([first.headers['previous-cursor'], second.headers['next-cursor']], [undefined, undefined])
    assert.deepEqual(valuesIn(back), values.slice(0, 20))
    assert.deepEqual(await valuesOf(code, { per_page: 100 }), values)
  })

  test('200 keeps to the dimension of the field, and below parent', async () => {
    const dataset = await aDataset(service, { values: ['de', 'fr', 'fr.lyon', 'fr.paris', 'fr.paris.hq', 'de.berlin'] })
    const cities = await aForm({ fields: [asking(dataset, { dimension: 'city' })] })
    const all = await aForm({ fields: [asking(dataset)] })

    assert.deepEqual(await valuesOf(cities), ['de.berlin', 'fr.lyon', 'fr.paris'])
    assert.deepEqual(await choices(cities, { parent: 'de' }), [
      { value: 'de.berlin', label: 'de.berlin', parent: 'de' },
    ])
    assert.deepEqual(await valuesOf(all, { parent: 'fr' }), ['fr.lyon', 'fr.paris'])
    assert.deepEqual(await valuesOf(all, { parent: 'fr.paris' }), ['fr.paris.hq'])
    for (const parent of ['fr.paris', 'it', 'f', '.', ''])
      assert.deepEqual(await valuesOf(cities, { parent }), [], parent)
    assert.deepEqual(
      (await choices(all)).map((one) => one.parent),
      [undefined, 'de', undefined, 'fr', 'fr', 'fr.paris'],
    )
  })

  test('200 searches codes and all translations, whatever the case and accents, and labels in the language', async () => {
    const dataset = await aDataset(service, { dimensions: ['country'] })
    await withNames(service, dataset, [
      { code: 'CH', names: { 'en-us': 'Switzerland', 'fr-fr': 'Suisse', 'de-de': 'Schweiz' } },
      { code: 'CI', names: { 'en-us': 'Ivory Coast', 'fr-fr': 'Côte d’Ivoire' } },
    ])
    const code = await aForm({ fields: [asking(dataset)] })

    for (const word of ['SUISSE', 'schweiz', 'zerl', 'ch'])
      assert.deepEqual(await valuesOf(code, { query: word }), ['CH'], word)
    assert.deepEqual(await choices(code, { query: 'cote', language_code: 'fr' }), [
      { value: 'CI', label: 'Côte d’Ivoire' },
    ])
    assert.deepEqual(await valuesOf(code, { query: 'nowhere' }), [])
    assert.deepEqual(await valuesOf(code, { query: '%' }), [])
  })

  test('400 on cursor when it is forged, or of another list', async () => {
    const dataset = await aDataset(service, { values: ['a', 'b', 'c'] })
    const code = await aForm({ fields: [asking(dataset)] })
    const other = await aForm({ fields: [asking(dataset)] })
    const cursor = String((await callChoices(code, { per_page: 1 })).headers['next-cursor'])

    const answers = [
      await callChoices(code, { cursor: 'forged' }),
      await callChoices(code, { cursor: `${cursor}A` }),
      await callChoices(code, { cursor, query: 'a' }),
      await callChoices(code, { cursor, parent: 'a' }),
      await callChoices(other, { cursor }),
      await callChoices(code, { cursor: '' }),
    ]

    assert.deepEqual(
      answers.map(refusedFields),
      answers.map(() => ['cursor']),
    )
    assert.deepEqual(await valuesOf(code, { cursor, per_page: 5 }), ['b', 'c'])
  })

  test('400 names the parameter that is wrong', async () => {
    const code = await aForm({ fields: [asking(await aDataset(service))] })

    const bad = { per_page: 101, language_code: 'no language', query: 'x'.repeat(201), parent: 'x'.repeat(3001) }
    for (const [name, value] of Object.entries(bad)) {
      assert.deepEqual(refusedFields(await callChoices(code, { [name]: value })), [name])
    }
  })

  test('404 for a field that is not there, or of no data set', async () => {
    const code = await aForm({ fields: [{ code: 'where', label: 'Where', type: 'select', choices: ['a'] }] })

    for (const path of [`${code}/fields/where`, `${code}/fields/no`, 'no/fields/where', 'default/fields/constructor']) {
      const answer = await call('GET', `/forms/${path}/choices/`)
      assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [404, ['detail']], path)
    }
  })
})

describe('the calls of /api/forms/', () => {
  test('403 { detail } without a key, or with a wrong one', async () => {
    const code = await aForm({ fields: [asking(await aDataset(service))] })

    for (const path of ['', `${code}/`, `${code}/fields/where/choices/`]) {
      for (const key of [null, 'wrong']) {
        const answer = await call('GET', `/forms/${path}`, { key })
        assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [403, ['detail']])
      }
      assert.equal((await call('GET', `/forms/${path}`)).statusCode, 200)
    }
  })

  test("404 { detail } for another client's form, a deleted one, and one that is not there, all the same", async () => {
    const theirs = aCode()
    const gone = await aForm()
    const none = aCode()
    const dataset = await aDataset(service, { owner: globex })
    await v2('PUT', `/forms/${theirs}`, { application: 'rival', body: { title: 'T', fields: [asking(dataset)] } })
    await v2('DELETE', `/forms/${gone}`)

    for (const code of [theirs, gone, none]) {
      const answers = [await call('GET', `/forms/${code}/`), await callChoices(code)]
      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.json().detail]),
        [
          [404, `Form ${code} not found.`],
          [404, 'Field of a data set where not found.'],
        ],
      )
    }
    assert.equal((await call('GET', `/forms/${theirs}/`, { key: RIVAL_KEY })).statusCode, 200)
  })
})

describe('GET /api/v2/client/forms', () => {
  const { call: listCall, list, walk, cursorOf } = listCalls(service, '/forms', 'code')

  test('200 finds by code, title and every translated title, whatever the case and accents', async () => {
    const word = aCode('Été')
    const code = await aForm({ title: `Le ${word} à 100 %`, localized_titles: french(`${word}straße`, 'de') })
    const other = await aForm({ title: 'Le jour' })

    for (const q of [word.toUpperCase(), word.replace('É', 'e'), `${word} a 100 %`, `${word}STRASSE`, code.slice(2)]) {
      assert.deepEqual(await list({ q }), [code], q)
    }
    for (const q of [`${word}_`, `%${word}`, `${code}x`]) assert.deepEqual(await list({ q }), [], q)
    await v2('PUT', `/forms/${code}`, { body: { title: 'Renamed', fields: [] } })
    assert.deepEqual([await list({ q: word }), await list({ q: other })], [[], [other]])
  })

  test('200 since a time: what was put, changed, but not what was deleted or left alone', async () => {
    const left = await aForm()
    const changed = await aForm()
    const deleted = await aForm()
    clock.advance(60)
    const updated_at_since = clock.now().toISOString()
    const fresh = await aForm()
    await v2('PATCH', `/forms/${changed}`, { body: { title: 'Changed' } })
    await v2('PATCH', `/forms/${left}`, { body: {} })
    await v2('DELETE', `/forms/${deleted}`)

    assert.deepEqual(await list({ updated_at_since }), [fresh, changed].sort())
    assert.deepEqual(await list({ updated_at_since, q: fresh }), [fresh])
    const row = await service.db
      .selectFrom('forms')
      .select('updated_at')
      .where('code', '=', fresh)
      .executeTakeFirstOrThrow()
    const { updated_at: shown } = (await v2('GET', `/forms/${fresh}`)).json()
    for (const same of [shown, row.updated_at.toISOString()]) {
      assert.deepEqual(await list({ updated_at_since: same, q: fresh }), [fresh], same)
    }
    const later = new Date(row.updated_at.getTime() + 1).toISOString()
    assert.deepEqual(await list({ updated_at_since: later, q: fresh }), [])
    assert.equal((await listCall({ updated_at_since: 'yesterday' })).statusCode, 400)
  })

  test('200 pages by code through cursors, there and back; 400 for a forged cursor', async () => {
    const prefix = aCode().slice(0, 10)
    const codes = ['E', 'a', 'b', 'c', 'd', 'é'].map((letter) => `${prefix}${letter}`)
    for (const code of codes.toReversed()) await aForm({}, code)
    const asked: Query = { q: prefix, per_page: 4 }

    const first = await listCall(asked)
    const next = cursorOf(first, 'next') ?? ''
    const pages = await walk(asked, first, 'next')
    const back = await walk(asked, await listCall({ ...asked, cursor: next }), 'previous')

    assert.deepEqual(pages, [codes.slice(0, 4), codes.slice(4)])
    assert.deepEqual(back, pages.toReversed())
    assert.equal(cursorOf(first, 'previous'), undefined)
    for (const query of [{ q: 'other', cursor: next }, { ...asked, cursor: `${next}A` }, { cursor: 'forged' }]) {
      const answer = await listCall(query)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
    }
  })
})
