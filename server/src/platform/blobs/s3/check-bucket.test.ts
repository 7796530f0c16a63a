import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { StartRefused } from '#platform/start-refused.ts'
import { type Before, startS3 } from '#test/harness/files/s3.ts'
import { refusing } from '#test/harness/files/s3-faults.ts'
import type { S3Settings } from './blob-url.ts'
import { checkBucket } from './check-bucket.ts'
import { s3Store } from './s3-store.ts'

const KEY = 'ab12'.padEnd(64, '0')
const HOUR_MS = 60 * 60 * 1000

describe('s3: settings that cannot work', () => {
  const cases: [what: string, change: (settings: S3Settings) => Partial<S3Settings>, refusal: RegExp][] = [
    [
      'a secret that is not that of the key',
      ({ credentials }) => ({
        credentials: { accessKeyId: credentials?.accessKeyId ?? '', secretAccessKey: 'hunter2' },
      }),
      /: the secret does not belong to the access key \(SignatureDoesNotMatch\)\.$/,
    ],
    [
      'a key that nobody has',
      () => ({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'hunter2' } }),
      /: the access key is unknown \(InvalidAccessKeyId\)\.$/,
    ],
    [
      'a bucket that does not exist',
      () => ({ bucket: 'dossier-elsewhere' }),
      /^BLOB_URL \(bucket dossier-elsewhere\) cannot be used: the bucket does not exist \(NoSuchBucket\)\.$/,
    ],
  ]
  for (const [what, change, refusal] of cases) {
    test(`${what}: the start is refused in one line, without a word of the secret`, async (t) => {
      const { settings } = await aBucket(t)

      const refused = await checkBucket('BLOB_URL', { ...settings, ...change(settings) }).catch(
        (error: unknown) => error,
      )

      assert.ok(refused instanceof StartRefused)
      assert.match(refused.message, refusal)
      assert.doesNotMatch(inspect(refused, { depth: 9, showHidden: true }), /hunter2/)
    })

    test(`${what}: no call takes it for an absent object`, async (t) => {
      const { settings, outgoingFolder } = await aBucket(t)
      const store = s3Store({ ...settings, ...change(settings) }, { outgoingFolder })

      await assert.rejects(store.open(KEY, 72))
      await assert.rejects(store.write(bytes(1000), () => KEY))
      await assert.rejects(store.write(bytes(6_000_000), () => KEY))
      await assert.rejects(store.list()[Symbol.asyncIterator]().next())
    })
  }

  test('a key without the permission to list', async (t) => {
    const { settings } = await aBucket(
      t,
      refusing(() => true, 403, 'AccessDenied'),
    )

    await assert.rejects(
      checkBucket('BLOB_URL', settings),
      /may not read objects of the bucket, or not list them \(AccessDenied\)/,
    )
  })
})

describe('s3: settings that work', () => {
  test('are accepted by one call', async (t) => {
    const { settings, calls } = await aBucket(t)

    await checkBucket('BLOB_URL', settings)

    assert.equal(calls.length, 1)
  })

  test('are accepted while the server is down: it may come back', async (t) => {
    const { settings, stop } = await startS3()
    await stop()
    const { settings: failing } = await aBucket(
      t,
      refusing(() => true, 503, 'SlowDown'),
    )

    await checkBucket('BLOB_URL', settings, { totalMs: 200 })
    await checkBucket('BLOB_URL', failing, { totalMs: 200 })
  })

  for (const hours of [1, -1]) {
    test(`a clock that is ${hours} h off is put right by the answer of the server`, async (t) => {
      const { settings, outgoingFolder } = await aBucket(t)
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * HOUR_MS })
      const store = s3Store(settings, { outgoingFolder })

      await checkBucket('BLOB_URL', settings)
      await store.write(bytes(6_000_000), () => KEY)

      assert.equal(await store.size(KEY), 6_000_000)
    })
  }
})

async function aBucket(t: TestContext, before?: Before) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return s3
}

async function* bytes(count: number) {
  yield randomBytes(count)
}
