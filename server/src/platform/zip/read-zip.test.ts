import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type EntryFault, readZip, type ZipEntry, type ZipSource } from './read-zip.ts'
import { aSource, aZip, type EntrySample, extraField, FLAGS, listed, unicodePath } from './zip-samples.conformance.ts'

const MIB = 1024 * 1024
const LIMITS = { maxEntries: 1000, maxEntryBytes: 100 * MIB }
const DEFLATED = { method: 8 }
const STORED = { method: 0 }

function entriesOf(bytes: Buffer): Promise<ZipEntry[]> {
  return listed(aSource(bytes).source, LIMITS)
}

async function only(sample: EntrySample): Promise<ZipEntry> {
  const [entry] = await entriesOf(aZip([sample]))
  return entry ?? assert.fail('the archive is empty')
}

async function contentsOf(bytes: Buffer): Promise<[name: string, content: string][]> {
  const contents: [string, string][] = []
  for await (const { name, open } of readZip(aSource(bytes).source, LIMITS))
    contents.push([name, await text(await open())])
  return contents
}

describe('readZip', () => {
  test('gives the entries in the order of the directory, folders among them', async () => {
    const bytes = aZip([
      { name: 'payslips/', ...STORED },
      { name: 'payslips/ada.txt', content: 'Ada', ...DEFLATED },
      { name: 'payslips/bo.txt', content: 'Bo', ...STORED },
      { name: 'empty.txt', ...STORED },
    ])

    const entries = await entriesOf(bytes)

    assert.deepEqual(
      entries.map(({ open, ...entry }) => entry),
      [
        { position: 0, name: 'payslips/', isDirectory: true, sizeBytes: 0, fault: undefined },
        { position: 1, name: 'payslips/ada.txt', isDirectory: false, sizeBytes: 3, fault: undefined },
        { position: 2, name: 'payslips/bo.txt', isDirectory: false, sizeBytes: 2, fault: undefined },
        { position: 3, name: 'empty.txt', isDirectory: false, sizeBytes: 0, fault: undefined },
      ],
    )
    assert.deepEqual(await Promise.all(entries.map(async ({ open }) => text(await open()))), ['', 'Ada', 'Bo', ''])
  })

  const ada: EntrySample = { name: 'ada.txt', content: 'Ada' }
  const program = Buffer.from('MZ a program that unpacks itself')
  const shapes: [string, Buffer][] = [
    ['with a comment', aZip([ada], { comment: 'Payslips of May' })],
    ['with the longest comment', aZip([ada], { comment: 'x'.repeat(0xffff) })],
    ['with comments on entries', aZip([{ ...ada, comment: 'the first' }])],
    ['in ZIP64', aZip([{ ...ada, isZip64: true }], { isZip64: true })],
    ['of which the end alone is in ZIP64', aZip([ada], { isZip64: true })],
    ['behind a program', aZip([ada], { before: program })],
    ['behind a program, in ZIP64', aZip([{ ...ada, isZip64: true }], { before: program, isZip64: true })],
    ['behind a program that counts', aZip([{ ...ada, localExtra: program, says: { offset: 0 } }], { comment: 'sfx' })],
    ['with other local extra fields', aZip([{ ...ada, localExtra: extraField(0x5455, Buffer.alloc(9)) }])],
    ['with sizes behind the data', aZip([{ ...ada, flags: FLAGS.utf8 | FLAGS.descriptor }])],
    [
      'with more behind the deflated data',
      aZip([{ ...ada, data: Buffer.concat([deflateRawSync(Buffer.from('Ada')), program]) }]),
    ],
  ]
  for (const [shape, bytes] of shapes) {
    test(`reads a ZIP ${shape}`, async () => {
      assert.deepEqual(await contentsOf(bytes), [['ada.txt', 'Ada']])
    })
  }

  test('reads one whose directory has another order than the file', async () => {
    const one = aZip([{ content: 'one', ...STORED }])
    const two = aZip([{ content: 'two', ...STORED }])
    const sizeBytes = 30 + 'entry.txt'.length + 3
    const bytes = aZip([
      { content: 'one', ...STORED, says: { offset: sizeBytes } },
      { content: 'two', ...STORED, says: { offset: 0 } },
    ])

    one.copy(bytes, sizeBytes, 0, sizeBytes)
    two.copy(bytes, 0, 0, sizeBytes)

    assert.deepEqual(
      (await contentsOf(bytes)).map(([, content]) => content),
      ['one', 'two'],
    )
  })

  test('has nothing to give from an empty ZIP', async () => {
    assert.deepEqual(await entriesOf(aZip([])), [])
    assert.deepEqual(await entriesOf(aZip([], { isZip64: true, comment: 'nothing' })), [])
  })

  test('asks the source once for a small ZIP, whatever is opened', async () => {
    const { source, asked } = aSource(aZip(Array.from({ length: 50 }, (_, index) => ({ content: `file ${index}` }))))

    for await (const entry of readZip(source, LIMITS)) await buffer(await entry.open())

    assert.equal(asked.calls, 1)
  })

  test('asks twice for an entry that is large, and for no byte twice', async () => {
    const content = Buffer.alloc(4 * MIB, 'large')
    const { source, asked } = aSource(aZip([{ content, ...STORED }]))

    for await (const entry of readZip(source, LIMITS)) {
      asked.calls = asked.bytes = 0
      assert.ok(content.equals(await buffer(await entry.open())))
    }

    assert.deepEqual(asked, { calls: 2, bytes: 30 + content.length })
  })

  test('opens an entry when the reading is over, and as often as it is wanted', async () => {
    const entry = await only({ content: 'Ada' })

    assert.equal(await text(await entry.open()), 'Ada')
    assert.equal(await text(await entry.open()), 'Ada')
  })

  test('closes what it reads from when the content is destroyed', async () => {
    const { source } = aSource(aZip([{ content: Buffer.alloc(MIB), ...STORED }]))
    const opened: Readable[] = []
    const watched: ZipSource = {
      ...source,
      stream: async (start, end) => {
        const stream = await source.stream(start, end)
        opened.push(stream)
        return stream
      },
    }
    const [entry] = await listed(watched, LIMITS)

    const content = await entry?.open()
    const closed = Promise.withResolvers<void>()
    opened.at(-1)?.once('close', closed.resolve)
    content?.destroy()

    await closed.promise
    assert.ok(opened.every(({ destroyed }) => destroyed))
  })

  test('passes on what the source fails with, as it is', async () => {
    const { source } = aSource(aZip([{ content: Buffer.alloc(MIB), ...STORED }]))
    const failure = new Error('the network is down')
    let streamOf: ZipSource['stream'] = source.stream
    const flaky: ZipSource = { ...source, stream: (start, end) => streamOf(start, end) }
    const [entry = assert.fail()] = await listed(flaky, LIMITS)

    streamOf = () => Promise.reject(failure)
    await assert.rejects(listed(flaky, LIMITS), failure)
    await assert.rejects(entry.open(), failure)

    const failing = new Readable({ read: () => failing.destroy(failure) })
    streamOf = async (start, end) => (end - start > 1000 ? failing : source.stream(start, end))
    const content = await entry.open()
    await assert.rejects(buffer(content), failure)
  })

  test('passes on what the source fails with in the midst of the directory', async () => {
    const { source } = aSource(aZip(Array.from({ length: 900 }, () => ({ name: 'x'.repeat(1000) }))))
    const failure = new Error('the network is down')
    const reading = readZip({ ...source, stream: failLater }, LIMITS)
    let calls = 0
    function failLater(start: number, end: number): Promise<Readable> {
      calls += 1
      return calls < 4 ? source.stream(start, end) : Promise.reject(failure)
    }

    assert.equal((await reading.next()).done, false)
    await assert.rejects(async () => {
      for await (const entry of reading) assert.equal(entry.fault, undefined)
    }, failure)
  })
})

describe('the name of an entry', () => {
  const legacy = Buffer.from([0x82, 0x74, 0x82, 0x2e, 0x74, 0x78, 0x74])
  const names: [string, EntrySample, string][] = [
    ['is read as UTF-8 when it says so', { name: 'été.txt' }, 'été.txt'],
    ['is read as UTF-8 when it says nothing and can be', { name: 'été.txt', flags: 0 }, 'été.txt'],
    ['is read as code page 437 when it says nothing and can be no UTF-8', { name: legacy, flags: 0 }, 'été.txt'],
    [
      'is that of Info-ZIP where there is one',
      { name: 'x', flags: 0, extra: unicodePath('名.txt', Buffer.from('x')) },
      '名.txt',
    ],
    ['is not that of Info-ZIP for another name', { name: 'x', extra: unicodePath('y', Buffer.from('z')) }, 'x'],
    ['has a mark where it is not UTF-8', { name: Buffer.from([0x61, 0xff, 0x62]) }, 'a\uFFFDb'],
    ['has the separators of old Windows tools made plain', { name: 'may\\ada.txt' }, 'may/ada.txt'],
    ['may have dots', { name: '..a/b../...' }, '..a/b../...'],
    ['may have a colon', { name: 'at 10:30.txt' }, 'at 10:30.txt'],
  ]
  for (const [what, sample, name] of names) {
    test(what, async () => {
      const entry = await only(sample)

      assert.deepEqual([entry.name, entry.fault], [name, undefined])
    })
  }

  const unsafe: [string | Buffer, string?][] = [
    [''],
    ['/etc/passwd'],
    ['\\\\server\\share', '//server/share'],
    ['C:\\boot.ini', 'C:/boot.ini'],
    ['c:boot.ini'],
    ['../up.txt'],
    ['a/../../up.txt'],
    ['a\\..\\..\\up.txt', 'a/../../up.txt'],
    ['..'],
    ['a/.. /b'],
    ['a\0.pdf', 'a\uFFFD.pdf'],
    ['a\r\nb', 'a\uFFFD\uFFFDb'],
    ['a\u0085b', 'a\uFFFDb'],
  ]
  for (const [name, shown = String(name)] of unsafe) {
    test(`is unsafe as ${JSON.stringify(name)}, and the others are read`, async () => {
      const entries = await entriesOf(aZip([{ name }, { name: 'good.txt' }]))

      assert.deepEqual(
        entries.map((entry) => [entry.name, entry.fault]),
        [
          [shown, 'unsafe_name'],
          ['good.txt', undefined],
        ],
      )
    })
  }

  test('is unsafe with a control character that code page 437 has a picture for', async () => {
    const entry = await only({ name: Buffer.from([0x82, 0x07]), flags: 0 })

    assert.deepEqual([entry.name, entry.fault], ['é•', 'unsafe_name'])
  })

  test('is unsafe when that of Info-ZIP is', async () => {
    const entry = await only({ name: 'x', extra: unicodePath('../x', Buffer.from('x')) })

    assert.deepEqual([entry.name, entry.fault], ['../x', 'unsafe_name'])
  })
})

describe('the fault of an entry', () => {
  const lie = (sizeBytes: number, compressedBytes: number): EntrySample => ({
    data: Buffer.alloc(compressedBytes),
    says: { sizeBytes },
  })
  const faults: [string, EntrySample, EntryFault | undefined][] = [
    ['encrypted', { flags: FLAGS.encrypted }, 'encrypted'],
    ['strongly encrypted', { flags: FLAGS.strong | FLAGS.encrypted }, 'encrypted'],
    ['strongly encrypted, as only one flag says', { flags: FLAGS.strong }, 'encrypted'],
    ['encrypted with AES', { flags: FLAGS.encrypted, method: 99 }, 'encrypted'],
    ['compressed with LZMA', { method: 14 }, 'unsupported'],
    ['as large as may be', lie(100 * MIB, MIB), undefined],
    ['larger than may be', lie(100 * MIB + 1, 2 * MIB), 'too_large'],
    ['larger than there are numbers for', { says: { sizeBytes: 2 ** 60 }, isZip64: true }, 'too_large'],
    ['a hundred times as large inflated', lie(20_000_000, 200_000), undefined],
    ['more than that', lie(20_000_001, 200_000), 'inflates_too_much'],
    ['more than that, but small', lie(10 * MIB, 100), undefined],
  ]
  for (const [what, sample, fault] of faults) {
    test(`of one that is ${what}: ${fault ?? 'none'}`, async () => {
      const entries = await entriesOf(aZip([sample, { name: 'good.txt' }]))

      assert.deepEqual(
        entries.map((entry) => entry.fault),
        [fault, undefined],
      )
    })
  }

  test('keeps it from being opened', async () => {
    const entry = await only({ flags: FLAGS.encrypted })

    await assert.rejects(entry.open(), { message: 'An entry that is encrypted cannot be opened.' })
  })
})
