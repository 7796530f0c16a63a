import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startServing } from '#test/harness/serving.ts'

const service = await startServing()
const { url, as } = service
const { port } = new URL(url)
const MIB = 1024 * 1024
const PAYROLL = await as('payroll')
const READER = await as('reader')

/** Sends the head of a call and waits, as a caller does who expects to be asked for the body. */
async function expecting(line: string, headers: Record<string, string>) {
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [first] = await once(socket, 'data')
  return { socket, first: String(first) }
}

const put = 'PUT /api/v2/client/employees/E-1'
const json = { 'content-type': 'application/json', expect: '100-continue' }

describe('Expect: 100-continue', () => {
  type Case = [what: string, line: string, headers: Record<string, string>, status: number]
  const refused: Case[] = [
    ['a wrong token', put, { authorization: 'Bearer wrong', 'content-length': '2' }, 401],
    ['a permission that is missing', put, { ...READER, 'content-length': '2' }, 403],
    ['a wrong API key', 'POST /api/requests/', { 'x-api-key': 'wrong', 'content-length': '2' }, 403],
    ['a length beyond the limit', put, { ...PAYROLL, 'content-length': String(2 * MIB) }, 413],
    [
      'a file beyond the limit',
      'POST /api/v2/client/uploads',
      { ...PAYROLL, 'content-disposition': 'attachment; filename="a"', 'content-length': String(9 * MIB) },
      413,
    ],
    ['an unknown address', 'PUT /api/v2/client/nothing', { ...PAYROLL, 'content-length': '2' }, 404],
  ]
  for (const [what, line, headers, status] of refused) {
    test(`${status} without 100 for ${what}`, async () => {
      const { socket, first } = await expecting(line, { ...json, ...headers })

      assert.match(first, new RegExp(`^HTTP/1\\.1 ${status} `))
      socket.destroy()
    })
  }

  test('100 once the credentials fit, and then the answer', async () => {
    const headers = { ...json, ...PAYROLL, 'content-length': '2' }
    const { socket, first } = await expecting(put, headers)
    assert.equal(first, 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('{}')

    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 422 /)
    socket.destroy()
  })
})

describe('another Expect', () => {
  const groups: [string, string, RegExp][] = [
    ['A', put, /"code":"expectation_failed"/],
    ['B', 'POST /api/v1/notes/employees', /"code":417/],
    ['C', 'POST /api/requests/', /"detail":/],
  ]
  for (const [group, line, body] of groups) {
    test(`417 in the shape of group ${group}`, async () => {
      const { socket, first } = await expecting(line, { expect: '200-ok', 'content-length': '2' })

      assert.match(first, /^HTTP\/1\.1 417 /)
      assert.match(first, body)
      socket.destroy()
    })
  }
})
