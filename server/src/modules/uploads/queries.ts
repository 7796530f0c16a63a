import type { Client } from '#kernel/work.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type UploadRow = {
  id: string
  filename: string
  content_type: string
  size: string
  sha256: string
  expires_at: Date
  created_at: Date
}

export async function insertUpload(tx: Tx, client: Client, upload: UploadRow): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({ client_id: client.id, ...upload })
    .execute()
}

const find = lookup<UploadRow, { client_id: string; id: string; now: Date }>(`
  SELECT id, filename, content_type, size, sha256, expires_at, created_at FROM uploads
  WHERE client_id = $client_id AND id = $id AND expires_at > $now`)

export async function findUploadRow(db: Db, client: Client, id: string, now: Date): Promise<UploadRow | undefined> {
  return (await find(db, { client_id: client.id, id, now }))[0]
}

export const deleteExpired = statement<{ id: string }, { now: Date; limit: number }>(`
  DELETE FROM uploads WHERE (client_id, id) IN (
    SELECT client_id, id FROM uploads WHERE expires_at <= $now ORDER BY expires_at LIMIT $limit FOR UPDATE SKIP LOCKED)
  RETURNING id`)

export const uploadedBlobs = blobNames('uploads', 'upload')
