import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { isBlobKey } from '#platform/blobs/blobs.ts'
import type { ByteStore } from '#platform/blobs/byte-store.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { eachOf } from '#platform/each-of.ts'
import type { S3Settings } from './blob-url.ts'
import { listObjects, removeAbandoned } from './list-objects.ts'
import { openClient, type S3Timeouts } from './open-client.ts'
import { openObject, unlessAbsent } from './open-object.ts'
import { writeObject } from './write-object.ts'

type Options = { outgoingFolder: string; clock?: Clock; timeouts?: S3Timeouts }

/** Transactions wait for this answer and hold a connection meanwhile. */
const MAX_SIZE_MS = 5000

const DELETED_AT_ONCE = 16

/** Objects `files/ab/abcd…` under the prefix. */
export function s3Store(
  settings: S3Settings,
  { outgoingFolder, clock = systemClock, timeouts = {} }: Options,
): ByteStore {
  const client = openClient(settings, timeouts)
  const impatient = openClient(settings, { idleMs: MAX_SIZE_MS, totalMs: MAX_SIZE_MS, ...timeouts })
  const { bucket, prefix } = settings
  const files = `${prefix}files/`
  const pathOf = (key: string) => `${files}${key.slice(0, 2)}/${key}`
  const objectOf = (key: string) => ({ Bucket: bucket, Key: pathOf(key) })

  return {
    write: (bytes, keyOf) => writeObject({ client, bucket, outgoingFolder }, bytes, () => pathOf(keyOf())),

    open: async (key, tailBytes) => (isBlobKey(key) ? await openObject(client, objectOf(key), tailBytes) : undefined),

    async size(key) {
      if (!isBlobKey(key)) return undefined
      const found = await unlessAbsent(impatient.send(new HeadObjectCommand(objectOf(key))))
      if (found && found.ContentLength === undefined) throw new Error('The object storage gave no size of an object.')
      return found?.ContentLength
    },

    async delete(...keys) {
      const left: string[] = []
      await eachOf(keys.filter(isBlobKey), DELETED_AT_ONCE, async (key) => {
        await client.send(new DeleteObjectCommand(objectOf(key)))
        // A storage that keeps an object in spite of it, such as one that is locked, may say nothing.
        if (await unlessAbsent(impatient.send(new HeadObjectCommand(objectOf(key))))) left.push(key)
      })
      return left
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },

    async *list() {
      // Crashed uploads are cleared here, as in a folder: the sweep comes by regularly, and a start never waits for it.
      await removeAbandoned({ client, bucket, prefix, now: clock.now() })
      for await (const { path, storedAt, sizeBytes } of listObjects(client, bucket, files)) {
        const key = path.slice(path.lastIndexOf('/') + 1)
        if (isBlobKey(key) && path === pathOf(key)) yield { key, storedAt, sizeBytes }
      }
    },
  }
}
