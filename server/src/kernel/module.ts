import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Db } from '#platform/db/db.ts'
import type { AnyJob } from './jobs.ts'

/** What a module contributes to the service. The composition roots read it from the list of modules. */
export type ModuleDeclaration = {
  /** The name of its folder. */
  name: string
  jobs?: readonly AnyJob[]
  /** The tables whose rows name blobs, in the order in which they are asked. */
  blobs?: readonly BlobNames[]
  encryptedColumns?: readonly EncryptedColumn[]
  /** Runs whenever the database was opened, before anything else uses it. Has to be idempotent. */
  onStart?: (db: Db) => Promise<void>
}
