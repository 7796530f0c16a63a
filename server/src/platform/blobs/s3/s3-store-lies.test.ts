import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { type Before, startS3 } from '#test/harness/files/s3.ts'
import { type IsIt, isCompletion, isHead, isPart, isPut, lying } from '#test/harness/files/s3-faults.ts'
import { s3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const KEY = 'ab12'.padEnd(64, '0')
const LARGE = 6 * MIB

const isList: IsIt = ({ method, url = '' }) => method === 'GET' && url.includes('list-type=2')
const isListOfUploads: IsIt = ({ method, url = '' }) => method === 'GET' && /[?&]uploads/.test(url)

async function aStore(t: TestContext, before: Before) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return { ...s3, store: s3Store(s3.settings, { outgoingFolder: s3.outgoingFolder, timeouts: { totalMs: 500 } }) }
}

async function* bytesOf(bytes: Buffer) {
  yield bytes
}

async function listed(store: ReturnType<typeof s3Store>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

const COMPLETED = '<CompleteMultipartUploadResult><Key>files</Key><ETag>"abc-2"</ETag></CompleteMultipartUploadResult>'
const REFUSAL = '<Error><Code>InvalidPart</Code><Message>One of the parts could not be found.</Message></Error>'

describe('s3: a store that says it has stored a file and has not', () => {
  for (const [what, before] of [
    ['completes nothing and answers with 200', lying(isCompletion, COMPLETED)],
    ['answers the completion of an upload with 200 and nothing else', lying(isCompletion, '')],
    ['answers the completion of an upload with 200 and an error in its body', lying(isCompletion, REFUSAL)],
    ['answers a part without an ETag', lying(isPart, '')],
  ] as const) {
    test(`one that ${what}: a large file is refused, and what was there before stays`, async (t) => {
      const { store, objects, uploads } = await aStore(t, before)
      const known = randomBytes(MIB)
      await store.write(bytesOf(known), () => KEY)

      await assert.rejects(store.write(bytesOf(randomBytes(LARGE)), () => KEY))

      assert.equal(await store.size(KEY), MIB)
      assert.deepEqual(await objects(), [`files/ab/${KEY}`])
      assert.deepEqual(await uploads(), [])
    })
  }

  test('one that completes nothing is noticed where there was a file of the same size, too', async (t) => {
    let isLying = false
    const lie = lying(isCompletion, COMPLETED)
    const { store } = await aStore(t, (...call) => isLying && lie(...call))
    await store.write(bytesOf(randomBytes(LARGE)), () => KEY)
    isLying = true

    await assert.rejects(
      store.write(bytesOf(randomBytes(LARGE)), () => KEY),
      { message: `The object storage did not store an object of ${LARGE} bytes: ${LARGE} other bytes are there.` },
    )
  })

  test('one that answers the PUT of a small file without an ETag is refused', async (t) => {
    const { store } = await aStore(t, lying(isPut, '<html>It works!</html>'))

    await assert.rejects(
      store.write(bytesOf(randomBytes(1000)), () => KEY),
      /without an ETag/,
    )
  })
})

describe('s3: a store whose answers say less than they must', () => {
  test('one that gives no size of an object has not said that there is none', async (t) => {
    const { store } = await aStore(t, lying(isHead, '', { 'transfer-encoding': 'chunked' }))

    await assert.rejects(store.size(KEY), /no size/)
  })

  for (const [what, body] of [
    ['is cut off and does not say how to go on', '<IsTruncated>true</IsTruncated>'],
    ['is not a list', ''],
    ['has an object without its time', '<IsTruncated>false</IsTruncated><Contents><Key>files/a</Key></Contents>'],
  ] as const) {
    test(`a list that ${what} is an error, not a short list`, async (t) => {
      const { store } = await aStore(t, lying(isList, `<ListBucketResult>${body}</ListBucketResult>`))

      await assert.rejects(listed(store), /answered a list with/)
    })
  }

  test('a list whose pages never move on is an error, not an endless list', async (t) => {
    const body = '<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>'
    const { store } = await aStore(t, lying(isList, `<ListBucketResult>${body}</ListBucketResult>`))

    await assert.rejects(listed(store), /answered a list with/)
  })

  test('a list of uploads that is cut off and does not say how to go on is an error, not an endless list', async (t) => {
    const body = '<ListMultipartUploadsResult><IsTruncated>true</IsTruncated></ListMultipartUploadsResult>'
    const { store } = await aStore(t, lying(isListOfUploads, body))

    await assert.rejects(listed(store), /answered a list with/)
  })
})
