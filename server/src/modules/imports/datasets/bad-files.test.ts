import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventsAbout, unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { v2, db } = service
const { imported, content, submit, run, read } = importCalls(service)

/** Bytes that look random, and are the same every time. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) => createHash('sha256').update(`${n}`).digest())
  return Buffer.concat(blocks).subarray(0, length)
}

/** A ZIP archive of one file. */
function zip(content: Buffer): Buffer {
  const name = Buffer.from('values.csv')
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, packed])
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const MANY = Array.from({ length: 30_000 }, (_, index) => `u${index % 7},p${index}`)

type Fault = [line: number | null, field: string | null, code: string]
/** What else is wrong with a header that has none of the columns of the data set. */
const MISSING: Fault[] = [
  [1, 'country', 'missing_column'],
  [1, 'city', 'missing_column'],
]

describe('a file that cannot be read ends in an error that says why, and changes nothing:', () => {
  const cases: { what: string; bytes: string | Buffer; faults: Fault[] }[] = [
    { what: 'an empty one', bytes: Buffer.alloc(0), faults: [[null, null, 'empty_file']] },
    { what: 'a byte order mark alone', bytes: '\uFEFF', faults: [[null, null, 'empty_file']] },
    {
      what: 'Latin-1, with its line',
      bytes: latin('country,country.en-us\nfr,France\nes,Espa\xf1a\npt,Portugal\n'),
      faults: [[3, null, 'not_utf8']],
    },
    {
      what: 'Latin-1 at its very end',
      bytes: latin('country,country.en-us\nfr,France\nes,Espa\xf1'),
      faults: [[3, null, 'not_utf8']],
    },
    {
      what: 'Latin-1 in its header',
      bytes: latin('country,country.en-us,r\xe9gion\nfr,France,\n'),
      faults: [[1, null, 'not_utf8']],
    },
    {
      what: 'Latin-1 far down, read in a thread',
      bytes: Buffer.concat([Buffer.from(csv('country,city', ...MANY)), latin('u1,\xe9\nu2,x\n')]),
      faults: [[30_002, null, 'not_utf8']],
    },
    { what: 'UTF-16', bytes: Buffer.from('\uFEFFcountry\nfr\n', 'utf16le'), faults: [[1, null, 'not_csv']] },
    { what: 'a ZIP archive', bytes: zip(Buffer.from(csv('country', 'fr'))), faults: [[1, null, 'not_csv']] },
    { what: 'a ZIP bomb', bytes: zip(Buffer.alloc(64_000_000)), faults: [[1, null, 'not_csv']] },
    {
      what: 'an unbalanced quote',
      bytes: 'country,city\nfr,"paris\nde,berlin\n',
      faults: [[2, null, 'unclosed_quote']],
    },
    {
      what: 'an unbalanced quote in the header',
      bytes: 'country,"city\nfr,paris\n',
      faults: [[1, null, 'unclosed_quote']],
    },
    {
      what: 'an unbalanced quote with a megabyte behind it',
      bytes: `country,city\nfr,"paris\n${'x,y\n'.repeat(270_000)}`,
      faults: [[2, null, 'unclosed_quote']],
    },
    {
      what: 'a row of 1.2 MB',
      bytes: `country\nfr\n${'x'.repeat(1_200_000)}\nde\n`,
      faults: [[3, null, 'row_too_long']],
    },
    { what: 'a million columns', bytes: `${','.repeat(1_000_000)}\nx\n`, faults: [[1, null, 'too_many_columns']] },
    {
      what: 'a header of 1.5 MB',
      bytes: `${Array.from({ length: 150_000 }, (_, index) => `d${index}`.padEnd(9, 'x')).join(',')}\nx\n`,
      faults: [[1, null, 'row_too_long']],
    },
    {
      what: 'columns that are there twice',
      bytes: csv('country,city,country,city.en-us,city.EN-US', 'fr,,,,'),
      faults: [
        [1, 'country', 'repeated'],
        [1, 'city.EN-US', 'repeated'],
      ],
    },
    {
      what: 'a NUL in the header',
      bytes: 'coun\0try\nfr\n',
      faults: [[1, 'coun\uFFFDtry', 'invalid_dimension'], ...MISSING],
    },
    {
      what: 'a column without a name',
      bytes: csv('country,,city', 'fr,,paris'),
      faults: [[1, '', 'unnamed_column']],
    },
    {
      what: 'a level that is missing above another',
      bytes: csv('city', 'paris'),
      faults: [[1, 'country', 'missing_column']],
    },
    {
      what: 'a web page',
      bytes: '<!DOCTYPE html>\n<html><body>Log in, please</body></html>\n',
      faults: [[1, '<!DOCTYPE html>', 'invalid_dimension'], ...MISSING],
    },
    { what: 'JSON', bytes: '{"country": "fr"}', faults: [[1, '{"country": "fr"}', 'invalid_dimension'], ...MISSING] },
  ]
  for (const { what, bytes, faults } of cases) {
    test(what, async () => {
      const dataset = await aDataset(service, { dimensions: ['country', 'city'], values: ['fr', 'fr.paris'] })
      const before = await content(dataset)

      const done = await imported(dataset, bytes, { on_error: 'skip' })

      assert.deepEqual([done.status, done.result, done.progress], ['finished', 'error', 1])
      assert.deepEqual(
        done.errors.map(({ line, field, code }) => [line, field, code]),
        faults,
      )
      assert.ok(done.errors.every(({ message }) => message.length > 10 && message.length <= 500))
      assert.equal(done.stats.global_errors, faults.length)
      assert.deepEqual(await content(dataset), before)
      assert.equal((await v2('GET', `/datasets/${dataset}`)).json().values_count, 2)
      assert.ok(!(await eventsAbout(db, dataset)).includes('dataset.updated'))
    })
  }

  for (const seed of [0, 1]) {
    test(`random bytes, sample ${seed + 1}`, async () => {
      const bytes = noise(50_000 * (seed + 1)).subarray(seed * 1000)

      const done = await imported(unique('ds'), bytes, { on_error: 'skip' })

      assert.equal(done.result, 'error')
      assert.equal(done.errors.length, 1)
      assert.match(done.errors[0]?.code ?? '', /^(not_utf8|not_csv)$/)
    })
  }

  test('and the import behind it runs', async () => {
    const dataset = unique('ds')
    const bad = await submit(dataset, noise(1000))
    const good = await submit(dataset, csv('country', 'fr'))

    await run(bad.id)
    await run(good.id)

    assert.deepEqual([(await read(bad.id)).result, (await read(good.id)).result], ['error', 'success'])
  })
})

describe('rows that cannot be read are left out, each with its line', () => {
  const cases: { what: string; row: string; error: Fault }[] = [
    { what: 'a NUL in a code', row: 'f\0r,,,', error: [3, 'country', 'invalid_code'] },
    { what: 'a NUL in a name', row: 'fr,a\0b,,', error: [3, 'country.en-us', 'invalid_text'] },
    { what: 'text behind a closing quote', row: 'fr,"La" France,,', error: [3, null, 'invalid_quotes'] },
    { what: 'a hundred thousand cells', row: 'x,'.repeat(100_000), error: [3, null, 'too_many_cells'] },
    { what: 'a code of 100,000 characters', row: `${'x'.repeat(100_000)},,,`, error: [3, 'country', 'invalid_code'] },
  ]
  for (const { what, row, error } of cases) {
    test(`for ${what}`, async () => {
      const dataset = unique('ds')
      const file = csv('country,country.en-us,city,city.en-us', 'de,,,', row, 'it,,,')

      const done = await imported(dataset, file, { on_error: 'skip' })

      assert.equal(done.result, 'partial_success')
      assert.deepEqual(
        done.errors.map(({ line, field, code }) => [line, field, code]),
        [error],
      )
      assert.deepEqual(Object.keys(await content(dataset)), ['de', 'it'])
    })
  }

  test('counting the lines within quotes', async () => {
    const done = await imported(unique('ds'), csv('a,a.en-us', 'x,"1\n2\n3"', 'y/,', 'z,"\r\n"', ',q'), {
      on_error: 'skip',
    })

    assert.deepEqual(
      done.errors.map(({ line }) => line),
      [5, 8],
    )
  })
})

describe('a file of 3 MB, which a thread reads', () => {
  test('comes out as its rows say, with the lines of those that are wrong', async () => {
    const dataset = unique('ds')
    const nameOf = (n: number) => `Pérsonne ${n} `.padEnd(990, '.')
    const rows = Array.from({ length: 3000 }, (_, n) => [`u${n % 40}`, `p${n}${n % 300 === 299 ? '/' : ''}`, nameOf(n)])
    const file = csv(
      'unit,unit.en-us,person,person.fr-fr',
      ...rows.map(([unit, one, name]) => `${unit},U,${one},${name}`),
    )

    const done = await imported(dataset, file, { on_error: 'skip' })

    const good = rows.filter(([, person]) => !person?.endsWith('/'))
    const expected = [
      ...rows.slice(0, 40).map(([unit]) => [unit, { 'en-us': 'U' }]),
      ...good.map(([unit, person, name]) => [`${unit}.${person}`, { 'fr-fr': name }]),
    ]
    assert.ok(Buffer.byteLength(file) > 2_900_000)
    assert.equal(done.result, 'partial_success')
    assert.deepEqual([done.stats.rows, done.stats.row_errors, done.stats.values_created], [3000, 10, 3030])
    assert.deepEqual(
      done.errors.map(({ line }) => line),
      Array.from({ length: 10 }, (_, n) => 301 + n * 300),
    )
    assert.deepEqual(await content(dataset), Object.fromEntries(expected))
  })
})
