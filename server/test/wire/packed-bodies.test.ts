import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { startApp } from '#test/harness/app.ts'
import { basic, unique } from '#test/harness/builders.ts'
import { aFile, aForm } from '#test/harness/features/manager-imports.ts'

const service = await startApp()
const { app, as, v2 } = service
const MIB = 1024 * 1024

const PACKERS: Record<string, (text: string) => Buffer> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}
const person = (last_name: string) => JSON.stringify({ first_name: 'Ann', last_name })

async function put(payload: Buffer | string, coding: string, id = unique('E')) {
  const headers = { ...(await as('payroll')), 'content-type': 'application/json', 'content-encoding': coding }
  return app.inject({ method: 'PUT', url: `/api/v2/client/employees/${id}`, headers, payload })
}

describe('a body with Content-Encoding', () => {
  for (const [coding, pack] of Object.entries(PACKERS)) {
    test(`201 for JSON with ${coding}`, async () => {
      const answer = await put(pack(person('Lee')), coding)

      assert.deepEqual([answer.statusCode, answer.json().last_name], [201, 'Lee'])
    })
  }

  test('201 for identity, which means as it is', async () => {
    assert.equal((await put(person('Lee'), 'identity')).statusCode, 201)
  })

  test('200 for a form: the token endpoint takes one with gzip', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: {
        authorization: basic('payroll', 'payroll-secret'),
        'content-type': 'application/x-www-form-urlencoded',
        'content-encoding': 'gzip',
      },
      payload: gzipSync('grant_type=client_credentials&scope=client&client_id=acme'),
    })

    assert.equal(answer.statusCode, 200, answer.body)
  })

  test('201 for a CSV file that is the body of an upload: what is stored is the file', async () => {
    const file = `code\n${'x\n'.repeat(100_000)}`
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/client/uploads',
      headers: {
        ...(await as('payroll')),
        'content-type': 'text/csv',
        'content-encoding': 'gzip',
        'content-disposition': 'attachment; filename="a.csv"',
      },
      payload: gzipSync(file),
    })

    const { size, sha256 } = answer.json()
    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([size, sha256], [file.length, createHash('sha256').update(file).digest('hex')])
  })

  for (const coding of ['zstd', 'compress', 'gzip, gzip', 'nonsense', '__proto__']) {
    test(`415 with Accept-Encoding for ${coding}`, async () => {
      const answer = await put(gzipSync(person('Lee')), coding)

      assert.deepEqual([answer.statusCode, answer.json().code], [415, 'unsupported_content_encoding'])
      assert.equal(answer.headers['accept-encoding'], 'gzip, deflate, br')
      assert.match(answer.json().message, /gzip, deflate, br/)
    })
  }

  test('415 in the shapes of groups B and C, and for a form in parts', async () => {
    const headers = { 'x-api-key': 'acme-api-key', 'content-encoding': 'gzip' }
    const { payload, headers: formHeaders } = aForm(aFile('a,b\n1,2\n'))
    const note = await app.inject({
      method: 'POST',
      url: '/api/v1/notes/employees',
      headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'zstd' },
      payload: gzipSync('{}'),
    })
    const form = await app.inject({
      method: 'POST',
      url: '/api/managers/import/',
      headers: { ...headers, ...formHeaders },
      payload: gzipSync(payload),
    })

    assert.deepEqual([note.statusCode, note.json().code], [415, 415])
    assert.deepEqual([form.statusCode, Object.keys(form.json())], [415, ['detail']])
  })

  test('413 for JSON that is larger than 1 MiB once it is unpacked', async () => {
    for (const [coding, pack] of Object.entries(PACKERS)) {
      const packed = pack(person('x'.repeat(2 * MIB)))
      assert.ok(packed.length < 10_000)

      const answer = await put(packed, coding)

      assert.deepEqual([answer.statusCode, answer.json().code], [413, 'payload_too_large'], coding)
    }
  })

  test('413 for a bomb, of which little more than the limit is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(512 * MIB))
    const before = process.cpuUsage()

    const json = await put(bomb, 'gzip')
    const file = await app.inject({
      method: 'POST',
      url: '/api/v2/client/uploads',
      headers: {
        ...(await as('payroll')),
        'content-encoding': 'gzip',
        'content-disposition': 'attachment; filename="a.csv"',
      },
      payload: bomb,
    })

    const { user } = process.cpuUsage(before)
    assert.deepEqual([json.statusCode, file.statusCode], [413, 413])
    assert.ok(user < 1_500_000, `${user / 1000} ms of CPU`)
  })

  test('400 for a body that is not packed so, or not to its end', async () => {
    for (const [coding, payload] of [
      ['gzip', person('Lee')],
      ['gzip', gzipSync(person('Lee')).subarray(0, -10)],
      ['br', gzipSync(person('Lee'))],
    ] as const) {
      const answer = await put(payload, coding)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], coding)
    }
    assert.equal((await v2('GET', '/employees')).statusCode, 200)
  })
})
