import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type ObjectAddress, readEnd, unlessAbsent } from './open-object.ts'
import type { OutgoingFile } from './outgoing-file.ts'

/** The least that S3 takes as a part; two are on their way at a time. */
export const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** The most parts that S3 takes. */
const MAX_PARTS = 10_000

/** So many bytes from the end are read back: encrypted files end alike only if they are the same. */
const COMPARED_BYTES = 64

type Upload = ObjectAddress & { UploadId: string }

/** Either the whole object is there at the end, or nothing of it: what was there before stays. */
export async function uploadInParts(client: S3Client, place: ObjectAddress, file: OutgoingFile): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  if (!UploadId) throw new Error('The object storage began an upload without an id.')
  const upload = { ...place, UploadId }
  try {
    const parts = await sendParts(client, upload, file)
    await complete(client, upload, parts, file)
  } catch (error) {
    // One that cannot be ended now goes with the other abandoned ones.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** Ends when no part is on its way any more: one that arrives after the end of its upload would stay. */
async function sendParts(client: S3Client, upload: Upload, file: OutgoingFile): Promise<CompletedPart[]> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(file.sizeBytes / MAX_PARTS))
  const count = Math.ceil(file.sizeBytes / partBytes)
  const sent: CompletedPart[] = []
  const stop = new AbortController()
  async function runSlot(): Promise<void> {
    while (sent.length < count && !stop.signal.aborted) {
      const PartNumber = sent.push({}) // its place is taken before it is read
      const start = (PartNumber - 1) * partBytes
      const Body = await file.read(start, Math.min(partBytes, file.sizeBytes - start))
      const command = new UploadPartCommand({ ...upload, PartNumber, Body })
      const { ETag } = await client.send(command, { abortSignal: stop.signal })
      if (!ETag) throw new Error('The object storage answered a part without an ETag: it may have stored nothing.')
      sent[PartNumber - 1] = { PartNumber, ETag }
    }
  }
  let failure: { error: unknown } | undefined
  const slot = () =>
    runSlot().catch((error: unknown) => {
      failure ??= { error }
      stop.abort()
    })
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, slot))
  if (failure) throw failure.error
  return sent
}

/**
 * An answer may be lost, say yes to an upload that failed, or be that of a retry, which finds no upload any more: what
 * lies there decides.
 */
async function complete(client: S3Client, upload: Upload, Parts: CompletedPart[], file: OutgoingFile): Promise<void> {
  const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
  const refusal = await client.send(command).then(
    () => undefined,
    (error: unknown) => error,
  )
  const { Bucket, Key } = upload
  const found = await unlessAbsent(readEnd(client, { Bucket, Key }, COMPARED_BYTES))
  const end = await file.read(file.sizeBytes - COMPARED_BYTES, COMPARED_BYTES)
  if (found?.sizeBytes === file.sizeBytes && found.end.equals(end)) return
  if (refusal) throw refusal
  const there = found ? `${found.sizeBytes} other bytes are there` : 'nothing is there'
  throw new Error(`The object storage did not store an object of ${file.sizeBytes} bytes: ${there}.`)
}
