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

const listExpired = statement<{ client_id: string; id: string }, { now: Date; limit: number }>(`
  SELECT client_id, id FROM uploads WHERE expires_at <= $now ORDER BY expires_at LIMIT $limit`)
const sweep = statement<{ id: string }, { client_ids: string[]; ids: string[]; now: Date }>(`
  DELETE FROM uploads one USING unnest($client_ids::text[], $ids::uuid[]) AS old (client_id, id)
  WHERE one.client_id = old.client_id AND one.id = old.id AND one.expires_at <= $now RETURNING one.id`)

/** Answers how many had expired, up to the limit. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const old = await listExpired(db, { now, limit })
  if (old.length > 0)
    await sweep(db, { client_ids: old.map((one) => one.client_id), ids: old.map((one) => one.id), now })
  return old.length
}

export const uploadedBlobs = blobNames('uploads', 'upload')
