import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startS3 } from '#test/harness/files/s3.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { s3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const KEY = 'ab12'.padEnd(64, '0')

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('100 MiB pass through S3 in flat memory', async (t) => {
  const { settings, outgoingFolder, stop } = await startS3()
  t.after(stop)
  const store = s3Store(settings, { outgoingFolder })
  const memory = memoryWatch()

  await store.write(fresh(100, memory.look), () => KEY)
  assert.equal(await store.size(KEY), 100 * MIB)
  const opened = await store.open(KEY, 72)
  let readBytes = 0
  for await (const part of opened?.read({ start: 0, end: 100 * MIB }) ?? []) {
    if (Math.floor(readBytes / (32 * MIB)) !== Math.floor((readBytes + part.length) / (32 * MIB))) memory.look()
    readBytes += part.length
  }

  assert.equal(readBytes, 100 * MIB)
  assert.ok(memory.peakBytes() < 64 * MIB, `${memory.peakBytes()} bytes more at the peak`)
})

async function* fresh(mebibytes: number, lookEvery32: () => void) {
  for (let index = 0; index < mebibytes * 16; index++) {
    if (index % 512 === 511) lookEvery32()
    yield Buffer.alloc(MIB / 16, index)
  }
}
