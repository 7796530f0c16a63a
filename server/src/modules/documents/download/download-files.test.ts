import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, open, readdir, readFile, readlink, rm, stat, truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHUNK_BYTES, ENCRYPTED_CHUNK_BYTES } from '#platform/blobs/blob-cipher.ts'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { documentTraces } from '#test/harness/features/documents/traces.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const KIB = 1024
/** Up to here an answer is read before it begins. */
const SMALL_BYTES = 256 * KIB

const service = await startApp()
const { app, blobsFolder } = service
const { uploaded } = documentCalls(service)
const { pathOf } = documentTraces(service)
const address = await app.listen({ host: '127.0.0.1', port: 0 })

const type = await aDocumentType(service, { kind: 'company' })
const ofLyon = { document_type_code: type, organization_codes: [await anOrganization(service)] }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const file = aPdf('statutes')
const id = await uploaded(ofLyon, { file, filename: 'statutes.pdf' })
const etag = `"${sha256(file)}"`

function download(of: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url: signedAddress(service, of), headers })
}

/** A document of random bytes, and where they lie. */
async function aDocument(sizeBytes: number) {
  const bytes = randomBytes(sizeBytes)
  const made = await uploaded(ofLyon, { file: bytes, filename: 'a.bin' })
  return { id: made, bytes, path: await pathOf(sha256(bytes)) }
}

async function flipByte(path: string, position: number): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position)
  } finally {
    await handle.close()
  }
}

/** What a caller hears of an answer over a real connection, to its end or to where it breaks. */
async function listen(of: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${signedAddress(service, of)}`, { headers, agent: false }, resolve).on('error', reject)
  })
  const parts: Buffer[] = []
  let isBroken = false
  try {
    for await (const part of answer) parts.push(part)
  } catch {
    isBroken = true
  }
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts), isBroken }
}

describe('GET /api/v1/enterprise/documents/{document_id}/download/ answers', () => {
  test('200 the bytes, with what they are, how many, under which name and as of when', async () => {
    const { statusCode, headers, rawPayload } = await download(id)

    assert.equal(statusCode, 200)
    assert.ok(rawPayload.equals(file))
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-length'], String(file.byteLength))
    assert.equal(headers['content-disposition'], 'attachment; filename="statutes.pdf"')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers.etag, etag)
    assert.equal(headers['accept-ranges'], 'bytes')
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers['content-range'], undefined)
    assert.ok(headers['x-request-id'])
  })

  test('200 to HEAD the same headers and no bytes, and refuses it as it refuses GET', async () => {
    const got = await download(id)
    const asked = await download(id, {}, 'HEAD')

    assert.deepEqual([asked.statusCode, asked.rawPayload.byteLength], [200, 0])
    for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges']) {
      assert.equal(asked.headers[name], got.headers[name], name)
    }
    const url = signedAddress(service, id).replace(/hash=[^&]*/, 'hash=x')
    assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 403)
  })

  const names: [filename: string, header: string][] = [
    ['Bulletin de paie.pdf', 'attachment; filename="Bulletin de paie.pdf"'],
    ['été.pdf', `attachment; filename="_t_.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ["l'an (1)*.pdf", `attachment; filename="l'an (1)*.pdf"`],
    ["é'(1)*.pdf", `attachment; filename="_'(1)*.pdf"; filename*=UTF-8''%C3%A9%27%281%29%2A.pdf`],
    ['契約🙂.pdf', `attachment; filename="____.pdf"; filename*=UTF-8''%E5%A5%91%E7%B4%84%F0%9F%99%82.pdf`],
  ]
  for (const [filename, header] of names) {
    test(`200 the name ${filename}`, async () => {
      const made = await uploaded(ofLyon, { filename })

      const answer = await download(made)

      assert.equal(answer.statusCode, 200)
      assert.equal(answer.headers['content-disposition'], header)
    })
  }

  test('200 a page that could do harm is a file to be saved, and what it is', async () => {
    const made = await uploaded(ofLyon, { file: Buffer.from('<script>alert(1)</script>'), filename: 'a.html' })

    const { headers } = await download(made)

    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(String(headers['content-disposition']), /^attachment;/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  for (const sizeBytes of [1, CHUNK_BYTES, SMALL_BYTES - 1, SMALL_BYTES, SMALL_BYTES + 1, 3 * 1024 * KIB + 5]) {
    test(`200 ${sizeBytes} bytes whole, over a real connection`, async () => {
      const document = await aDocument(sizeBytes)

      const heard = await listen(document.id)

      assert.deepEqual([heard.status, heard.isBroken], [200, false])
      assert.equal(heard.headers['content-length'], String(sizeBytes))
      assert.ok(heard.bytes.equals(document.bytes))
    })
  }
})

describe('a download of a range', () => {
  const size = file.byteLength
  const served: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
    ['bytes=100-', 100, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
    ['bytes=10-999999', 10, size - 1],
  ]
  for (const [range, start, end] of served) {
    test(`206 ${range}`, async () => {
      const { statusCode, headers, rawPayload } = await download(id, { range })

      assert.equal(statusCode, 206)
      assert.ok(rawPayload.equals(file.subarray(start, end + 1)))
      assert.equal(headers['content-range'], `bytes ${start}-${end}/${size}`)
      assert.equal(headers['content-length'], String(end - start + 1))
      assert.equal(headers['content-type'], 'application/pdf')
      assert.equal(headers.etag, etag)
    })
  }

  for (const range of ['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'items=0-1', 'nonsense']) {
    test(`200 the whole file for ${range}, which is not served`, async () => {
      const { statusCode, headers, rawPayload } = await download(id, { range })

      assert.deepEqual([statusCode, headers['content-range']], [200, undefined])
      assert.ok(rawPayload.equals(file))
    })
  }

  for (const range of [`bytes=${size}-`, 'bytes=99999-100000', 'bytes=-0']) {
    test(`416 ${range}, with the size and a body of the group`, async () => {
      const { statusCode, headers, body } = await download(id, { range })

      assert.equal(statusCode, 416)
      assert.equal(headers['content-range'], `bytes */${size}`)
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.equal(headers['content-disposition'], undefined)
      assert.deepEqual(JSON.parse(body), { code: 416, message: `The file has ${size} bytes.` })
    })
  }

  const conditions: [ifRange: string, status: number][] = [
    [etag, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    [etag.replaceAll('"', ''), 200],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 200],
    ['', 200],
  ]
  for (const [ifRange, status] of conditions) {
    test(`${status} If-Range: ${ifRange.slice(0, 20)}`, async () => {
      const answer = await download(id, { range: 'bytes=0-4', 'if-range': ifRange })

      assert.equal(answer.statusCode, status)
      assert.ok(answer.rawPayload.equals(status === 206 ? file.subarray(0, 5) : file))
    })
  }

  test('200 to HEAD whatever the range: ranges are of GET alone', async () => {
    for (const range of ['bytes=0-4', 'bytes=99999-']) {
      const { statusCode, headers } = await download(id, { range }, 'HEAD')

      assert.deepEqual([statusCode, headers['content-length']], [200, String(size)])
      assert.equal(headers['content-range'], undefined)
    }
  })

  test('200 an unsatisfiable range of a file that is another by now', async () => {
    assert.equal((await download(id, { range: 'bytes=99999-', 'if-range': '"old"' })).statusCode, 200)
  })

  test('206 ranges across the edges of what is read at once, over a real connection', async () => {
    const { id: of, bytes } = await aDocument(CHUNK_BYTES * 3 + 9)
    const edges = [CHUNK_BYTES, SMALL_BYTES, 512 * KIB]
    const ranges = [
      ...edges.flatMap((edge) => [
        [edge - 1, edge],
        [edge, edge],
        [1, edge],
        [0, edge - 1],
      ]),
      [3, 700_000],
    ]

    for (const [start = 0, end = 0] of ranges) {
      const heard = await listen(of, { range: `bytes=${start}-${end}` })

      assert.equal(heard.status, 206)
      assert.ok(heard.bytes.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
    }
  })
})

describe('a download by who may have the file already', () => {
  for (const known of [etag, `W/${etag}`, '*', `"other", ${etag}`, `"other",W/${etag} , "more"`]) {
    test(`304 If-None-Match: ${known.slice(0, 20)}, without bytes`, async () => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers, rawPayload } = await download(id, { 'if-none-match': known }, method)

        assert.deepEqual([statusCode, rawPayload.byteLength], [304, 0])
        assert.equal(headers.etag, etag)
      }
      for (const range of ['bytes=0-4', 'bytes=99999-']) {
        assert.equal((await download(id, { 'if-none-match': known, range })).statusCode, 304)
      }
    })
  }

  for (const known of ['"other"', etag.replaceAll('"', ''), etag.toUpperCase(), '']) {
    test(`200 If-None-Match: ${known.slice(0, 20) || 'nothing'}`, async () => {
      assert.equal((await download(id, { 'if-none-match': known })).statusCode, 200)
    })
  }

  test('403 and 404 before it: who may not have the file does not learn whether it changed', async () => {
    const url = signedAddress(service, id).replace(/hash=[^&]*/, 'hash=x')

    assert.equal((await app.inject({ url, headers: { 'if-none-match': '*' } })).statusCode, 403)
  })
})

describe('a download of what is damaged in the store', () => {
  type Damage = (document: Awaited<ReturnType<typeof aDocument>>) => Promise<void>
  const damages: [string, Damage][] = [
    ['its first byte', ({ path }) => flipByte(path, 0)],
    ['its last byte', async ({ path }) => flipByte(path, (await stat(path)).size - 1)],
    ['a byte in its middle', ({ path, bytes }) => flipByte(path, Math.floor(bytes.byteLength / 2))],
    ['its end, which is missing', async ({ path }) => truncate(path, (await stat(path)).size - 1)],
    ['all of it, which is missing', ({ path }) => truncate(path, 0)],
    ['its file, which is gone', ({ path }) => rm(path)],
  ]
  for (const [what, damage] of damages) {
    for (const sizeBytes of [1000, SMALL_BYTES]) {
      test(`500 without a byte of the file, of ${sizeBytes} bytes: ${what}`, async () => {
        const document = await aDocument(sizeBytes)
        await damage(document)

        for (const headers of [{}, { range: `bytes=0-${sizeBytes - 1}` }]) {
          const answer = await download(document.id, headers)

          assert.equal(answer.statusCode, 500)
          const message = `Internal server error (request ${answer.headers['x-request-id']}).`
          assert.deepEqual(answer.json(), { code: 500, message })
          for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges'])
            assert.equal(answer.headers[name], undefined)
          assert.match(String(answer.headers['content-type']), /^application\/json/)
        }
      })
    }
  }

  test('500 a large file whose first chunk, or whose tail, is damaged: it is never begun', async () => {
    for (const position of [100, -1]) {
      const { id: of, path } = await aDocument(CHUNK_BYTES * 4)
      await flipByte(path, position < 0 ? (await stat(path)).size + position : position)

      const heard = await listen(of)

      assert.deepEqual([heard.status, heard.isBroken], [500, false])
      assert.equal(JSON.parse(heard.bytes.toString()).code, 500)
    }
  })

  test('the connection breaks at a late chunk that is damaged, and never a byte of it is sent', async () => {
    const { id: of, bytes, path } = await aDocument(CHUNK_BYTES * 8 + 100)
    for (const chunk of [1, 5, 7, 8]) {
      const position = chunk * ENCRYPTED_CHUNK_BYTES + 50
      await flipByte(path, position)

      const heard = await listen(of)

      assert.deepEqual([heard.status, heard.isBroken], [200, true])
      assert.ok(heard.bytes.byteLength <= chunk * CHUNK_BYTES, `${heard.bytes.byteLength} bytes`)
      assert.ok(heard.bytes.equals(bytes.subarray(0, heard.bytes.byteLength)))
      await flipByte(path, position)
    }
    assert.ok((await listen(of)).bytes.equals(bytes))
  })

  test('206 a range beside the damage, 500 a small range in it', async () => {
    const { id: of, bytes, path } = await aDocument(CHUNK_BYTES * 4)
    await flipByte(path, 2 * ENCRYPTED_CHUNK_BYTES + 9)

    const beside = await download(of, { range: `bytes=0-${2 * CHUNK_BYTES - 1}` })
    const within = await download(of, { range: `bytes=${2 * CHUNK_BYTES + 1000}-${2 * CHUNK_BYTES + 1001}` })
    const across = await download(of, { range: `bytes=${2 * CHUNK_BYTES - 1000}-${2 * CHUNK_BYTES + 1000}` })

    assert.equal(beside.statusCode, 206)
    assert.ok(beside.rawPayload.equals(bytes.subarray(0, 2 * CHUNK_BYTES)))
    assert.deepEqual([within.statusCode, across.statusCode], [500, 500])
    assert.deepEqual([within.json().code, across.json().code], [500, 500])
  })

  test('500 the file of another document in its place, of the same size or another', async () => {
    const one = await aDocument(5000)
    const same = await aDocument(5000)
    const other = await aDocument(400_000)
    const before = await readFile(one.path)

    for (const { path } of [same, other]) {
      await copyFile(path, one.path)
      const heard = await listen(one.id)
      assert.deepEqual([heard.status, JSON.parse(heard.bytes.toString()).code], [500, 500])
    }
    assert.ok(!before.equals(await readFile(one.path)))
  })

  test('the reason is in the log, and the service answers the next call', async () => {
    const { id: of, path } = await aDocument(1000)
    await flipByte(path, 1)
    const lines = service.logged.length

    await download(of)

    const failed = service.logged.slice(lines).filter((line) => line.includes('request.failed'))
    assert.equal(failed.length, 1)
    assert.match(failed[0] ?? '', /DamagedBlob/)
    assert.equal((await download(id)).statusCode, 200)
  })
})

describe('a caller who hangs up', () => {
  /** The blobs that this process holds open. */
  async function openBlobs(): Promise<number> {
    const numbers = await readdir('/proc/self/fd').catch(() => [])
    const paths = await Promise.all(numbers.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
    return paths.filter((path) => path.startsWith(blobsFolder) && /\/[\da-f]{64}$/.test(path)).length
  }

  test('leaves no file open, at whatever moment', async () => {
    const id = await uploaded(ofLyon, { file: randomBytes(3_000_000), filename: 'a.bin' })
    const { port } = app.server.address() as AddressInfo

    for (const afterMs of [0, 1, 2, 3, 4, 6, 8, 10]) {
      for (let time = 0; time < 5; time++) {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${signedAddress(service, id)} HTTP/1.1\r\nHost: x\r\n\r\n`)
          setTimeout(() => socket.resetAndDestroy(), afterMs)
        }).on('error', () => {})
        await sleep(afterMs + 3)
      }
    }

    await eventually(async () => (await openBlobs()) === 0)
  })
})
