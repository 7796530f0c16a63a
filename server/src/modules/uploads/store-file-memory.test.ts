import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { testBlobs } from '#test/harness/files/blobs.ts'
import { startSmallServer } from '#test/harness/http/small-server.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { storeFile } from './store-file.ts'

const MIB = 1024 * 1024

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('a body of 64 MiB is stored in flat memory', async (t) => {
  const { blobs, removeBlobs } = testBlobs()
  t.after(removeBlobs)
  const { port } = await startSmallServer((app) =>
    takeFiles(app, { maxFileBytes: 64 * MIB }, (scope) => {
      scope.post('/files', unchecked, (call) =>
        storeFile(blobs, 'big.csv', call.body as Readable, { maxBytes: 64 * MIB }),
      )
    }),
  )
  const memory = memoryWatch()

  const upload = request({
    host: '127.0.0.1',
    port,
    path: '/files',
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
  })
  for (let index = 0; index < 64 * 16; index += 1) {
    if (!upload.write(Buffer.alloc(MIB / 16, 97 + (index % 26)))) await once(upload, 'drain')
    if (index % 128 === 0) memory.look()
  }
  upload.end()
  const [answer] = await once(upload, 'response')
  const stored = JSON.parse((await answer.toArray()).join(''))

  assert.deepEqual([stored.sizeBytes, stored.content_type], [64 * MIB, 'text/csv'])
  assert.ok(memory.peakBytes() < 40 * MIB, `${memory.peakBytes()} bytes more at the peak`)
})
