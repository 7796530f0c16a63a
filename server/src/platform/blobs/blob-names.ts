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
  const among = statement<{ sha256: string }, [string[]]>(`
    SELECT DISTINCT sha256 FROM ${table} WHERE sha256 = ANY($1)`)
  const after = statement<{ sha256: string }, [string, number]>(`
    SELECT DISTINCT sha256 FROM ${table} WHERE sha256 > $1 ORDER BY sha256 LIMIT $2`)
  const holders = statement<{ id: string }, [string]>(`
    SELECT ${id} AS id FROM ${table} WHERE sha256 = $1 ORDER BY ${id} LIMIT ${MAX_HOLDERS}`)
  return {
    among: async (db, keys) => (await among(db, keys)).map((row) => row.sha256),
    after: async (db, key, limit) => (await after(db, key, limit)).map((row) => row.sha256),
    holders: async (db, key) => (await holders(db, key)).map((row) => `${what} ${row.id}`),
  }
}
