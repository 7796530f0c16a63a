import type { Caller } from '#kernel/work.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Whose trail it is, and who acts. */
export type AuditCaller = Pick<Caller, 'actor' | 'credential' | 'address'> & { client: { id: string } }

/** For what changes nothing, such as sending a file. */
export type AuditTrail = {
  /** Resolves once the entry is stored. Entries that are recorded at the same time are stored together. */
  record(caller: AuditCaller, entry: AuditEntry): Promise<void>
  /**
   * The same, unless it was recorded in the last ten minutes for the same holder: a session, or whatever else tells one
   * reader from another who uses the same credentials.
   */
  recordOnce(caller: AuditCaller, entry: AuditEntry, holder: string): Promise<void>
}
