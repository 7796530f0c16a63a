import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { ByteRange } from '#platform/blobs/blobs.ts'
import { type OpenedBytes, ReplacedMeanwhile } from '#platform/blobs/byte-store.ts'
import { brokenAnswers } from './retries.ts'

/** An object of up to this size is read as a whole when it is opened: a second call costs more than these bytes. */
const SMALL_BYTES = 256 * 1024

export type ObjectAddress = { Bucket: string; Key: string }

export async function openObject(
  client: S3Client,
  place: ObjectAddress,
  tailBytes: number,
): Promise<OpenedBytes | undefined> {
  const found = await unlessAbsent(readEnd(client, place, Math.max(tailBytes, SMALL_BYTES)))
  if (!found) return undefined
  const { end, sizeBytes, etag } = found
  // A copy, for the rest of the end is not needed.
  const tail = Buffer.from(end.subarray(Math.max(0, end.byteLength - tailBytes)))
  const isWhole = end.byteLength === sizeBytes
  return {
    sizeBytes,
    tail,
    async *read(range) {
      const { start, end: last } = { start: range.start, end: Math.min(range.end, sizeBytes - 1) }
      if (start > last) return
      if (isWhole) yield end.subarray(start, last + 1)
      else yield* readRange(client, { ...place, IfMatch: etag }, { start, end: last })
    },
    // A connection is held by the reader of a range alone, and given back when it stops.
    close: async () => {},
  }
}

export async function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

type End = { end: Buffer; sizeBytes: number; etag: string | undefined }

/** The last `wantedBytes` of an object, or all of a smaller one. */
export async function readEnd(client: S3Client, place: ObjectAddress, wantedBytes: number): Promise<End> {
  for (const broken = brokenAnswers(); ; ) {
    const answer = await unlessEmpty(client.send(new GetObjectCommand({ ...place, Range: `bytes=-${wantedBytes}` })))
    if (!answer) return { end: Buffer.alloc(0), sizeBytes: 0, etag: undefined }
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '')
    const sizeBytes = Number(range ? range[3] : answer.ContentLength)
    const start = Math.max(0, sizeBytes - wantedBytes)
    // What is asked for as a whole may come as a whole, without a range.
    const isAsked = range ? Number(range[1]) === start && Number(range[2]) === sizeBytes - 1 : start === 0
    const body = bodyOf(answer, isAsked)
    try {
      const end = await buffer(body)
      if (end.byteLength !== sizeBytes - start) throw otherBytes()
      return { end, sizeBytes, etag: answer.ETag }
    } catch (error) {
      await broken.pauseAfter(error)
    }
  }
}

/** Goes on where an answer broke off, if the object is still the same. */
async function* readRange(
  client: S3Client,
  place: ObjectAddress & { IfMatch: string | undefined },
  { start, end }: ByteRange,
) {
  let at = start
  for (const broken = brokenAnswers(); at <= end; ) {
    const answer = await unlessReplaced(client.send(new GetObjectCommand({ ...place, Range: `bytes=${at}-${end}` })))
    const isAsked = answer.ContentRange?.startsWith(`bytes ${at}-${end}/`) ?? false
    const parts = bodyOf(answer, isAsked)[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await nextPart(parts)
        if (next instanceof Error) {
          await broken.pauseAfter(next)
          break
        }
        at += next.byteLength
        broken.forget()
        yield next
        if (at > end) return
      }
    } finally {
      // A reader that stops early gives the connection back.
      await parts.return?.()
    }
  }
}

/** What broke the answer is told apart from what the reader throws. */
async function nextPart(parts: AsyncIterator<Buffer>): Promise<Buffer | Error> {
  try {
    const { value, done } = await parts.next()
    return done ? new Error('The object storage ended an answer before its end.') : value
  } catch (error) {
    return error as Error
  }
}

async function unlessReplaced<T>(found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    if (statusOf(error) !== 412 && !isAbsent(error)) throw error
    throw new ReplacedMeanwhile('The object was replaced or deleted after it was opened.')
  }
}

/** An empty object has no last bytes. */
async function unlessEmpty<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (statusOf(error) === 416) return undefined
    throw error
  }
}

function bodyOf({ Body }: GetObjectCommandOutput, isAsked: boolean): Readable {
  if (Body instanceof Readable && isAsked) return Body
  if (Body instanceof Readable) Body.destroy()
  throw otherBytes()
}

function otherBytes(): Error {
  return new Error('The object storage answered with other bytes than it was asked for.')
}

/** By name, since a bucket that does not exist answers 404 too. */
function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
