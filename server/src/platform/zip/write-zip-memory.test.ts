import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { memoryWatch } from '#test/harness/memory.ts'
import { writeZip } from './write-zip.ts'

const MIB = 1024 * 1024

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('1,500 files take no more memory than their places in the directory', async () => {
  const memory = memoryWatch()
  async function* files() {
    for (let index = 0; index < 1500; index += 1) {
      if (index % 500 === 499) memory.look()
      const open = async () => Readable.from([Buffer.alloc(1000, index)], { objectMode: false })
      yield { name: `${index}.txt`, modifiedAt: new Date(0), compress: true, open }
    }
  }

  let writtenBytes = 0
  for await (const part of writeZip(files())) writtenBytes += part.length

  assert.ok(writtenBytes > 1500 * 100)
  assert.ok(memory.peakBytes() < 6 * MIB, `${memory.peakBytes()} bytes more at the peak`)
})
