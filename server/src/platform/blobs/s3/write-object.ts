import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { ObjectAddress } from './open-object.ts'
import { type OutgoingFile, writeOutgoing } from './outgoing-file.ts'
import { PART_BYTES, uploadInParts } from './upload-in-parts.ts'

type Target = { client: S3Client; bucket: string; outgoingFolder: string }
type Source = AsyncIterator<Buffer, void, undefined>

/**
 * The path is known after the last byte, and S3 has no rename: what fits into one part is kept in memory until then, and
 * the rest in a file, so that no object is ever copied.
 */
export async function writeObject(target: Target, bytes: AsyncIterable<Buffer>, pathOf: () => string): Promise<void> {
  const { client, bucket, outgoingFolder } = target
  const source: Source = bytes[Symbol.asyncIterator]()
  let file: OutgoingFile | undefined
  try {
    const { first, isAll } = await takeFirst(source)
    if (isAll) return await writeSmall(client, { Bucket: bucket, Key: pathOf() }, Buffer.concat(first))
    file = await writeOutgoing(outgoingFolder, rest(first, source))
    await uploadInParts(client, { Bucket: bucket, Key: pathOf() }, file)
  } finally {
    await source.return?.()
    await file?.close()
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

async function* rest(first: Buffer[], source: Source): AsyncGenerator<Buffer, void, undefined> {
  // Taken out of the list, so that they are not held until the end.
  for (const bytes of first.splice(0)) yield bytes
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

async function writeSmall(client: S3Client, place: ObjectAddress, Body: Buffer): Promise<void> {
  const { ETag } = await client.send(new PutObjectCommand({ ...place, Body }))
  // Every object storage names what it has stored; something else that answers 200, such as a proxy, does not.
  if (!ETag) throw new Error('The object storage answered a PUT without an ETag: it may have stored nothing.')
}
