import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, inEnglish, withNames } from '#test/harness/builders.ts'

const service = await startApp()
const { v2 } = service

async function search(dataset: string, q: string): Promise<string[]> {
  const answer = await v2('GET', `/datasets/${dataset}/values?q=${encodeURIComponent(q)}`)
  assert.equal(answer.statusCode, 200)
  return answer.json().map((one: { path: string }) => one.path)
}

/** A data set of the first level with one value, and what it is called in which language. */
async function named(name: string, language = 'en-us', code = 'it'): Promise<string> {
  const dataset = await aDataset(service)
  await withNames(service, dataset, [{ code, names: { [language]: name } }])
  return dataset
}

describe('q of GET /datasets/{id}/values', () => {
  test('looks through codes and all translations', async () => {
    const dataset = await aDataset(service)
    await withNames(service, dataset, [
      { code: 'germany', names: { 'fr-fr': 'Allemagne', 'ja-jp': 'ドイツ連邦' } },
      { code: 'spain', names: { 'de-de': 'Spanien' } },
    ])

    for (const q of ['german', 'allem', 'magne', 'ドイツ']) assert.deepEqual(await search(dataset, q), ['germany'], q)
    for (const q of ['spain', 'anien']) assert.deepEqual(await search(dataset, q), ['spain'], q)
    assert.deepEqual(await search(dataset, 'italy'), [])
  })

  test('finds values of every level, by their own code and not by that of their parent', async () => {
    const dataset = await aDataset(service)
    await withNames(service, dataset, [
      { code: 'france', names: {} },
      { code: 'france.paris', names: {} },
      { code: 'france.paris.south', names: {} },
    ])

    assert.deepEqual(await search(dataset, 'france'), ['france'])
    assert.deepEqual(await search(dataset, 'paris'), ['france.paris'])
    assert.deepEqual(await search(dataset, 'south'), ['france.paris.south'])
  })

  const sameText = [
    ['École', 'ecole'],
    ['école', 'ÉCOLE'],
    ['ecole', 'École'],
    ['São Paulo', 'sao paulo'],
    ['Zürich', 'ZURICH'],
    ['caf\u00e9', 'cafe\u0301'],
    ['Ελλάδα', 'ελλαδα'],
    ['МОСКВА', 'москва'],
    ['ﬁnance', 'FINANCE'],
    ['İstanbul', 'istanbul'],
    ['東京都庁', '東京都'],
    ['ﾄｳｷｮｳ', 'トウキョウ'],
    ['Ｔｏｋｙｏ', 'tokyo'],
    ['Tiếng Việt', 'tieng viet'],
  ] as const
  for (const [name, q] of sameText) {
    test(`finds ${name} by ${q}`, async () => {
      assert.deepEqual(await search(await named(name), q), ['it'])
    })
  }

  const sameLetters = [
    ['Straße', 'STRASSE'],
    ['STRASSE', 'straße'],
    ['Œuvre', 'oeuvre'],
    ['Ærø kommune', 'aero'],
    ['Κόσμος', 'ΚΟΣΜΟΣ'],
  ] as const
  for (const [name, q] of sameLetters) {
    test(`finds ${name} by ${q}: case and ligatures do not matter`, async () => {
      assert.deepEqual(await search(await named(name), q), ['it'])
    })
  }

  test('of one or two characters finds the beginnings of words', async () => {
    const dataset = await aDataset(service)
    await withNames(service, dataset, [
      { code: 'x1', names: { 'en-us': 'Upper Saxony' } },
      { code: 'x2', names: { 'en-us': 'Essex' } },
      { code: 'x3', names: { 'fr-fr': 'Écosse' } },
      { code: 'se', names: {} },
    ])

    assert.deepEqual(await search(dataset, 'sa'), ['x1'])
    assert.deepEqual(await search(dataset, 'S'), ['se', 'x1'])
    assert.deepEqual(await search(dataset, 'é'), ['x2', 'x3'])
    assert.deepEqual(await search(dataset, 'se'), ['se'])
    assert.deepEqual(await search(dataset, 'sse'), ['x2', 'x3'])
  })

  test('of two characters finds a name and a code that begin with them, in any script', async () => {
    const dataset = await named('東京', 'ja-jp', '港区')

    assert.deepEqual(await search(dataset, '東京'), ['港区'])
    assert.deepEqual(await search(dataset, '東'), ['港区'])
    assert.deepEqual(await search(dataset, '港区'), ['港区'])
  })

  for (const [name, q] of [
    ['Saint-Denis', 'de'],
    ["L'Aquila", 'aq'],
    ['Berlin (Ost)', 'os'],
    ['Foo\tBar', 'ba'],
  ] as const) {
    test(`of two characters finds ${JSON.stringify(name)} by ${q}: a word begins after a mark too`, async () => {
      assert.deepEqual(await search(await named(name), q), ['it'])
    })
  }

  test('takes LIKE wildcards as plain text', async () => {
    const dataset = await aDataset(service)
    await withNames(service, dataset, [
      { code: 'a', names: { 'en-us': '100% pure' } },
      { code: 'b', names: { 'en-us': '100 euros' } },
      { code: 'c', names: { 'en-us': 'snake_case' } },
      { code: 'd', names: { 'en-us': 'snakeXcase' } },
      { code: 'e', names: { 'en-us': 'back\\slash' } },
    ])

    assert.deepEqual(await search(dataset, '100%'), ['a'])
    assert.deepEqual(await search(dataset, 'e_c'), ['c'])
    assert.deepEqual(await search(dataset, 'k\\s'), ['e'])
    for (const q of ['%', '_', '\\', '%%%', '___']) assert.deepEqual(await search(dataset, q), [], q)
  })

  test('takes quotes and other SQL as plain text', async () => {
    const dataset = await named("O'Brien; DROP TABLE")

    assert.deepEqual(await search(dataset, "o'brien; drop"), ['it'])
    assert.deepEqual(await search(dataset, "' OR 1=1 --"), [])
  })

  test('that is empty or blank finds everything', async () => {
    const dataset = await aDataset(service, { values: ['a', 'b'] })

    assert.deepEqual(await search(dataset, ''), ['a', 'b'])
    assert.deepEqual(await search(dataset, '  '), ['a', 'b'])
  })

  test('finds the new name and no longer the old one after a change', async () => {
    const dataset = await named('Bombay')
    await v2('PUT', `/datasets/${dataset}/values/it`, { body: { localized_names: inEnglish('Mumbai') } })

    assert.deepEqual(await search(dataset, 'mumbai'), ['it'])
    assert.deepEqual(await search(dataset, 'bombay'), [])
  })

  test('pages through what it finds, in the order asked for', async () => {
    const dataset = await aDataset(service)
    const values = Array.from({ length: 25 }, (_, index) => ({
      code: `c${String(index).padStart(2, '0')}`,
      names: { 'en-us': index % 2 === 0 ? `even ${index}` : `odd ${index}` },
    }))
    await withNames(service, dataset, values)

    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = `q=even&sort=-code&per_page=4${cursor ? `&cursor=${cursor}` : ''}`
      const answer = await v2('GET', `/datasets/${dataset}/values?${query}`)
      found.push(...answer.json().map((one: { code: string }) => one.code))
      cursor = answer.headers['next-cursor'] as string | undefined
    } while (cursor)

    const even = values.filter((_, index) => index % 2 === 0).map((one) => one.code)
    assert.deepEqual(found, even.toReversed())
  })
})
