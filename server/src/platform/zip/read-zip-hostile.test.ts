import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { DamagedEntry, readZip, UnreadableZip, type ZipEntry, type ZipLimits } from './read-zip.ts'
import { aSource, aZip, type EntrySample, extraField, listed, localHeader, numbers } from './zip-samples.conformance.ts'

const MIB = 1024 * 1024
const LIMITS = { maxEntries: 1000, maxEntryBytes: 100 * MIB }
const STORED = { method: 0 }

function entriesOf(bytes: Buffer, limits: ZipLimits = LIMITS): Promise<ZipEntry[]> {
  return listed(aSource(bytes).source, limits)
}

async function refusal(bytes: Buffer, limits?: ZipLimits): Promise<string> {
  const error = await entriesOf(bytes, limits).catch((thrown) => thrown)
  assert.ok(error instanceof UnreadableZip, `${error}`)
  return error.code
}

const ada: EntrySample = { name: 'ada.txt', content: 'Ada', ...STORED }
const bo: EntrySample = { name: 'bo.txt', content: 'Bo', ...STORED }
const ADA_BYTES = 30 + 'ada.txt'.length + 'Ada'.length

describe('readZip of a file that is not whole', () => {
  const sound = aZip([ada, bo], { comment: 'Payslips' })
  const sound64 = aZip([ada, bo], { isZip64: true })
  const unreadable: [string, Buffer, string][] = [
    ['an empty file', Buffer.alloc(0), 'not_a_zip'],
    ['three bytes', Buffer.from('PK\x03'), 'not_a_zip'],
    ['a text', Buffer.from('Dear Ada, this is not a ZIP but a long enough letter.'), 'not_a_zip'],
    ['a large file without an end', Buffer.alloc(MIB, 'PK\x01\x02'), 'not_a_zip'],
    ['an end too far from the end', Buffer.concat([aZip([]), Buffer.alloc(70_000)]), 'not_a_zip'],
    ['a ZIP cut off in its first entry', sound.subarray(0, 20), 'damaged'],
    ['a ZIP cut off before its directory', sound.subarray(0, 90), 'damaged'],
    ['a ZIP cut off in its comment', sound.subarray(0, -1), 'damaged'],
    ['a large ZIP cut off', aZip([{ content: Buffer.alloc(MIB), ...STORED }]).subarray(0, MIB), 'damaged'],
    ['a ZIP without its beginning', sound.subarray(10), 'damaged'],
    ['more behind the end', Buffer.concat([sound, Buffer.alloc(9)]), 'damaged'],
    ['a second end in the comment', aZip([ada], { comment: `PK\x05\x06${'\0'.repeat(30)}` }), 'damaged'],
    ['a directory that is elsewhere', aZip([ada], { says: { directoryOffset: ADA_BYTES + 1 } }), 'damaged'],
    ['a directory beyond the file', aZip([ada], { says: { directoryOffset: 0xffffffff } }), 'damaged'],
    ['a directory that is shorter', aZip([ada], { says: { directoryBytes: 9 } }), 'damaged'],
    ['more entries than are there', aZip([ada], { says: { entryCount: 2 } }), 'damaged'],
    ['fewer entries than are there', aZip([ada, bo], { says: { entryCount: 1 } }), 'damaged'],
    ['no entries, though there are', aZip([ada], { says: { entryCount: 0 } }), 'damaged'],
    ['a part of several disks', aZip([ada], { says: { disk: 1 } }), 'damaged'],
    ['a part of several disks, in ZIP64', aZip([ada], { isZip64: true, says: { disk: 1 } }), 'damaged'],
    ['an entry beyond the file', aZip([{ ...ada, says: { offset: 5000 } }]), 'damaged'],
    ['an entry beyond all numbers', aZip([{ ...ada, isZip64: true, says: { compressedBytes: 2 ** 60 } }]), 'damaged'],
    ['extra fields longer than they are', aZip([{ ...ada, extra: numbers([2, 1], [2, 99]) }]), 'damaged'],
    [
      'large numbers that are not there',
      aZip([{ ...ada, says: { sizeBytes: 0xffffffff }, extra: extraField(1, Buffer.alloc(0)) }]),
      'damaged',
    ],
    ['a ZIP64 end that is elsewhere', aZip([ada], { isZip64: true, says: { recordOffset: 7 } }), 'damaged'],
    ['a ZIP64 end beyond all numbers', aZip([ada], { isZip64: true, says: { directoryBytes: 2 ** 60 } }), 'damaged'],
    ['a ZIP64 end that is missing', Buffer.concat([sound64.subarray(0, 20), sound64.subarray(-42)]), 'damaged'],
  ]
  for (const [what, bytes, code] of unreadable) {
    test(`${code}: ${what}`, async () => {
      assert.equal(await refusal(bytes), code)
    })
  }

  test('too_many_entries: more than wanted, without reading them', async () => {
    const { source, asked } = aSource(aZip(Array.from({ length: 6000 }, () => ({ name: 'x'.repeat(80), ...STORED }))))

    const reading = listed(source, { ...LIMITS, maxEntries: 5999 })

    await assert.rejects(reading, { name: 'UnreadableZip', code: 'too_many_entries' })
    assert.equal(asked.calls, 1)
    assert.equal((await entriesOf(aZip([ada, bo]), { ...LIMITS, maxEntries: 2 })).length, 2)
  })

  test('too_many_entries: a number that nobody can count to', async () => {
    assert.equal(await refusal(aZip([ada], { isZip64: true, says: { entryCount: 2 ** 60 } })), 'too_many_entries')
  })
})

describe('readZip of entries that share bytes', () => {
  const gap = { name: 'gap', content: Buffer.alloc(1000), ...STORED }
  const overlapping: [string, Buffer][] = [
    ['the same twice', aZip([ada, { ...ada, isListedOnly: true, says: { offset: 0 } }])],
    ['one within the other', aZip([{ ...ada, says: { compressedBytes: ADA_BYTES } }, bo])],
    ['one within the one before', aZip([gap, { ...ada, isListedOnly: true, says: { offset: 40 } }])],
    [
      'backwards',
      aZip([
        { ...ada, says: { offset: ADA_BYTES } },
        { ...bo, says: { offset: ADA_BYTES - 9 } },
      ]),
    ],
    ['with the directory', aZip([ada, { ...bo, says: { compressedBytes: 60 } }])],
    ['with the directory, for it is there', aZip([ada, { ...bo, isListedOnly: true, says: { offset: ADA_BYTES } }])],
    [
      'more than there is room for',
      aZip(
        [ada, gap, bo].flatMap((entry, index) => [
          entry,
          { ...[ada, bo, ada][index], isListedOnly: true, says: { offset: [1048, 0, 0][index] ?? 0 } },
        ]),
      ),
    ],
    ['a bomb of quoted headers', aQuotingBomb(200)],
  ]
  for (const [what, bytes] of overlapping) {
    test(`overlapping: ${what}`, async () => {
      assert.equal(await refusal(bytes), 'overlapping')
    })
  }

  test('the bomb would go off in a reader that does not look', async () => {
    const bytes = aQuotingBomb(200)
    const first = await readZip(aSource(bytes).source, LIMITS).next()

    const content = await buffer(await (first.value ?? assert.fail()).open())

    assert.ok(content.length > 20 * bytes.length)
  })
})

/**
 * Each entry quotes the header of the next one as stored data, and goes on in its data; all end in the same zeros. It is
 * the way of David Fifield's bomb.
 */
function aQuotingBomb(count: number): Buffer {
  const core = Buffer.alloc(MIB)
  let data = deflateRawSync(core)
  let content = core
  const entries: EntrySample[] = []
  for (let index = count - 1; index >= 0; index -= 1) {
    const name = `${String(index).padStart(5, '0')}.txt`
    entries.unshift({ name, content, flags: 0, data, isListedOnly: index > 0 })
    const header = localHeader(Buffer.from(name))
    data = Buffer.concat([numbers([1, 0], [2, header.length], [2, 0xffff - header.length]), header, data])
    content = Buffer.concat([header, content])
  }
  const quoteBytes = 5 + 30 + '00000.txt'.length
  return aZip(entries.map((entry, index) => ({ ...entry, says: { offset: index * quoteBytes } })))
}

describe('the content of an entry', () => {
  const longer = deflateRawSync(Buffer.alloc(32 * MIB))
  const damaged: [string, EntrySample][] = [
    ['another checksum', { content: 'Ada', says: { crc: 1 } }],
    ['another checksum, not compressed', { ...ada, says: { crc: 1 } }],
    ['a checksum though it is empty', { ...STORED, says: { crc: 1 } }],
    ['more bytes than it says', { content: 'Ada', says: { sizeBytes: 2 } }],
    ['more bytes than it says, not compressed', { ...ada, says: { sizeBytes: 2 } }],
    ['fewer bytes than it says', { content: 'Ada', says: { sizeBytes: 4 } }],
    ['no bytes, though it says so', { content: 'Ada', data: Buffer.alloc(0) }],
    ['deflated data that break off', { content: 'Ada', data: deflateRawSync(Buffer.from('Ada')).subarray(0, 3) }],
    ['deflated data that are none', { content: 'Ada', data: Buffer.alloc(50, 0xff) }],
    [
      'data in the directory',
      { ...ada, localExtra: Buffer.alloc(4), data: Buffer.from('Ad'), says: { compressedBytes: 3 } },
    ],
    ['a header that is none', { ...ada, says: { offset: 1, compressedBytes: 2 } }],
    ['thirty million bytes more than it says', { data: longer, says: { sizeBytes: 100_000, crc: 1 } }],
  ]
  for (const [what, sample] of damaged) {
    test(`fails with ${what}`, async () => {
      const [entry] = await entriesOf(aZip([sample]))
      let yieldedBytes = 0

      const reading = (async () => {
        for await (const part of (await entry?.open()) ?? []) yieldedBytes += part.length
      })()

      await assert.rejects(reading, DamagedEntry)
      assert.ok(yieldedBytes <= (entry?.sizeBytes ?? 0), `${yieldedBytes} bytes`)
    })
  }

  test('is not inflated when it is a bomb that says so, nor are bombs within', async () => {
    const inner = aZip([{ name: 'zeros', data: longer, says: { sizeBytes: 32 * MIB } }])
    const outer = aZip(Array.from({ length: 16 }, (_, index) => ({ name: `${index}.zip`, content: inner })))

    const [first] = await entriesOf(outer)
    const unpacked = await buffer((await first?.open()) ?? assert.fail())

    assert.ok(unpacked.equals(inner))
    assert.deepEqual(
      (await entriesOf(unpacked)).map(({ fault }) => fault),
      ['inflates_too_much'],
    )
  })
})

describe('readZip of any damage', () => {
  const names = ['ada.txt', 'may/', 'may/bo.txt', 'été.txt', 'large.txt']
  const samples = names.map((name, index) => ({
    name,
    content: name.repeat(index ** 4),
    method: index % 2 === 0 ? 8 : 0,
  }))
  const sound = [
    aZip(samples, { comment: 'May' }),
    aZip(
      samples.map((one) => ({ ...one, isZip64: true })),
      { isZip64: true },
    ),
  ]
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(3),
    put: fc.uint8Array({ maxLength: 4 }),
  })

  test('ends in one of two errors, if in any', { timeout: 10_000 }, async () => {
    const edits = fc.array(edit, { minLength: 1, maxLength: 5 })
    const property = fc.asyncProperty(fc.constantFrom(...sound), edits, async (bytes, changes) => {
      await readAll(changes.reduce(edited, bytes))
    })

    await fc.assert(property, { numRuns: 250 })
  })

  test('ends so at each place where it is cut off, and at each byte of the directory', {
    timeout: 10_000,
  }, async () => {
    const few = samples.slice(0, 2)
    for (const bytes of [aZip(few, { comment: 'May' }), aZip(few, { isZip64: true })]) {
      for (let at = 1; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(0xff - changed.readUInt8(bytes.length - at), bytes.length - at)
        await readAll(changed)
        assert.match(await refusal(bytes.subarray(0, bytes.length - at)), /damaged|not_a_zip/)
      }
    }
  })

  function edited(bytes: Buffer, { at, removed, put }: { at: number; removed: number; put: Uint8Array }): Buffer {
    // Three of four are near the end, where the directory is.
    const start = Math.floor(bytes.length * at ** 0.25)
    return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + removed)])
  }
})

async function readAll(bytes: Buffer): Promise<void> {
  try {
    for await (const entry of readZip(aSource(bytes).source, LIMITS)) if (!entry.fault) await readOne(entry)
  } catch (error) {
    assert.ok(error instanceof UnreadableZip, `${error}`)
  }
}

async function readOne(entry: ZipEntry): Promise<void> {
  try {
    assert.equal((await buffer(await entry.open())).length, entry.sizeBytes)
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error
  }
}

test('readZip reads from a file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'large.zip')
  const content = Buffer.alloc(3 * MIB, 'not so large ')
  await writeFile(path, aZip([{ content, ...STORED }, { content }]))
  const source = {
    sizeBytes: (await stat(path)).size,
    stream: async (start: number, end: number) => createReadStream(path, { start, end }),
  }

  for await (const entry of readZip(source, LIMITS)) assert.ok(content.equals(await buffer(await entry.open())))
})
