import type { Db } from '#platform/db/db.ts'
import type { SessionPerson } from './access/session-person.ts'
import type { HeldType } from './legal-hold.ts'
import type { Client } from './work.ts'

/** What employees are told that is kept about them, in this order. */
export const KEPT_KINDS = ['profile', 'documents', 'vault', 'requests', 'signatures', 'mails'] as const
export type KeptKind = (typeof KEPT_KINDS)[number]

export type Keeper = Pick<SessionPerson, 'technical_id' | 'language'>

/** One that retention policies and legal holds may cover, by the key of its table. */
export type KeptItem = { key: string; name: string | null }
export type KeptTally = { name: string | null; count: number }

/**
 * What a module keeps of an employee, as far as the employee sees it in the portal: nobody learns from a count that there is
 * something else.
 */
export type KeptSource = { kind: KeptKind } & (
  | { type: HeldType; list(db: Db, client: Client, person: Keeper): Promise<KeptItem[]> }
  | { tally(db: Db, client: Client, person: Keeper): Promise<KeptTally[]> }
  /** Each goes by itself after so many days. */
  | { days: number }
)
