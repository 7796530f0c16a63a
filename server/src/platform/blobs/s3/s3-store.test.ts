import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import type { ByteRange } from '#platform/blobs/blobs.ts'
import { type ByteStore, type OpenedBytes, ReplacedMeanwhile } from '#platform/blobs/byte-store.ts'
import { settableClock } from '#test/harness/clock.ts'
import { eventually } from '#test/harness/eventually.ts'
import { type Before, startS3, type TestS3 } from '#test/harness/files/s3.ts'
import { OBJECTS_ON_A_PAGE } from '#test/harness/files/shared-ceph.ts'
import { s3Store } from './s3-store.ts'

const KIB = 1024
const MIB = 1024 * KIB
const HOUR = 60 * 60
const KEY = 'ab12'.padEnd(64, '0')

describe('s3: bytes in and out', () => {
  const sizes = [0, 1, 71, 72, 73, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1]
  for (const size of [...sizes, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 10 * MIB + 1, 12 * MIB]) {
    test(`${size} bytes come back, and so do the last 72 of them`, async (t) => {
      const { store, objects } = await aStore(t)
      const bytes = randomBytes(size)

      await store.write(inParts(bytes), () => KEY)

      assert.equal(await store.size(KEY), size)
      const opened = await store.open(KEY, 72)
      assert.equal(opened?.sizeBytes, size)
      assert.deepEqual(opened?.tail, bytes.subarray(Math.max(0, size - 72)))
      assert.equal(digest(await read(opened)), digest(bytes))
      assert.deepEqual(await objects(), [`files/ab/${KEY}`])
    })
  }

  test('a tail larger than what a small object has is all of it', async (t) => {
    const { store } = await aStore(t)
    await store.write(inParts(Buffer.from('payslip')), () => KEY)

    assert.deepEqual((await store.open(KEY, 300 * KIB))?.tail, Buffer.from('payslip'))
  })

  test('a tail larger than what is read ahead is given whole', async (t) => {
    const { store } = await aStore(t)
    const bytes = randomBytes(400 * KIB)
    await store.write(inParts(bytes), () => KEY)

    assert.ok((await store.open(KEY, 300 * KIB))?.tail.equals(bytes.subarray(100 * KIB)))
  })

  test('the key is asked for after the last byte', async (t) => {
    const { store } = await aStore(t)
    let isEnded = false
    async function* source() {
      yield randomBytes(6 * MIB)
      isEnded = true
    }

    await store.write(source(), () => (isEnded ? KEY : assert.fail('too early')))

    assert.equal(await store.size(KEY), 6 * MIB)
  })

  test('what fits into one part takes one call to write, and a small object one to read', async (t) => {
    const { store, calls, bucket } = await aStore(t)

    await store.write(inParts(randomBytes(200 * KIB)), () => KEY)
    await read(await store.open(KEY, 72))

    const path = `/${bucket}/files/ab/${KEY}`
    assert.deepEqual(calls, [`PUT ${path}?x-id=PutObject`, `GET ${path}?x-id=GetObject`])
  })

  test('what does not fit is sent under its name at once, and read back', async (t) => {
    const { store, calls } = await aStore(t)

    await store.write(inParts(randomBytes(6 * MIB)), () => KEY)

    const asked = calls.map(
      (call) => `${call.split(' ')[0]} ${/[?&](uploads|partNumber=\d|uploadId)/.exec(call)?.[1] ?? ''}`,
    )
    assert.deepEqual(asked.toSorted(), [
      'GET ',
      'POST uploadId',
      'POST uploads',
      'PUT partNumber=1',
      'PUT partNumber=2',
    ])
    assert.ok(calls.every((call) => call.includes(`/files/ab/${KEY}`)))
  })

  test('what waits to be sent has no name in the folder, so that a crash leaves nothing there', async (t) => {
    const { store, outgoingFolder } = await aStore(t)
    const seen: string[][] = []
    async function* source() {
      for (let index = 0; index < 8; index++) {
        seen.push(await readdir(outgoingFolder))
        yield randomBytes(MIB)
      }
    }

    await store.write(source(), () => KEY)

    assert.deepEqual(seen.flat(), [])
    assert.equal(await store.size(KEY), 8 * MIB)
  })

  for (const odd of ['a b', 'a+b&c=d', 'é 漢字', "it's (1)!~*", 'a%2Fb', 'a//b', '?x#y']) {
    test(`a prefix of odd characters is signed as it is sent: ${odd}`, async (t) => {
      const { settings, outgoingFolder } = await aStore(t)
      const store = s3Store({ ...settings, prefix: `${odd}/` }, { outgoingFolder })
      const bytes = randomBytes(6 * MIB)

      await store.write(inParts(bytes), () => KEY)

      assert.equal(digest(await read(await store.open(KEY, 72))), digest(bytes))
      assert.deepEqual(await keysIn(store), [KEY])
    })
  }

  test('objects are under the prefix', async (t) => {
    const { settings, outgoingFolder, objects } = await aStore(t)
    const store = s3Store({ ...settings, prefix: 'hr/prod/' }, { outgoingFolder })

    await store.write(inParts(randomBytes(6 * MIB)), () => KEY)

    assert.deepEqual(await objects(), [`hr/prod/files/ab/${KEY}`])
    assert.deepEqual(await keysIn(store), [KEY])
  })

  test('an absent object is undefined, and deleting it is fine', async (t) => {
    const { store } = await aStore(t)

    await store.delete(KEY)

    assert.equal(await store.open(KEY, 72), undefined)
    assert.equal(await store.size(KEY), undefined)
  })

  test('a deleted object is gone', async (t) => {
    const { store, objects } = await aStore(t)
    await store.write(inParts(Buffer.from('payslip')), () => KEY)

    await store.delete(KEY)

    assert.deepEqual(await objects(), [])
  })

  test('a key that is none names nothing, and is not asked for', async (t) => {
    const { store, calls } = await aStore(t)

    for (const odd of ['', '../../x', `${KEY}/`, KEY.toUpperCase()]) {
      await store.delete(odd)
      assert.equal(await store.open(odd, 72), undefined)
      assert.equal(await store.size(odd), undefined)
    }
    assert.deepEqual(calls, [])
  })
})

describe('s3: ranges', () => {
  const large = 300 * KIB
  const cases = [
    { size: 10, start: 0, end: 0 },
    { size: 10, start: 2, end: 4 },
    { size: 10, start: 7, end: 500 },
    { size: 10, start: 10, end: 20 },
    { size: 0, start: 0, end: 0 },
    { size: large, start: 0, end: 0 },
    { size: large, start: 65_536, end: 131_071 },
    { size: large, start: large - 1, end: large - 1 },
    { size: large, start: large - 1, end: large },
    { size: large, start: large, end: large + 5 },
  ]
  for (const { size, start, end } of cases) {
    test(`bytes ${start} to ${end} of ${size}`, async (t) => {
      const { store } = await aStore(t)
      const bytes = randomBytes(size)
      await store.write(inParts(bytes), () => KEY)

      const found = await read(await store.open(KEY, 72), { start, end })

      assert.ok(found.equals(bytes.subarray(start, end + 1)))
    })
  }

  test('a reader that stops early gives the connection back', async (t) => {
    let open = 0
    const { store } = await aStore(t, (request, response) => {
      open += 1
      response.on('close', () => {
        open -= 1
      })
      return request.method === 'OPTIONS'
    })
    await store.write(inParts(randomBytes(12 * MIB)), () => KEY)
    const opened = await store.open(KEY, 72)

    for await (const _part of opened?.read({ start: 0, end: 12 * MIB }) ?? []) break

    await eventually(() => open === 0)
  })
})

describe('s3: an object that changes after it was opened', () => {
  test('is not read as a mixture when it was replaced, and can be opened anew', async (t) => {
    const { store } = await aStore(t)
    const before = randomBytes(300 * KIB)
    const after = randomBytes(300 * KIB)
    await store.write(inParts(before), () => KEY)
    const opened = await store.open(KEY, 72)

    await store.write(inParts(after), () => KEY)

    await assert.rejects(read(opened), ReplacedMeanwhile)
    assert.ok((await read(await store.open(KEY, 72))).equals(after))
  })

  test('is no longer there when it was deleted', async (t) => {
    const { store } = await aStore(t)
    await store.write(inParts(randomBytes(300 * KIB)), () => KEY)
    const opened = await store.open(KEY, 72)

    await store.delete(KEY)

    await assert.rejects(read(opened), ReplacedMeanwhile)
  })

  test('is read as it was when it is small', async (t) => {
    const { store } = await aStore(t)
    await store.write(inParts(Buffer.from('before')), () => KEY)
    const opened = await store.open(KEY, 72)

    await store.write(inParts(Buffer.from('after')), () => KEY)

    assert.equal(String(await read(opened)), 'before')
  })
})

describe('s3: listing', () => {
  test('goes beyond a page, and leaves out what is not ours', async (t) => {
    const s3 = await aStore(t)
    const keys = Array.from({ length: 2 * OBJECTS_ON_A_PAGE + 1 }, (_, index) => `ab12${index}`.padEnd(64, 'f'))
    await Promise.all(keys.map((key) => putFile(s3, `files/ab/${key}`)))
    await putFile(s3, 'files/re/ad/readme.txt')
    await putFile(s3, `files/${KEY}`)
    await putFile(s3, `elsewhere/ab/${KEY}`)

    assert.deepEqual((await keysIn(s3.store)).toSorted(), keys.toSorted())
  })

  test('tells size and moment of storing, which storing again renews', async (t) => {
    const { store } = await aStore(t)
    await store.write(inParts(Buffer.from('payslip')), () => KEY)

    const [old] = await all(store.list())
    await delay(20)
    await store.write(inParts(Buffer.from('payslip 2')), () => KEY)
    const [young] = await all(store.list())

    assert.deepEqual([old?.sizeBytes, young?.sizeBytes], [7, 9])
    assert.ok(old && young && young.storedAt > old.storedAt)
    assert.ok(Math.abs(Date.now() - young.storedAt.getTime()) < 60_000)
  })

  test('removes what earlier versions left to be copied, after a day, and nothing else', async (t) => {
    const s3 = await aStore(t)
    await putFile(s3, 'incoming/old')
    await putFile(s3, 'elsewhere/old')

    s3.clock.advance(23 * HOUR)
    await keysIn(s3.store)
    assert.deepEqual(await s3.objects(), ['elsewhere/old', 'incoming/old'])
    s3.clock.advance(2 * HOUR)
    await keysIn(s3.store)

    assert.deepEqual(await s3.objects(), ['elsewhere/old'])
  })

  test('ends the unfinished uploads of yesterday, and no others', async (t) => {
    const s3 = await aStore(t)
    const ours = Array.from({ length: OBJECTS_ON_A_PAGE + 1 }, (_, index) => `files/ab/${index}`)
    for (const path of [...ours, 'incoming/a', 'elsewhere/b']) await beginUpload(s3, path)

    s3.clock.advance(23 * HOUR)
    await keysIn(s3.store)
    assert.equal((await s3.uploads()).length, ours.length + 2)
    s3.clock.advance(2 * HOUR)
    await keysIn(s3.store)

    assert.deepEqual(await s3.uploads(), ['elsewhere/b'])
  })

  test('does without a list of uploads where there is none', async (t) => {
    const { store, calls } = await aStore(t, ({ method, url = '' }, response) => {
      if (method !== 'GET' || !/[?&]uploads/.test(url)) return false
      response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>')
      return true
    })
    await store.write(inParts(Buffer.from('payslip')), () => KEY)

    assert.deepEqual(await keysIn(store), [KEY])
    assert.equal(calls.filter((call) => /[?&]uploads/.test(call)).length, 2)
  })
})

async function aStore(t: TestContext, before?: Before) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  const clock = settableClock()
  return { ...s3, clock, store: s3Store(s3.settings, { outgoingFolder: s3.outgoingFolder, clock }) }
}

async function* inParts(bytes: Buffer) {
  for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

async function read(opened: OpenedBytes | undefined, range?: ByteRange): Promise<Buffer> {
  assert.ok(opened)
  return Buffer.concat(await all(opened.read(range ?? { start: 0, end: opened.sizeBytes })))
}

async function keysIn(store: ByteStore): Promise<string[]> {
  return (await all(store.list())).map(({ key }) => key)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function putFile({ client, bucket }: TestS3, path: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: path, Body: 'x' }))
}

async function beginUpload({ client, bucket }: TestS3, path: string): Promise<void> {
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: path }))
}
