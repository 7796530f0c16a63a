import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { readEnd, unlessAbsent } from './open-object.ts'

/** The least that S3 takes as a part; two are on their way at a time. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2

/** So many bytes from the end are read back: encrypted files end alike only if they are the same. */
const COMPARED_BYTES = 64

type Target = { client: S3Client; bucket: string; incoming: string }
type Source = AsyncIterator<Buffer, void, undefined>

/** The path is asked for after the last byte. What fits into one part is sent there at once, and the rest is moved there. */
export async function writeObject(target: Target, bytes: AsyncIterable<Buffer>, pathOf: () => string): Promise<void> {
  const { client, bucket } = target
  const source: Source = bytes[Symbol.asyncIterator]()
  try {
    const { first, isAll } = await takeFirst(source)
    if (isAll) await writeSmall(client, { Bucket: bucket, Key: pathOf() }, Buffer.concat(first))
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

async function writeSmall(client: S3Client, place: { Bucket: string; Key: string }, Body: Buffer): Promise<void> {
  const { ETag } = await client.send(new PutObjectCommand({ ...place, Body }))
  // Every object storage names what it has stored; something else that answers 200, such as a proxy, does not.
  if (!ETag) throw new Error('The object storage answered a PUT without an ETag: it may have stored nothing.')
}

/** S3 has no rename, and copies at most 5 GB in one call. The temporary object is deleted once the copy is verified. */
async function writeLarge(
  { client, bucket, incoming }: Target,
  first: Buffer[],
  source: Source,
  pathOf: () => string,
): Promise<void> {
  const temporary = `${incoming}${randomUUID()}`
  const sent = await uploadInParts(client, { Bucket: bucket, Key: temporary }, first, source)
  try {
    const place = { Bucket: bucket, Key: pathOf() }
    await client.send(new CopyObjectCommand({ ...place, CopySource: `${bucket}/${temporary}` }))
    await refuseUnlessStored(client, place, sent)
  } finally {
    // The write has succeeded or failed by now; a temporary object that stays goes with the other abandoned ones.
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: temporary })).catch(() => {})
  }
}

/** A copy may answer 200 and have failed, or have done nothing: what lies there is compared with what was sent. */
async function refuseUnlessStored(client: S3Client, place: { Bucket: string; Key: string }, sent: Sent): Promise<void> {
  const found = await unlessAbsent(readEnd(client, place, COMPARED_BYTES))
  if (found?.sizeBytes === sent.sizeBytes && found.end.equals(sent.end)) return
  const there = found ? `${found.sizeBytes} other bytes are there` : 'nothing is there'
  throw new Error(`The object storage did not copy an object of ${sent.sizeBytes} bytes: ${there}.`)
}

type Sent = { sizeBytes: number; end: Buffer }

async function uploadInParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  first: Buffer[],
  source: Source,
): Promise<Sent> {
  const sent: Sent = { sizeBytes: 0, end: Buffer.alloc(0) }
  const note = (bytes: Buffer) => {
    sent.sizeBytes += bytes.byteLength
    sent.end = Buffer.concat([sent.end, bytes.subarray(-COMPARED_BYTES)]).subarray(-COMPARED_BYTES)
    return bytes
  }
  let broken: { error: unknown } | undefined
  async function* all() {
    // Taken out of the list, so that they are not held until the end.
    for (const bytes of first.splice(0)) yield note(bytes)
    for (;;) {
      const next = await source.next().catch((error: unknown) => {
        broken = { error }
        throw error
      })
      if (next.done) return
      yield note(next.value)
    }
  }
  const params = { ...object, Body: Readable.from(all(), { highWaterMark: 1 }) }
  try {
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
    return sent
  } catch (error) {
    // An upload that cannot be aborted, either, says that and not what broke it.
    throw broken ? broken.error : error
  }
}
