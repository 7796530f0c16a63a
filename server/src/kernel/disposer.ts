import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { HeldType } from './legal-hold.ts'
import type { Client, Work } from './work.ts'

export type DisposalAction = 'trash' | 'delete' | 'anonymise'

/** The bytes of a file that went with a resource. */
export type DisposedFile = { sha256: string; size: number }

export type Disposed = {
  /** Those that went; what is in neither list was not there. */
  gone: { id: string; files: DisposedFile[] }[]
  /** Those that cannot go yet, such as a process that is being signed. */
  inUse?: string[]
}

export type DisposerContext = {
  publicUrl: string
  keyring: Keyring
  /** What stands for the employee in what is made anonymous; each gets one of its own where none is given. */
  pseudonym?: string
}

/** What was made of files, such as pictures of their pages: nobody needs it when nothing has the file any more. */
export type MadeOfFiles = {
  /** The bytes of what was made of these files, of those that nothing of the client has. */
  blobsOf(db: Db, client: Client, sha256s: string[]): Promise<string[]>
  forget(tx: Tx, client: Client, sha256s: string[]): Promise<void>
}

/**
 * How resources of one kind go when their retention is over. The module that they belong to says it: no other writes its
 * tables. The caller has made sure that no legal hold covers them.
 */
export type Disposer = {
  resourceType: HeldType
  /** Takes these resources away, with their events. */
  dispose(work: Work, ids: readonly string[], action: DisposalAction, context: DisposerContext): Promise<Disposed>
  madeOfFiles?: MadeOfFiles
}
