import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { blobsConformance } from '#platform/blobs/blobs.conformance.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { startS3 } from '#test/harness/files/s3.ts'
import { s3Store } from './s3-store.ts'

const MIB = 1024 * 1024

blobsConformance('sealed blobs in S3', aStore)

describe('sealed blobs in S3: large ones', () => {
  test('a blob of many parts is read back, whole and in ranges', async (t) => {
    const { blobs } = await aStoreFor(t)
    const bytes = randomBytes(7 * MIB)

    const { key } = await blobs.put(Readable.from([bytes]))

    assert.ok((await buffer((await blobs.get(key)) ?? Readable.from([]))).equals(bytes))
    const range = { start: 5 * MIB - 3, end: 6 * MIB }
    assert.ok(
      (await buffer((await blobs.get(key, range)) ?? Readable.from([]))).equals(
        bytes.subarray(5 * MIB - 3, 6 * MIB + 1),
      ),
    )
  })

  test('a blob that is put again between the two calls of a reader is read all the same', async (t) => {
    const bytes = randomBytes(MIB)
    let again: (() => Promise<unknown>) | undefined
    const { blobs } = await aStoreFor(t, {
      async afterOpening() {
        const put = again
        again = undefined
        await put?.()
      },
    })
    const { key } = await blobs.put(Readable.from([bytes]))
    again = () => blobs.put(Readable.from([bytes]))

    assert.ok((await buffer((await blobs.get(key)) ?? Readable.from([]))).equals(bytes))
    assert.equal(again, undefined)
  })
})

async function aStore({ afterOpening = async () => {} } = {}) {
  const { settings, outgoingFolder, stop } = await startS3()
  const store = s3Store(settings, { outgoingFolder })
  const watched: typeof store = {
    ...store,
    async open(key, tailBytes) {
      const opened = await store.open(key, tailBytes)
      await afterOpening()
      return opened
    },
  }
  return { blobs: encryptedBlobs(watched, openKeyring('x'.repeat(32))), close: stop }
}

async function aStoreFor(t: TestContext, options?: Parameters<typeof aStore>[0]) {
  const opened = await aStore(options)
  t.after(opened.close)
  return opened
}
