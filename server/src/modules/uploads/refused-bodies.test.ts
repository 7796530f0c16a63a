import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'

const MIB = 1024 * 1024
const SIZE = 32 * MIB
const service = await startApp()
const { app, as, blobsFolder, logged } = service
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** A call as it goes over the wire, around the bytes of its file. */
type Call = { head: string; start: string; end: string }

function raw(filename: string): Call {
  const head = `Content-Type: text/csv\r\nContent-Disposition: attachment; filename="${filename}"`
  return { head, start: '', end: '' }
}

function form(filename: string): Call {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${filename}"`
  return {
    head: 'Content-Type: multipart/form-data; boundary=edge',
    start: `--edge\r\n${disposition}\r\n\r\n`,
    end: '\r\n--edge--\r\n',
  }
}

async function open(
  { head, start, end }: Call,
  sizeBytes: number,
): Promise<{ socket: Socket; answers: () => string[] }> {
  const { authorization } = await as('payroll')
  // The service closes its side with the answer, and reads on.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setMaxListeners(0)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  const length = sizeBytes + start.length + end.length
  const lines = ['POST /api/v2/client/uploads HTTP/1.1', 'Host: x', `Authorization: ${authorization}`, head]
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${start}`)
  return { socket, answers: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status) }
}

describe('a file of 32 MiB that is refused', () => {
  const cases: [what: string, call: Call, status: string][] = [
    ['a body over the limit', raw('a.csv'), '413'],
    ['a form over the limit', form('a.csv'), '413'],
    ['a form with a bad name', form('..'), '422'],
  ]
  for (const [what, call, status] of cases) {
    test(`can be sent to its end, and the answer is read before the connection ends: ${what}`, async (t) => {
      const { socket, answers } = await open(call, SIZE)
      t.after(() => socket.destroy())

      for (let sent = 0; sent < SIZE; sent += MIB) {
        if (!socket.write(Buffer.alloc(MIB, 'x'))) await once(socket, 'drain', { signal: AbortSignal.timeout(30_000) })
      }
      socket.end(call.end)
      await once(socket, 'close', { signal: AbortSignal.timeout(30_000) })

      assert.deepEqual(answers(), [status])
    })
  }
})

test('a body that breaks off is not a failure of ours in the log', async () => {
  const { socket } = await open(raw('a.csv'), MIB)
  socket.write(Buffer.alloc(900_000, 'x'))
  const incoming = async () => (await readdir(`${blobsFolder}/incoming`).catch(() => [])).length
  await eventually(async () => (await incoming()) === 1)

  socket.destroy()
  await eventually(async () => (await incoming()) === 0)
  await eventually(() => logged.some((line) => line.includes('request.answered')))

  assert.deepEqual(
    logged.filter((line) => line.includes('request.failed')),
    [],
  )
})
