import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startApp } from '#test/harness/app.ts'
import { aDataset, basic, unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aCompany } from '#test/harness/features/directory/log-ins.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { importCalls } from '#test/harness/features/imports.ts'

const service = await startApp()
const { app, v2 } = service
const dataset = await aDataset(service, {
  dimensions: ['country'],
  values: Array.from({ length: 100 }, (_, index) => `c${index}`),
})
const LIST = `/datasets/${dataset}/values?per_page=100`
const unpackers: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync }
const accept = (coding: string) => ({ headers: { 'accept-encoding': coding } })

describe('an answer to a caller with Accept-Encoding', () => {
  for (const [coding, unpack] of Object.entries(unpackers)) {
    test(`is packed with ${coding}, is the same once unpacked, and says that it varies`, async () => {
      const plain = await v2('GET', LIST)

      const packed = await v2('GET', LIST, accept(coding))

      assert.deepEqual([packed.statusCode, packed.headers['content-encoding']], [200, coding])
      assert.equal(unpack(packed.rawPayload).toString(), plain.body)
      assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length)
      assert.ok(packed.rawPayload.length < plain.body.length / 4)
      for (const answer of [plain, packed]) assert.equal(answer.headers.vary, 'accept-encoding')
    })
  }

  test('is left as it is below 1 KiB, and for other codings', async () => {
    const small = await v2('GET', `${LIST.replace('100', '1')}`, accept('br'))
    const other = await v2('GET', LIST, accept('zstd, identity'))

    assert.deepEqual([small.headers['content-encoding'], small.headers.vary], [undefined, undefined])
    assert.deepEqual([other.headers['content-encoding'], other.headers.vary], [undefined, 'accept-encoding'])
  })

  test('is packed in group C too, and in refusals that are large', async () => {
    const errors = Array.from({ length: 20 }, () => ({ code: '', localized_names: [] }))
    const refused = await v2('POST', `/datasets/${dataset}/values/bulk`, {
      body: { values: errors },
      ...accept('gzip'),
    })

    assert.deepEqual([refused.statusCode, refused.headers['content-encoding']], [422, 'gzip'])
    assert.equal(JSON.parse(gunzipSync(refused.rawPayload).toString()).errors.length, 20)
  })

  test('HEAD has no body and no coding', async () => {
    const answer = await v2('HEAD', LIST, accept('gzip'))

    assert.deepEqual(
      [answer.body, answer.headers['content-encoding'], answer.headers.vary],
      ['', undefined, 'accept-encoding'],
    )
  })

  test('a large resource has another ETag when it is packed, and both are taken', async () => {
    const slug = unique('article')
    const body = { title: 'Long', body: '<p>x</p>'.repeat(1000) }
    await v2('PUT', `/articles/${slug}`, { body })

    const plain = await v2('GET', `/articles/${slug}`)
    const packed = await v2('GET', `/articles/${slug}`, accept('gzip'))

    const tag = String(packed.headers.etag)
    assert.equal(tag, String(plain.headers.etag).replace(/"$/, '-gzip"'))
    const known = await v2('GET', `/articles/${slug}`, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': tag },
    })
    assert.deepEqual([known.statusCode, known.headers['content-encoding']], [304, undefined])
    const changed = await v2('PATCH', `/articles/${slug}`, { body: { title: 'New' }, headers: { 'if-match': tag } })
    assert.equal(changed.statusCode, 200)
  })

  test('a report that is made as it is sent is packed as it is sent', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `x${index}/y`)
    const { id } = await importCalls(service).imported(dataset, `country\n${rows.join('\n')}\n`, { on_error: 'skip' })

    const plain = await v2('GET', `/dataset_imports/${id}/report`)
    const packed = await v2('GET', `/dataset_imports/${id}/report`, accept('br'))

    assert.ok(plain.body.length > 10_000, plain.body)
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
    assert.match(String(packed.headers['content-type']), /^text\/csv/)
  })
})

describe('what is never packed', () => {
  test('stored files, whose ETag and ranges are of their own bytes', async () => {
    const { uploaded } = documentCalls(service)
    const document = {
      document_type_code: await aDocumentType(service),
      employee_technical_id: await anEmployee(service),
    }
    const id = await uploaded(document, { file: Buffer.from('a,b\n'.repeat(1000)), filename: 'a.csv' })

    const answer = await v2('GET', `/employee_documents/${id}/file`, accept('gzip, br'))

    assert.equal(answer.headers['content-encoding'], undefined)
    assert.equal(answer.rawPayload.length, 4000)
  })

  test('tokens, and what people read who are logged in (BREACH)', async () => {
    const token = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: {
        authorization: basic('payroll', 'payroll-secret'),
        'content-type': 'application/x-www-form-urlencoded',
        'accept-encoding': 'br',
      },
      payload: `grant_type=client_credentials&scope=client&client_id=acme&${'x'.repeat(5000)}=1`,
    })
    const { as, managerWith } = await aCompany(service)
    const page = await as((await managerWith(['*'])).account)('GET', `/admin${LIST}`, accept('br'))

    for (const answer of [token, page]) {
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.headers['content-encoding'], undefined)
    }
  })
})

test('the description of the API is packed for anyone', async () => {
  const answer = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })

  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.ok(JSON.parse(gunzipSync(answer.rawPayload).toString()).paths)
})
