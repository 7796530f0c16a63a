import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

export async function* listObjects(client: S3Client, bucket: string, prefix: string) {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key, LastModified, Size } of Contents) {
      if (Key && LastModified && Size !== undefined) yield { path: Key, storedAt: LastModified, sizeBytes: Size }
    }
  }
}

/** Removes what crashed uploads left: complete objects that were not moved, and parts of incomplete ones. */
export async function removeAbandoned(client: S3Client, bucket: string, incoming: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS
  for await (const { path, storedAt } of listObjects(client, bucket, incoming)) {
    if (storedAt.getTime() < oldest) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }))
  }
  for await (const { Key, UploadId, Initiated } of listUploads(client, bucket, incoming)) {
    if (!Initiated || Initiated.getTime() >= oldest) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
}

async function* listUploads(client: S3Client, Bucket: string, Prefix: string) {
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (markers) {
    const page: ListMultipartUploadsCommandOutput | undefined = await unlessNotImplemented(
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers })),
    )
    yield* page?.Uploads ?? []
    markers = page?.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
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
