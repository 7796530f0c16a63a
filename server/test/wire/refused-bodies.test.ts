import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { runProgram } from '#test/harness/processes/programs.ts'
import { startServing } from '#test/harness/serving.ts'

const service = await startServing()
const { url, as } = service
const { port } = new URL(url)
const good = await as('payroll')
const bad = { authorization: 'Bearer not-a-token' }
const MIB = 1024 * 1024
const CHUNK = Buffer.alloc(MIB, ' ')
const ENDED_CHUNK = Buffer.concat([CHUNK, Buffer.from('\r\n')])

type Refusal = [what: string, headers: Record<string, string>, path: string, status: number]
/** One call of each kind is enough of what takes a second. */
const IN_PYTHON = [413, 404]
const REFUSALS: Refusal[] = [
  ['a body beyond the limit', good, '/api/v2/client/employees/E-1', 413],
  ['a wrong token', bad, '/api/v2/client/employees/E-1', 401],
  ['no token', {}, '/api/v2/client/employees/E-1', 401],
  ['a permission that is missing', await as('reader'), '/api/v2/client/employees/E-1', 403],
  ['an address that is unknown', good, '/api/v2/client/employee/E-1', 404],
  ['a wrong API key', { 'x-api-key': 'wrong' }, '/api/v1/projects/1/validate', 403],
]

/** Sends all of a body of whole MiB before it reads the answer, as simple programs do. */
async function sendAll(path: string, headers: Record<string, string>, bytes: number, isChunked = false) {
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  let failure: Error | undefined
  socket.on('error', (error) => (failure = error))
  await once(socket, 'connect')
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
  const all = { host: 'x', 'content-type': 'application/json', ...headers, ...length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  for (let sent = 0; sent < bytes && !failure; sent += MIB) {
    if (isChunked) socket.write(`${MIB.toString(16)}\r\n`)
    if (!socket.write(isChunked ? ENDED_CHUNK : CHUNK))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
  }
  if (isChunked) socket.write('0\r\n\r\n')
  socket.on('data', (chunk) => (received += chunk))
  await once(socket, 'close')
  return { received, failure }
}

const PYTHON = `
import http.client, sys
port, path, size, name, value = sys.argv[1:]
connection = http.client.HTTPConnection('127.0.0.1', int(port), timeout=30)
headers = {'content-type': 'application/json'}
if name: headers[name] = value
connection.request('PUT', path, body=b' ' * int(size), headers=headers)
print(connection.getresponse().status)
`

describe('a large body that is refused: the caller sees the answer', () => {
  for (const [what, headers, path, status] of REFUSALS) {
    for (const mib of [2, 5, 20]) {
      test(`${status} for ${what}, with ${mib} MB, to one who sends all before reading`, async () => {
        const { received, failure } = await sendAll(path, headers, mib * MIB)

        assert.equal(failure, undefined)
        assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
        assert.match(received, /\r\nconnection: close\r\n/i)
      })
    }

    test(`${status} for ${what}, with 5 MB in chunks of unknown length`, async () => {
      const { received, failure } = await sendAll(path, headers, 5 * MIB, true)

      assert.equal(failure, undefined)
      assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
    })

    test(`${status} for ${what}, with 2, 5 and 20 MB, to fetch`, async () => {
      for (const mib of [2, 5, 20]) {
        const answer = await fetch(url + path, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', ...headers },
          body: new Uint8Array(mib * MIB),
        })
        assert.equal(answer.status, status)
        await answer.text()
      }
    })

    if (!IN_PYTHON.includes(status)) continue
    test(`${status} for ${what}, with 2, 5 and 20 MB, to http.client of Python`, async () => {
      const [[name, value] = ['', '']] = Object.entries(headers)
      for (const mib of [2, 5, 20]) {
        const sent = [port, path, String(mib * MIB), name, value]
        assert.equal((await runProgram('python3', ['-c', PYTHON, ...sent])).trim(), String(status))
      }
    })
  }

  test('a small body that is refused does not cost the connection', async () => {
    const socket = connect(Number(port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    const call = 'PUT /api/v2/client/employees/E-1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
    socket.write(call)
    await once(socket, 'data')
    socket.write(call)
    await once(socket, 'data')

    assert.equal(received.match(/HTTP\/1\.1 401 /g)?.length, 2)
    assert.doesNotMatch(received, /connection: close/i)
    socket.destroy()
  })
})
