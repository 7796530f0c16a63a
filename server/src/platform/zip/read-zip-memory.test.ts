import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryWatch } from '#test/harness/memory.ts'
import { readZip } from './read-zip.ts'
import { aSource, aZip } from './zip-samples.conformance.ts'

const MIB = 1024 * 1024
const ENTRIES = 70_000
const RECORD_BYTES = 46 + '00000.txt'.length

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('70,000 entries are read in flat memory and few reads', async () => {
  const names = Array.from({ length: ENTRIES }, (_, index) => ({
    name: `${String(index).padStart(5, '0')}.txt`,
    method: 0,
  }))
  const { source, asked } = aSource(aZip(names, { isZip64: true }))
  names.length = 0
  const memory = memoryWatch()

  let count = 0
  for await (const entry of readZip(source, { maxEntries: ENTRIES, maxEntryBytes: MIB })) {
    assert.equal(entry.position, count)
    count += 1
    if (count % 30_000 === 0) memory.look()
  }

  assert.equal(count, ENTRIES)
  assert.ok(memory.peakBytes() < 12 * MIB, `${memory.peakBytes()} bytes more at the peak`)
  assert.ok(asked.calls <= 2 + (ENTRIES * RECORD_BYTES) / (256 * 1024), `${asked.calls} reads`)
})
