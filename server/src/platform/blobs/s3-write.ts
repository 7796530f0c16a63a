import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/** The least that S3 takes as a part; two are on their way at a time. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2

type Target = { client: S3Client; bucket: string; incoming: string }
type Source = AsyncIterator<Buffer, void, undefined>

/** The path is asked for after the last byte. What fits into one part is sent there at once, and the rest is moved there. */
export async function writeObject(target: Target, bytes: AsyncIterable<Buffer>, pathOf: () => string): Promise<void> {
  const { client, bucket } = target
  const source: Source = bytes[Symbol.asyncIterator]()
  try {
    const { first, isAll } = await takeFirst(source)
    if (isAll) await client.send(new PutObjectCommand({ Bucket: bucket, Key: pathOf(), Body: Buffer.concat(first) }))
    else await writeLarge(target, first, source, pathOf)
  } finally {
    await source.return?.()
  }
}

async function takeFirst(source: Source): Promise<{ first: Buffer[]; isAll: boolean }> {
  const first: Buffer[] = []
  for (let size = 0; size <= PART_BYTES; ) {
    const next = await source.next()
    if (next.done) return { first, isAll: true }
    first.push(next.value)
    size += next.value.byteLength
  }
  return { first, isAll: false }
}

/** S3 renames nothing, and copies up to 5 GB in one call. */
async function writeLarge(
  { client, bucket, incoming }: Target,
  first: Buffer[],
  source: Source,
  pathOf: () => string,
): Promise<void> {
  const temporary = `${incoming}${randomUUID()}`
  await uploadInParts(client, { Bucket: bucket, Key: temporary }, first, source)
  try {
    const CopySource = `${bucket}/${temporary}`
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: pathOf(), CopySource }))
  } finally {
    // Whether it is kept was decided above; one that stays goes with the other abandoned ones.
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: temporary })).catch(() => {})
  }
}

async function uploadInParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  first: Buffer[],
  source: Source,
): Promise<void> {
  let broken: { error: unknown } | undefined
  async function* all() {
    // Taken out of the list, so that they are not held until the end.
    yield* first.splice(0)
    for (;;) {
      const next = await source.next().catch((error: unknown) => {
        broken = { error }
        throw error
      })
      if (next.done) return
      yield next.value
    }
  }
  const params = { ...object, Body: Readable.from(all(), { highWaterMark: 1 }) }
  try {
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
  } catch (error) {
    // An upload that cannot be aborted, either, says that and not what broke it.
    throw broken ? broken.error : error
  }
}
