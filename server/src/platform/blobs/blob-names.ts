import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** A table whose rows name blobs, as `sha256`. */
export type BlobNames = {
  /** Those of these blobs that a row names. */
  among(db: Db, keys: string[]): Promise<string[]>
  /** The blobs that rows name, in the order of their keys, from the one behind this on. */
  after(db: Db, key: string, limit: number): Promise<string[]>
  /** Some of the rows that name a blob, as people know them: `document 0190…`. */
  holders(db: Db, key: string): Promise<string[]>
}

const MAX_HOLDERS = 5

/** `what` is what a row of the table is called, `id` the column that tells its rows apart. */
export function blobNames(table: string, what: string, id = 'id'): BlobNames {
  const among = statement<{ sha256: string }, { sha256s: string[] }>(`
    SELECT DISTINCT sha256 FROM ${table} WHERE sha256 = ANY($sha256s)`)
  const after = statement<{ sha256: string }, { key: string; limit: number }>(`
    SELECT DISTINCT sha256 FROM ${table} WHERE sha256 > $key ORDER BY sha256 LIMIT $limit`)
  const holders = statement<{ id: string }, { sha256: string }>(`
    SELECT ${id}::text AS id FROM ${table} WHERE sha256 = $sha256 ORDER BY ${table}.${id} LIMIT ${MAX_HOLDERS}`)
  return {
    among: async (db, keys) => (await among(db, { sha256s: keys })).map((row) => row.sha256),
    after: async (db, key, limit) => (await after(db, { key, limit })).map((row) => row.sha256),
    holders: async (db, key) => (await holders(db, { sha256: key })).map((row) => `${what} ${row.id}`),
  }
}
