import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { isBlobKey } from '#platform/blobs/blobs.ts'
import type { ByteStore } from '#platform/blobs/byte-store.ts'
import type { S3Settings } from './blob-url.ts'
import { listObjects, removeAbandoned } from './list-objects.ts'
import { openObject, unlessAbsent } from './open-object.ts'
import { writeObject } from './write-object.ts'

export type S3Timeouts = { connectMs?: number; idleMs?: number }

/** Objects `files/ab/abcd…` under the prefix, and `incoming/` for large ones that are not yet complete. */
export function s3Store(settings: S3Settings, timeouts: S3Timeouts = {}): ByteStore {
  const client = openClient(settings, timeouts)
  const { bucket, prefix } = settings
  const files = `${prefix}files/`
  const incoming = `${prefix}incoming/`
  const pathOf = (key: string) => `${files}${key.slice(0, 2)}/${key}`
  const objectOf = (key: string) => ({ Bucket: bucket, Key: pathOf(key) })

  return {
    write: (bytes, keyOf) => writeObject({ client, bucket, incoming }, bytes, () => pathOf(keyOf())),

    open: async (key, tailBytes) => (isBlobKey(key) ? await openObject(client, objectOf(key), tailBytes) : undefined),

    async size(key) {
      if (!isBlobKey(key)) return undefined
      const found = await unlessAbsent(client.send(new HeadObjectCommand(objectOf(key))))
      if (found && found.ContentLength === undefined) throw new Error('The object storage gave no size of an object.')
      return found?.ContentLength
    },

    async delete(key) {
      if (isBlobKey(key)) await client.send(new DeleteObjectCommand(objectOf(key)))
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },

    async *list() {
      // Crashed uploads are cleared here, as in a folder: the sweep comes by regularly, and a start never waits for it.
      await removeAbandoned(client, bucket, incoming)
      for await (const { path, storedAt, sizeBytes } of listObjects(client, bucket, files)) {
        const key = path.slice(path.lastIndexOf('/') + 1)
        if (isBlobKey(key) && path === pathOf(key)) yield { key, storedAt, sizeBytes }
      }
    },
  }
}

function openClient(settings: S3Settings, { connectMs = 10_000, idleMs = 60_000 }: S3Timeouts): S3Client {
  const { endpoint, region, credentials, pathStyle } = settings
  // A download holds a connection as long as it takes; with a limit, slow readers would block all others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3Client({
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
    // Every body is sent with its SHA-256 as it is; other checksums are what many servers do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
