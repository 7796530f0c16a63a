import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import type { ZipSource } from './read-zip.ts'
import { dataDescriptor, directoryRecord, endOfDirectory, localHeader } from './zip-records.ts'
import { listed } from './zip-samples.conformance.ts'

const GIB = 1024 ** 3
const LIMITS = { maxEntries: 10, maxEntryBytes: 100 * GIB }

/** These parts, each behind so many zeros that nobody writes down. */
function sparse(parts: [zeros: number, bytes: Buffer][]): ZipSource {
  let sizeBytes = 0
  const placed = parts.map(([zeros, bytes]) => {
    sizeBytes += zeros + bytes.length
    return { start: sizeBytes - bytes.length, bytes }
  })
  const read = (start: number, end: number): Buffer => {
    const wanted = Buffer.alloc(end - start + 1)
    for (const part of placed) {
      const from = Math.max(start, part.start)
      if (from <= end && from < part.start + part.bytes.length) part.bytes.copy(wanted, from - start, from - part.start)
    }
    return wanted
  }
  return { sizeBytes, stream: async (start, end) => Readable.from(read(start, end), { objectMode: false }) }
}

test('what is beyond 4 GiB is written and read in ZIP64', async () => {
  const modifiedAt = new Date('2025-05-31T22:30:11Z')
  const large = { name: Buffer.from('large'), modifiedAt, isDeflated: false, crc: 1, offset: 0 }
  const huge = { ...large, sizeBytes: 5 * GIB, compressedBytes: 5 * GIB }
  const content = Buffer.from('Ada')
  const small = { ...large, name: Buffer.from('small'), crc: crc32(content), sizeBytes: 3, compressedBytes: 3 }
  const header = localHeader(large)
  const descriptor = dataDescriptor(huge)
  const behind = { ...small, offset: header.length + 5 * GIB + descriptor.length }
  const end = Buffer.concat([descriptor, localHeader(small), content, dataDescriptor(small)])
  const directory = Buffer.concat([directoryRecord(huge), directoryRecord(behind)])
  const offset = header.length + 5 * GIB + end.length
  const eof = endOfDirectory({ entryCount: 2, sizeBytes: directory.length, offset })

  const source = sparse([
    [0, header],
    [5 * GIB, Buffer.concat([end, directory, eof])],
  ])
  const entries = await listed(source, LIMITS)

  assert.deepEqual(
    entries.map(({ name, sizeBytes, fault }) => [name, sizeBytes, fault]),
    [
      ['large', 5 * GIB, undefined],
      ['small', 3, undefined],
    ],
  )
  assert.equal(await text((await entries[1]?.open()) ?? assert.fail()), 'Ada')
  assert.deepEqual([descriptor.length, dataDescriptor(behind).length], [24, 16])
})

test('more files than the old format can count end in ZIP64', () => {
  const most = endOfDirectory({ entryCount: 0xfffe, sizeBytes: 9, offset: 9 })
  const more = endOfDirectory({ entryCount: 0xffff, sizeBytes: 9, offset: 9 })

  assert.deepEqual([most.length, most.readUInt16LE(10)], [22, 0xfffe])
  assert.deepEqual([more.length, more.readBigUInt64LE(32)], [56 + 20 + 22, 0xffffn])
})
