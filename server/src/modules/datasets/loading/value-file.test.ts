import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { keyOfPath } from '#modules/datasets/values/value-path.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { readValueFile } from './read-value-file.ts'
import { ValueFile, type ValueFileChunk, type ValueFileSettings } from './value-file.ts'

const csv = (...lines: string[]) => `${lines.join('\n')}\n`
const SETTINGS: ValueFileSettings = { dimensions: [], languages: ['en-us', 'fr-fr'] }

/** What the parts of a file hold together. */
function joined(parts: ValueFileChunk[]) {
  const sum = (of: (part: ValueFileChunk) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    lines: Buffer.concat(parts.map(({ staged }) => staged))
      .toString('utf8')
      .split('\n')
      .slice(0, -1),
    rows: sum(({ rows }) => rows),
    badRows: sum(({ badRows }) => badRows),
    bytes: sum(({ bytes }) => bytes),
    problems: parts.flatMap(({ problems }) => problems),
    headers: parts.flatMap(({ header }) => header ?? []),
    faults: parts.flatMap(({ faults }) => faults),
  }
}

/** Reads a file in pieces of this size. */
function readIn(pieceBytes: number, text: string | Buffer, settings = SETTINGS) {
  const bytes = Buffer.from(text)
  const file = new ValueFile(settings)
  const parts: ValueFileChunk[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) parts.push(file.read(bytes.subarray(at, at + pieceBytes)))
  return joined([...parts, file.read(undefined)])
}

const read = (...lines: string[]) => readIn(1_000_000, csv(...lines))

/** The staged lines, as line, own or passing, path and names. */
const stagedIn = ({ lines }: { lines: string[] }) =>
  lines.map((line) => {
    const [number, isOwn, , , , , path, names] = line.split('\t')
    return [Number(number), isOwn === 'true' ? 'own' : 'passed', path, JSON.parse(names ?? '')]
  })

describe('what is staged of a file', () => {
  test('is the value that a row defines and those that it passes through', () => {
    const { lines, rows } = read('country,country.en-us,city,city.fr-fr', 'fr,France,paris,Paname')

    const fr = keyOfPath('fr')
    const paris = keyOfPath('fr.paris')
    assert.equal(rows, 1)
    assert.deepEqual(
      lines.map((line) => line.split('\t')),
      [
        ['2', 'false', fr, '\\N', '1', 'fr', 'fr', '{"en-us":"France"}', 'france', ' fr france '],
        ['2', 'true', paris, fr, '2', 'paris', 'fr.paris', '{"fr-fr":"Paname"}', 'paname', ' paris paname '],
      ],
    )
  })

  test('passes through a parent once while its names do not change', () => {
    const staged = stagedIn(
      read('country,country.en-us,city', 'fr,France,paris', 'fr,France,lyon', 'fr,Frankreich,nice', 'fr,France,lille'),
    )

    assert.deepEqual(staged, [
      [2, 'passed', 'fr', { 'en-us': 'France' }],
      [2, 'own', 'fr.paris', {}],
      [3, 'own', 'fr.lyon', {}],
      [4, 'passed', 'fr', { 'en-us': 'Frankreich' }],
      [4, 'own', 'fr.nice', {}],
      [5, 'passed', 'fr', { 'en-us': 'France' }],
      [5, 'own', 'fr.lille', {}],
    ])
  })

  test('passes through a parent again when one language of its names goes or another comes', () => {
    const staged = stagedIn(read('a,a.en-us,a.fr-fr,b', 'x,One,,1', 'x,One,Un,2', 'x,,Un,3', 'x,,,4', 'x,,,5'))

    assert.deepEqual(
      staged.filter(([, how]) => how === 'passed'),
      [
        [2, 'passed', 'x', { 'en-us': 'One' }],
        [3, 'passed', 'x', { 'en-us': 'One', 'fr-fr': 'Un' }],
        [4, 'passed', 'x', { 'fr-fr': 'Un' }],
        [5, 'passed', 'x', {}],
      ],
    )
  })

  test('takes the same code below two parents for two parents', () => {
    const staged = stagedIn(read('a,b,c', 'x,same,1', 'y,same,1', 'x,same,2'))

    assert.deepEqual(
      staged.map(([line, how, path]) => [line, how, path]),
      [
        [2, 'passed', 'x'],
        [2, 'passed', 'x.same'],
        [2, 'own', 'x.same.1'],
        [3, 'passed', 'y'],
        [3, 'passed', 'y.same'],
        [3, 'own', 'y.same.1'],
        [4, 'own', 'x.same.2'],
      ],
    )
  })

  test('is every row that defines a value, also when it says the same again', () => {
    const staged = stagedIn(read('a,a.en-us,b', 'x,One,', 'x,One,', 'x,One,1'))

    assert.deepEqual(staged, [
      [2, 'own', 'x', { 'en-us': 'One' }],
      [3, 'own', 'x', { 'en-us': 'One' }],
      [4, 'passed', 'x', { 'en-us': 'One' }],
      [4, 'own', 'x.1', {}],
    ])
  })

  test('is not the parents of a row that is left out', () => {
    const { badRows, problems, ...rest } = read('a,b', 'x,1/2', 'x,2', ',3')

    assert.deepEqual(
      stagedIn(rest).map(([line, , path]) => [line, path]),
      [
        [3, 'x'],
        [3, 'x.2'],
      ],
    )
    assert.equal(badRows, 2)
    assert.deepEqual(
      problems.map(({ line, code }) => [line, code]),
      [
        [2, 'invalid_code'],
        [4, 'missing_code'],
      ],
    )
  })

  test('counts a row with several problems once', () => {
    const { rows, badRows, problems } = read('a,a.en-us', `x.y,${'x'.repeat(1001)}`)

    assert.deepEqual([rows, badRows, problems.length], [1, 1, 2])
  })

  test('is nothing for rows that are empty, which are no rows', () => {
    const { rows, badRows, lines, faults } = read('a,b', '', ',', '"",""', ',,,,', 'x,', '', '')

    assert.deepEqual([rows, badRows, faults], [1, 0, []])
    assert.deepEqual(
      lines.map((line) => line.split('\t')[0]),
      ['6'],
    )
  })

  test('escapes what the database would take for a sign of its own', () => {
    const { lines } = readIn(1_000_000, 'a,a.en-us\n\\N,"tab\there\nand \\. a\rreturn"\n')

    assert.equal(lines.length, 1)
    const [, , , , , code, path, names] = lines[0]?.split('\t') ?? []
    assert.deepEqual([code, path], ['\\\\N', '\\\\N'])
    assert.equal(names?.replaceAll('\\\\', '\\'), JSON.stringify({ 'en-us': 'tab\there\nand \\. a\rreturn' }))
  })

  test('is sorted by the language of the client that comes first', () => {
    const german = { dimensions: [], languages: ['de-de', 'fr-fr'] }

    const { lines } = readIn(1_000_000, csv('a,a.fr-fr,a.de-de', 'x,Un,Eins'), german)

    assert.equal(lines[0]?.split('\t')[8], 'eins')
  })
})

describe('the header of a file', () => {
  test('comes once, with the dimensions and languages of the file', () => {
    const settings = { ...SETTINGS, dimensions: ['country', 'city', 'office'] }

    const { headers } = readIn(7, csv('city,country,country.EN-us,city.fr-fr', 'paris,fr,,'), settings)

    assert.deepEqual(headers, [{ dimensions: ['country', 'city'], languages: [['en-us'], ['fr-fr']] }])
  })

  test('stops the reading when something is wrong with it', () => {
    const { faults, rows, lines } = readIn(5, csv('a,a', 'x,y', 'z,'))

    assert.deepEqual(
      faults.map(({ code }) => code),
      ['repeated'],
    )
    assert.deepEqual([rows, lines], [0, []])
  })

  for (const [what, text] of [
    ['an empty file', ''],
    ['a byte order mark alone', '\uFEFF'],
  ] as const) {
    test(`is missing in ${what}`, () => {
      assert.deepEqual(
        readIn(10, text).faults.map(({ line, code }) => [line, code]),
        [[null, 'empty_file']],
      )
    })
  }

  test('may be all that there is, also without a line end', () => {
    const { headers, faults, rows } = readIn(3, 'country,city')

    assert.deepEqual([faults, rows], [[], 0])
    assert.deepEqual(headers[0]?.dimensions, ['country', 'city'])
  })
})

describe('the pieces in which a file comes', () => {
  const text = `\uFEFFcountry;country.fr-fr;city;city.en-us\r\nfr;"La ""belle""\r\nFrance";;\r\nfr;;père;Père\r\n\r\n;;x;\r\nde;Öster😀;a;"b;c"\r\nde;;"q"x;\r\n`

  test('make no difference, wherever they end', () => {
    const whole = readIn(1_000_000, text)

    for (let size = 1; size <= 40; size += 1) assert.deepEqual(readIn(size, text), whole, `pieces of ${size} bytes`)
    assert.deepEqual([whole.rows, whole.badRows, whole.faults], [5, 2, []])
    assert.deepEqual(
      whole.problems.map(({ line, code }) => [line, code]),
      [
        [6, 'missing_code'],
        [8, 'invalid_quotes'],
      ],
    )
  })

  test('are counted by their bytes', () => {
    assert.equal(readIn(11, text).bytes, Buffer.byteLength(text))
  })

  test('tell nothing any more after what makes the file unusable', () => {
    const broken = Buffer.concat([Buffer.from('a,b\nx,1\ny,'), Buffer.from([0xe9]), Buffer.from('\nz,3\nw,4\n')])

    for (const size of [1, 4, 9, 11, 1000]) {
      const { faults } = readIn(size, broken)

      assert.deepEqual(
        faults.map(({ line, code }) => [line, code]),
        [[3, 'not_utf8']],
      )
    }
  })
})

describe('a file without line ends', () => {
  for (const [what, sign, code] of [
    ['text', 'x', 'row_too_long'],
    ['commas', ',', 'row_too_long'],
    ['an open quote', '"', 'row_too_long'],
  ] as const) {
    test(`of 10 MB of ${what} is not gathered up`, () => {
      const file = new ValueFile(SETTINGS)
      const piece = Buffer.from(sign.repeat(65_536))
      const memory = memoryWatch()
      const parts: ValueFileChunk[] = []

      for (let times = 0; times < 160; times += 1) {
        parts.push(file.read(piece))
        if (times % 20 === 0) memory.look()
      }

      const { faults, rows, bytes } = joined([...parts, file.read(undefined)])
      assert.deepEqual(
        faults.map((fault) => [fault.line, fault.code]),
        [[1, code]],
      )
      assert.deepEqual([rows, bytes], [0, 160 * 65_536])
      assert.ok(memory.peakBytes() < 12_000_000, `${memory.peakBytes()} bytes`)
    })
  }
})

describe('a file that is read in a thread', () => {
  async function readAs(sizeBytes: number, bytes: Buffer) {
    const pieces = function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    }
    const parts: ValueFileChunk[] = []
    for await (const part of readValueFile(Readable.from(pieces()), sizeBytes, SETTINGS)) parts.push(part)
    return joined(parts)
  }
  const HERE = 256 * 1024

  test('gives what it gives in the process itself', async () => {
    const rows = Array.from({ length: 3200 }, (_, index) => `d${index >> 5},Ünit ${index >> 5},e${index},Émp ${index}`)
    const bytes = Buffer.from(csv('unit,unit.en-us,person,person.fr-fr', ...rows, 'a/b,,,', ',,x,'))

    const here = await readAs(HERE, bytes)
    const there = await readAs(HERE + 1, bytes)

    assert.deepEqual(there, here)
    assert.deepEqual([there.rows, there.badRows, there.lines.length], [3202, 2, 3300])
    assert.equal(there.bytes, bytes.length)
  })

  test('tells what makes it unusable in the same words', async () => {
    const bytes = Buffer.from(csv('a,b', ...Array.from({ length: 5000 }, (_, index) => `x,${index}`), 'y,"open'))

    const here = await readAs(HERE, bytes)
    const there = await readAs(HERE + 1, bytes)

    assert.deepEqual(there, here)
    assert.deepEqual(
      there.faults.map(({ line, code }) => [line, code]),
      [[5002, 'unclosed_quote']],
    )
  })
})

describe('a header whose quotes are doubtful', () => {
  test('makes the file unusable', () => {
    const { faults } = readIn(99, '"country"x,city\nfr,\n')

    assert.deepEqual(
      faults.map(({ line, code }) => [line, code]),
      [[1, 'invalid_quotes']],
    )
  })
})

describe('a long file', () => {
  test('is not kept by the parents that are remembered of it', () => {
    const file = new ValueFile(SETTINGS)
    file.read(Buffer.from('department,department.en-us,employee,employee.en-us\n'))
    const memory = memoryWatch()

    for (let department = 0; department < 500; department += 1) {
      const path = `department-number-${department},The department of number ${department}`
      const rows = Array.from({ length: 60 }, (_, n) => `${path},employee-${n},${`Employee ${n}`.padEnd(950, 'x')}\n`)
      file.read(Buffer.from(rows.join('')))
      if (department % 100 === 99) memory.look()
    }

    assert.ok(memory.peakBytes() < 10_000_000, `${memory.peakBytes()} bytes`)
  })
})
