import { isDeepStrictEqual } from 'node:util'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

export async function* listObjects(client: S3Client, bucket: string, prefix: string) {
  let token: string | undefined
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    )
    for (const { Key, LastModified, Size } of page.Contents ?? []) {
      if (!Key || !LastModified || Size === undefined) throw brokenList('an object without its name, time or size')
      yield { path: Key, storedAt: LastModified, sizeBytes: Size }
    }
    token = nextOf(page, page.NextContinuationToken, token)
  } while (token !== undefined)
}

/** Where the next page begins. A list that ends early would look like objects that are not there. */
function nextOf(page: { IsTruncated?: boolean | undefined }, next: string | undefined, last: string | undefined) {
  if (page.IsTruncated === undefined) throw brokenList('no word of whether it is complete')
  if (!page.IsTruncated) return undefined
  if (!next || next === last) throw brokenList('more objects and not how to get them')
  return next
}

function brokenList(what: string): Error {
  return new Error(`The object storage answered a list with ${what}.`)
}

type Abandoned = { client: S3Client; bucket: string; prefix: string; now: Date }

/** Ends uploads that crashed, and removes what earlier versions left in `incoming/`, from where they copied. */
export async function removeAbandoned({ client, bucket, prefix, now }: Abandoned): Promise<void> {
  const oldest = now.getTime() - ABANDONED_AFTER_MS
  const incoming = `${prefix}incoming/`
  for await (const { path, storedAt } of listObjects(client, bucket, incoming)) {
    if (storedAt.getTime() < oldest) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }))
  }
  for (const folder of [`${prefix}files/`, incoming]) {
    for await (const { Key, UploadId, Initiated } of listUploads(client, bucket, folder)) {
      if (!Initiated || Initiated.getTime() >= oldest) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
  }
}

type Markers = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined }

async function* listUploads(client: S3Client, Bucket: string, Prefix: string) {
  let markers: Markers | undefined = {}
  while (markers) {
    const page: ListMultipartUploadsCommandOutput | undefined = await unlessNotImplemented(
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers })),
    )
    yield* page?.Uploads ?? []
    const next: Markers = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    const isStuck = !next.KeyMarker || isDeepStrictEqual(next, markers)
    if (page?.IsTruncated && isStuck) throw brokenList('more uploads and not how to get them')
    markers = page?.IsTruncated ? next : undefined
  }
}

/** Some servers list no uploads; they have rules of their own for those that never end. */
async function unlessNotImplemented<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NotImplemented') return undefined
    throw error
  }
}
