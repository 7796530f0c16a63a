import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { DimensionsChanged } from '#modules/datasets/index.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { v2, db } = service
const { submit, run, read, imported, content } = importCalls(service)

type Names = Record<string, string>

const dataset = async (id: string) => (await v2('GET', `/datasets/${id}`)).json()
const dimensionsOf = async (id: string) => (await dataset(id)).dimensions.map((one: { id: string }) => one.id)
const values = async (id: string, query: Record<string, string>) =>
  (await v2('GET', `/datasets/${id}/values?${new URLSearchParams(query)}`))
    .json()
    .map((one: { path: string }) => one.path)

/** The rows of a data set, but for what tells two data sets apart. */
async function storedRows(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT value.path, value.path_key, value.parent_key, value.level, value.code, value.localized_names, value.sort_name,
      value.search_text, value.client_id
    FROM dataset_values value JOIN datasets ON datasets.key = value.dataset_key
    WHERE datasets.id = ${id} ORDER BY value.path`.execute(db)
  return rows
}

async function putAll(id: string, named: [path: string, names: Names][]): Promise<void> {
  for (const [path, names] of named) {
    const localized_names = Object.entries(names).map(([language_code, value]) => ({ language_code, value }))
    const answer = await v2('PUT', `/datasets/${id}/values/${encodeURIComponent(path)}`, { body: { localized_names } })
    assert.ok(answer.statusCode < 300, answer.body)
  }
}

const LONG = 'Ł'.repeat(900)
const NAMED: [string, Names][] = [
  ['fr', { 'en-us': 'France', 'fr-fr': 'La République' }],
  ['fr.saint-étienne', { 'en-us': 'Saint-Étienne', 'fr-fr': 'Sainté' }],
  ['fr.=1+1', { 'fr-fr': 'œuf "cru", ß' }],
  ['__proto__', { 'en-us': LONG }],
  ['__proto__.Straße', {}],
  ['constructor', { 'en-us': 'a\tb\nc\\d\\.' }],
  ['日本', { 'en-us': ' 東京 ', 'fr-fr': '😀' }],
  ['\\N', { 'en-us': '\\N' }],
]
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const rowOf = ([path, names]: [string, Names]) => {
  const [country = '', city] = path.split('.')
  const cells = [names['en-us'] ?? '', names['fr-fr'] ?? '']
  return [country, ...(city === undefined ? [...cells, '', '', ''] : ['', '', city, ...cells])].map(quoted).join(',')
}
const FILE = csv('country,country.en-us,country.fr-fr,city,city.en-us,city.fr-fr', ...NAMED.map(rowOf))

describe('a value that was imported', () => {
  test('is stored as PUT stores it, to the last column', async () => {
    const byCalls = await aDataset(service, { dimensions: ['country', 'city'] })
    await putAll(byCalls, NAMED)
    const byFile = unique('ds')

    const { result, errors } = await imported(byFile, FILE)

    assert.deepEqual([result, errors], ['success', []])
    assert.equal((await storedRows(byFile)).length, NAMED.length)
    assert.deepEqual(await storedRows(byFile), await storedRows(byCalls))
  })

  test('is stored as PUT stores it after it was changed by an import, too', async () => {
    const byCalls = await aDataset(service, { dimensions: ['country', 'city'] })
    await putAll(byCalls, NAMED)
    const byFile = await aDataset(service, { dimensions: ['country', 'city'] })
    await putAll(
      byFile,
      NAMED.map(([path]) => [path, { 'en-us': 'Something else' }]),
    )

    const { stats } = await imported(byFile, FILE)

    assert.equal(stats.values_updated, NAMED.length)
    assert.deepEqual(await storedRows(byFile), await storedRows(byCalls))
  })

  test('is stored as PUT stores it when a merge keeps another language', async () => {
    const byCalls = await aDataset(service, { dimensions: ['country'] })
    await putAll(byCalls, [['fr', { 'de-de': 'Frankreich', 'en-us': 'Zed' }]])
    const byFile = await aDataset(service, { dimensions: ['country'] })
    await putAll(byFile, [['fr', { 'de-de': 'Frankreich', 'en-us': 'Old' }]])

    await imported(byFile, csv('country,country.en-us', 'fr,Zed'), { mode: 'merge' })

    assert.deepEqual(await storedRows(byFile), await storedRows(byCalls))
  })

  test('is answered as PUT answers it, and unchanged by the same PUT', async () => {
    const id = unique('ds')
    await imported(id, csv('country,country.fr-fr', 'fr,La France'))

    const body = { localized_names: [{ language_code: 'fr-fr', value: 'La France' }] }
    const before = await storedRows(id)
    const answer = await v2('PUT', `/datasets/${id}/values/fr`, { body })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual((await v2('GET', `/datasets/${id}/values/fr`)).json(), answer.json())
    assert.deepEqual(await storedRows(id), before)
  })

  test('is found by search, in order, below its parent, and takes values below it', async () => {
    const id = unique('ds')
    await imported(id, FILE)
    await imported(id, csv('country,country.en-us,city,city.en-us', 'fr,Frankreich,,', 'fr,,lyon,Zürich'), {
      mode: 'merge',
    })

    assert.deepEqual(await values(id, { q: 'etienne' }), ['fr.saint-étienne'])
    assert.deepEqual(await values(id, { q: 'frankreich' }), ['fr'])
    assert.deepEqual(await values(id, { q: 'republique' }), ['fr'])
    assert.deepEqual(await values(id, { q: 'zurich' }), ['fr.lyon'])
    assert.deepEqual(await values(id, { parent_code: 'fr', sort: 'name' }), ['fr.=1+1', 'fr.saint-étienne', 'fr.lyon'])
    assert.deepEqual(await values(id, { parent_code: 'fr', sort: '-code' }), ['fr.saint-étienne', 'fr.lyon', 'fr.=1+1'])
    assert.deepEqual(await values(id, { dimension: 'city', q: 'zur' }), ['fr.lyon'])
    assert.equal((await v2('PUT', `/datasets/${id}/values/fr.nice`, { body: { localized_names: [] } })).statusCode, 201)
  })

  test('goes with its descendants when it is deleted, and the count is exact', async () => {
    const id = unique('ds')
    await imported(id, csv('a,b,c', 'x,1,p', 'x,1,q', 'x,2,', 'y,1,'))

    await v2('DELETE', `/datasets/${id}/values/x`)

    assert.deepEqual(await content(id), { y: {}, 'y.1': {} })
    assert.equal((await dataset(id)).values_count, 2)
  })
})

describe('updated_at of a data set', () => {
  const later = (t: { after(step: () => void): void }) => {
    service.clock.advance(60)
    t.after(() => service.clock.advance(-60))
  }

  for (const [what, file, options] of [
    ['the same file again', csv('country,country.en-us', 'fr,France'), {}],
    ['a merge that says nothing new', csv('country', 'fr'), { mode: 'merge' }],
    ['a file that is refused', csv('country', 'f/r'), {}],
    ['a dry run', csv('country,city', 'it,roma'), { dry_run: true }],
  ] as const) {
    test(`stays as it was after ${what}`, async (t) => {
      const id = unique('ds')
      await imported(id, csv('country,country.en-us', 'fr,France'))
      const { updated_at } = await dataset(id)
      later(t)

      await imported(id, file, options)

      assert.equal((await dataset(id)).updated_at, updated_at)
    })
  }

  for (const [what, file] of [
    ['a name changes', csv('country,country.en-us', 'fr,Frankreich')],
    ['a value comes', csv('country,country.en-us', 'fr,France', 'de,')],
    ['all values go', csv('country')],
    ['a dimension comes', csv('country,country.en-us,city', 'fr,France,')],
  ] as const) {
    test(`moves on when ${what}`, async (t) => {
      const id = unique('ds')
      await imported(id, csv('country,country.en-us', 'fr,France'))
      const { updated_at, created_at } = await dataset(id)
      later(t)

      await imported(id, file)

      const after = await dataset(id)
      assert.ok(after.updated_at > updated_at, `${after.updated_at} after ${updated_at}`)
      assert.equal(after.created_at, created_at)
    })
  }
})

describe('the dimensions of a data set', () => {
  test('get those of the file behind them, without names, and keep their own names', async () => {
    const id = await aDataset(service, { dimensions: ['country', 'city'] })

    await imported(id, csv('desk,city,country,floor', ',,fr,'))

    const { dimensions } = await dataset(id)
    assert.deepEqual(
      dimensions.map(({ id: one, name, level }: { id: string; name: string; level: number }) => [one, name, level]),
      [
        ['country', 'country', 1],
        ['city', 'city', 2],
        ['desk', 'desk', 3],
        ['floor', 'floor', 4],
      ],
    )
    assert.deepEqual(dimensions[0].localized_names[0], inEnglish('country')[0])
    assert.equal(dimensions[2].localized_names[0].value, null)
  })

  /** Somebody changes the data set after the file of an import was read against it, and before it is loaded. */
  async function changedMeanwhile(datasetId: string, file: string, dimensions: string[]) {
    const { id } = await submit(datasetId, file)
    const running = await db.transaction().execute(async (tx) => {
      await sql`UPDATE datasets SET dimensions = ${JSON.stringify(
        dimensions.map((one) => ({ id: one, localized_names: {} })),
      )}::jsonb WHERE id = ${datasetId}`.execute(tx)
      const settled = run(id).then(
        () => undefined,
        (error: unknown) => error,
      )
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM datasets%'`.execute(db)
        return rows.length > 0
      })
      return { settled }
    })
    return { id, error: await running.settled }
  }

  test('that somebody adds to meanwhile make the import read its file again', async () => {
    const id = await aDataset(service, { dimensions: ['country'], values: ['fr'] })

    const first = await changedMeanwhile(id, csv('country,city', 'fr,paris'), ['country', 'region'])
    const between = await read(first.id)
    await run(first.id)

    const done = await read(first.id)
    assert.ok(first.error instanceof DimensionsChanged, String(first.error))
    assert.deepEqual([between.status, between.result], ['in_progress', null])
    assert.equal(done.result, 'error')
    assert.deepEqual(
      done.errors.map(({ field, code }) => [field, code]),
      [['region', 'missing_column']],
    )
    assert.deepEqual(await content(id), { fr: { 'en-us': 'fr' } })
    assert.deepEqual(await dimensionsOf(id), ['country', 'region'])
  })

  test('that somebody adds to meanwhile in another order become the levels of the file', async () => {
    const id = await aDataset(service, { dimensions: [] })

    const first = await changedMeanwhile(id, csv('city,country', 'paris,fr'), ['country', 'city'])
    await run(first.id)

    assert.ok(first.error instanceof DimensionsChanged, String(first.error))
    assert.equal((await read(first.id)).result, 'success')
    assert.deepEqual(await content(id), { fr: {}, 'fr.paris': {} })
    assert.deepEqual(await dimensionsOf(id), ['country', 'city'])
  })

  test('that somebody adds as the file would make no difference', async () => {
    const id = await aDataset(service, { dimensions: ['country'] })

    const first = await changedMeanwhile(id, csv('country,city', 'fr,paris'), ['country', 'city', 'office'])

    const { result, stats } = await read(first.id)
    assert.equal(first.error, undefined)
    assert.deepEqual([result, stats.dimensions_created], ['success', 0])
    assert.deepEqual(await dimensionsOf(id), ['country', 'city', 'office'])
  })
})

describe('a data set that is deleted before an import of it runs', () => {
  test('is made anew by the import', async () => {
    const id = await aDataset(service, { dimensions: ['country', 'city'], values: ['de', 'de.berlin'] })
    const { id: importId } = await submit(id, csv('region', 'north'), { mode: 'merge' })
    await v2('DELETE', `/datasets/${id}`)

    await run(importId)

    assert.deepEqual(await content(id), { north: {} })
    assert.deepEqual([(await dataset(id)).values_count, await dimensionsOf(id)], [1, ['region']])
  })
})
