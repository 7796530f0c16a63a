import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CallDigest } from './call-digest.ts'

type Call = { method?: string; url?: string; contentType?: string; body?: string; chunkBytes?: number }

function digestOf({ method = 'POST', url = '/a', contentType, body = '', chunkBytes = 1000 }: Call): string {
  const digest = new CallDigest({ method, url, contentType })
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += chunkBytes) digest.see(bytes.subarray(at, at + chunkBytes))
  return digest.finish().toString('hex')
}

function form(boundary: string, content = 'x', end = '\r\n'): Call {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
  return {
    contentType: `multipart/form-data; boundary="${boundary}"`,
    body: `--${boundary}\r\n${head}\r\n\r\n${content}\r\n--${boundary}\r\n${head}\r\n\r\ny\r\n--${boundary}--${end}`,
  }
}

describe('CallDigest', () => {
  test('is the same for the same call, in whatever chunks it comes', () => {
    const wanted = digestOf(form('edge', 'x'.repeat(500)))

    for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 1) {
      assert.equal(digestOf({ ...form('edge', 'x'.repeat(500)), chunkBytes }), wanted)
    }
  })

  test('does not depend on the boundary, nor on what follows the last one', () => {
    const wanted = digestOf(form('edge'))

    for (const [boundary, end] of [
      ['another', '\r\n'],
      ['edge', ''],
      ['-----------------------------974767299852498929531610575', '\r\nepilogue'],
    ] as const) {
      for (const chunkBytes of [1, 7, 1000]) {
        assert.equal(digestOf({ ...form(boundary, 'x', end), chunkBytes }), wanted)
      }
    }
  })

  const base: Call = { contentType: 'application/json', body: '{"a":1}' }
  const others: [string, Call][] = [
    ['another body', { ...base, body: '{"a":2}' }],
    ['another address', { ...base, url: '/b' }],
    ['another query', { ...base, url: '/a?x=1' }],
    ['another method', { ...base, method: 'PUT' }],
    ['another kind of content', { ...base, contentType: 'text/plain' }],
    ['no body', { contentType: 'application/json' }],
    ['a form', form('edge')],
    ['a form with another file', form('edge', 'z')],
    ['a form whose file ends as a boundary begins', form('edge', 'x\r\n--edg')],
  ]
  test('differs for every difference that counts', () => {
    const digests = [base, ...others.map(([, call]) => call)].map(digestOf)

    assert.equal(new Set(digests).size, digests.length)
  })

  test('does not depend on parameters of the kind of content', () => {
    assert.equal(digestOf({ ...base, contentType: 'Application/JSON; charset=utf-8' }), digestOf(base))
  })
})
