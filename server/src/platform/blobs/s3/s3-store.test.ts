import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { ByteRange } from '#platform/blobs/blobs.ts'
import { type ByteStore, type OpenedBytes, ReplacedMeanwhile } from '#platform/blobs/byte-store.ts'
import { eventually } from '#test/harness/eventually.ts'
import { startS3 } from '#test/harness/files/s3.ts'
import { OBJECT, UPLOADS } from '#test/harness/files/s3-repairs.ts'
import { s3Store } from './s3-store.ts'

const KIB = 1024
const MIB = 1024 * KIB
const HOUR_MS = 60 * 60 * 1000
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
    const { store, calls } = await aStore(t)

    await store.write(inParts(randomBytes(200 * KIB)), () => KEY)
    await read(await store.open(KEY, 72))

    const path = `/dossier-files/files/ab/${KEY}`
    assert.deepEqual(calls, [`PUT ${path}?x-id=PutObject`, `GET ${path}?x-id=GetObject`])
  })

  test('objects are under the prefix', async (t) => {
    const { settings, objects } = await aStore(t)
    const store = s3Store({ ...settings, prefix: 'hr/prod/' })

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
  test('goes beyond the 1000 objects of a page, and leaves out what is not ours', async (t) => {
    const { store, folder } = await aStore(t)
    const keys = Array.from({ length: 1003 }, (_, index) => `ab12${index}`.padEnd(64, 'f'))
    await Promise.all(keys.map((key) => putFile(folder, `files/ab/${key}`)))
    await putFile(folder, 'files/re/ad/readme.txt')
    await putFile(folder, `files/${KEY}`)
    await putFile(folder, `elsewhere/ab/${KEY}`)

    assert.deepEqual((await keysIn(store)).toSorted(), keys.toSorted())
  })

  test('tells size and moment of storing, which storing again renews', async (t) => {
    const { store, folder } = await aStore(t)
    const path = `files/ab/${KEY}`
    await store.write(inParts(Buffer.from('payslip')), () => KEY)
    await age(join(folder, path + OBJECT), 5)

    const [old] = await all(store.list())
    await store.write(inParts(Buffer.from('payslip 2')), () => KEY)
    const [young] = await all(store.list())

    assert.equal(old?.sizeBytes, 7)
    assert.ok(Math.abs(Date.now() - 5 * HOUR_MS - (old?.storedAt.getTime() ?? 0)) < 60_000)
    assert.equal(young?.sizeBytes, 9)
    assert.ok(Math.abs(Date.now() - (young?.storedAt.getTime() ?? 0)) < 60_000)
  })

  test('removes what uploads of yesterday left, and nothing else', async (t) => {
    const { store, folder, objects } = await aStore(t)
    for (const [name, hours] of [
      ['incoming/old', 25],
      ['incoming/young', 23],
      ['elsewhere/old', 25],
    ] as const) {
      await age(await putFile(folder, name), hours)
    }

    assert.deepEqual(await keysIn(store), [])

    assert.deepEqual(await objects(), ['elsewhere/old', 'incoming/young'])
  })

  test('ends the unfinished uploads of yesterday, and no others', async (t) => {
    const { store, folder, uploads } = await aStore(t)
    for (const [id, name, hours] of [
      ['1', 'incoming/a', 25],
      ['2', 'elsewhere/b', 25],
      ['3', 'incoming/c', 23],
      ['4', 'incoming/d', 30],
      ['5', 'incoming/e', 48],
    ] as const) {
      const upload = join(folder, UPLOADS, id)
      await mkdir(upload, { recursive: true })
      await writeFile(join(upload, 'key'), name)
      await age(join(upload, 'key'), hours)
    }

    await keysIn(store)

    assert.deepEqual(await uploads(), ['2', '3'])
  })

  test('does without a list of uploads where there is none', async (t) => {
    const { store, calls } = await aStore(t, ({ method, url = '' }, response) => {
      if (method !== 'GET' || !/[?&]uploads/.test(url)) return false
      response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>')
      return true
    })
    await store.write(inParts(Buffer.from('payslip')), () => KEY)

    assert.deepEqual(await keysIn(store), [KEY])
    assert.equal(calls.filter((call) => /[?&]uploads/.test(call)).length, 1)
  })
})

async function aStore(t: TestContext, before?: Parameters<typeof startS3>[0]) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return { ...s3, store: s3Store(s3.settings) }
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

/** Straight into the folder of the server: a call for each of 1000 would take long. */
async function putFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name + OBJECT)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'x')
  await writeFile(`${path}.md5`, '9dd4e461268c8034f5c8564e155c67a6')
  return path
}

async function age(path: string, hours: number): Promise<void> {
  const moment = new Date(Date.now() - hours * HOUR_MS)
  await utimes(path, moment, moment)
}
