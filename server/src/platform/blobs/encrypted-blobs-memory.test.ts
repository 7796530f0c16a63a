import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { memoryWatch } from '#test/harness/memory.ts'

const MIB = 1024 * 1024

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('64 MiB pass through in flat memory', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  t.after(() => rm(folder, { recursive: true }))
  const blobs = diskBlobs(folder)
  const memory = memoryWatch()

  const { key, sizeBytes } = await blobs.put(Readable.from(fresh(64, memory.look)))
  assert.equal(sizeBytes, 64 * MIB)
  let readBytes = 0
  for await (const chunk of (await blobs.get(key)) ?? []) {
    readBytes += chunk.length
    if (readBytes % (8 * MIB) === 0) memory.look()
  }

  assert.equal(readBytes, 64 * MIB)
  assert.ok(memory.peakBytes() < 24 * MIB, `${memory.peakBytes()} bytes more at the peak`)
})

async function* fresh(mebibytes: number, everyEighth: () => void) {
  for (let index = 0; index < mebibytes * 16; index++) {
    if (index % 128 === 0) everyEighth()
    yield Buffer.alloc(MIB / 16, index)
  }
}
