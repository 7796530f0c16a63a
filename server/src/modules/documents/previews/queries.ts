import type { MadeOfFiles } from '#kernel/disposer.ts'
import type { Client } from '#kernel/work.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** A picture; without a name and a size when it could not be made. */
export type ImageRow = { sha256: string | null; size: string | null; created_at: Date }

const find = lookup<ImageRow, { client_id: string; source: string; variant: string }>(`
  SELECT sha256, size, created_at FROM document_images
  WHERE client_id = $client_id AND source_sha256 = $source AND variant = $variant`)

export async function findImage(
  db: Db,
  client: Client,
  source: string,
  variant: string,
): Promise<ImageRow | undefined> {
  return (await find(db, { client_id: client.id, source, variant }))[0]
}

type Values = {
  client_id: string
  source: string
  variant: string
  sha256: string | null
  size: number | null
  created_at: Date
}
const upsert = statement<never, Values>(`
  INSERT INTO document_images (client_id, source_sha256, variant, sha256, size, created_at)
  VALUES ($client_id, $source, $variant, $sha256, $size, $created_at)
  ON CONFLICT (client_id, source_sha256, variant)
  DO UPDATE SET sha256 = excluded.sha256, size = excluded.size, created_at = excluded.created_at`)

export async function upsertImage(
  tx: Tx,
  client: Client,
  { source, variant, image, now }: { source: string; variant: string; image: Bytes | undefined; now: Date },
): Promise<void> {
  await upsert(tx, {
    client_id: client.id,
    source,
    variant,
    sha256: image?.sha256 ?? null,
    size: image?.sizeBytes ?? null,
    created_at: now,
  })
}
type Bytes = { sha256: string; sizeBytes: number }

const deleteOrphans = statement<{ client_id: string }, { limit: number }>(`
  DELETE FROM document_images WHERE (client_id, source_sha256, variant) IN (
    SELECT image.client_id, image.source_sha256, image.variant FROM document_images image
    WHERE NOT EXISTS (SELECT FROM documents one
        WHERE one.client_id = image.client_id AND one.sha256 = image.source_sha256)
      AND NOT EXISTS (SELECT FROM vault_documents one
        WHERE one.client_id = image.client_id AND one.sha256 = image.source_sha256)
    LIMIT $limit
  ) RETURNING client_id`)

/** Forgets pictures of files that no document of the client has any more; answers how many. */
export async function deleteOrphanImages(db: Db, limit: number): Promise<number> {
  return (await deleteOrphans(db, { limit })).length
}

const NOWHERE_ELSE = `client_id = $client_id AND source_sha256 = ANY ($sources)
    AND NOT EXISTS (SELECT FROM documents one WHERE one.client_id = $client_id AND one.sha256 = source_sha256)
    AND NOT EXISTS (SELECT FROM vault_documents one WHERE one.client_id = $client_id AND one.sha256 = source_sha256)`
const findForgotten = statement<{ sha256: string }, { client_id: string; sources: string[] }>(`
  SELECT DISTINCT sha256 FROM document_images WHERE sha256 IS NOT NULL AND ${NOWHERE_ELSE}`)
const forget = statement<never, { client_id: string; sources: string[] }>(
  `DELETE FROM document_images WHERE ${NOWHERE_ELSE}`,
)

/** Pictures of files that no document of the client has any more, for those who remove the files. */
export const forgottenPreviews: MadeOfFiles = {
  blobsOf: async (db, client, sources) =>
    (await findForgotten(db, { client_id: client.id, sources })).map(({ sha256 }) => sha256),
  forget: async (tx, client, sources) => {
    await forget(tx, { client_id: client.id, sources })
  },
}

export const previewBlobs = blobNames('document_images', 'picture of', 'source_sha256')
