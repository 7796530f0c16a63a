import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { startSmallServer } from '#test/harness/http/small-server.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { readParts, takeMultipart } from './multipart.ts'

const MIB = 1024 * 1024

// Alone in its file, and so in its process: what other tests left uncollected would hide a leak.
test('a file of 50 MiB passes through in flat memory', async () => {
  const { port } = await startSmallServer(async (app) => {
    await takeMultipart(app, { maxFileBytes: 64 * MIB })
    app.post('/files', (call) =>
      readParts(call, async (file) => {
        let sizeBytes = 0
        for await (const chunk of file.file) {
          if (Math.floor(sizeBytes / (8 * MIB)) < Math.floor((sizeBytes + chunk.length) / (8 * MIB))) memory.look()
          sizeBytes += chunk.length
        }
        return sizeBytes
      }),
    )
  })

  const memory = memoryWatch()
  const upload = request({
    host: '127.0.0.1',
    port,
    path: '/files',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })
  upload.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="big"\r\n\r\n')
  for (let index = 0; index < 50 * 16; index++) {
    if (!upload.write(Buffer.alloc(MIB / 16, index))) await once(upload, 'drain')
  }
  upload.end('\r\n--edge--\r\n')
  const [answer] = await once(upload, 'response')
  const body = JSON.parse((await answer.toArray()).join(''))

  assert.equal(body.files.file, 50 * MIB)
  assert.ok(memory.peakBytes() < 25 * MIB, `${memory.peakBytes()} bytes more at the peak`)
})
