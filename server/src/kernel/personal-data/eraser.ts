import type { DisposedFile, DisposerContext } from '#kernel/disposer.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { ErasurePart } from './columns.ts'
import type { DataSubject } from './data-subject.ts'

/** What is asked of an erasure, one after the other: what later ones need is still there. */
export const ERASURE_MODULES = [
  'documents',
  'vault',
  'requests',
  'notes',
  'signatures',
  'distributions',
  'accounts',
  'mails',
  'audit',
  'directory',
  'events',
] as const satisfies readonly ErasurePart[]
export type ErasureModule = ErasurePart

export type ErasureMode = 'delete' | 'anonymise'

/** What is to go: everything of an employee, or one resource. */
export type ErasureTarget = {
  mode: ErasureMode
  /** Undefined where one resource goes. */
  subject?: ErasureSubject | undefined
  resource?: { type: HeldType; id: string; key: string } | undefined
}

/** The person as known when the erasure began, and the pseudonym that stands for them from then on. */
export type ErasureSubject = DataSubject & {
  pseudonym: string
  /** The ids and employee numbers of the person: the same text may be the id of something else. */
  identifiers: readonly string[]
  /** How the person is and was called. */
  names: readonly string[]
  /** The addresses of the person, today's and former ones, as they are compared; none that somebody else has today. */
  emails: readonly string[]
  /** Whether a manager has or had the same technical id: then it does not tell who is meant. */
  isIdShared: boolean
  /** Whether the vault goes as well: its owner asked, or has fetched the package. */
  takesVault: boolean
  /** Whether anything else of the person is kept. */
  isNeeded: boolean
}

export const KEPT_REASONS = ['legal_hold', 'retention', 'shared_evidence', 'not_collected', 'needed'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

export type KeptItem = {
  resource_type: string
  resource_id: string
  reason: KeptReason
  until: string | null
  retention_policy_id: string | null
  legal_hold_ids: string[]
}

export type TypeCount = { type: string; count: number }

/** Something that holds and policies may cover. The key is that of its table. */
export type Erasable = { resource_type: HeldType; resource_id: string; key: string }

/** Which of these a hold or a policy keeps, by their keys. Asked under the lock of holds where anything goes. */
export type KeptAmong = (
  db: Db,
  client: { id: string },
  items: readonly Erasable[],
) => Promise<ReadonlyMap<string, KeptItem>>

export type Evaluation = {
  /** What would go, by type. */
  resources: TypeCount[]
  kept: KeptItem[]
}

export type ErasureLook = { db: Db; client: { id: string }; keptAmong: KeptAmong }

export type ErasureContext = DisposerContext & {
  keptAmong: KeptAmong
  /** Where the batch before ended; undefined for the first. */
  after: string | undefined
  blobs: Blobs
  mailer: Mailer
  /** The next resources that events may tell of, in the order of their ids; `isOwn` where they are the person's. */
  resourcesOf(after: string, limit: number): Promise<{ id: string; isOwn: boolean }[]>
  /** The files of what has gone so far, by their SHA-256. */
  goneFiles(): Promise<string[]>
}

export type ErasedBatch = {
  gone: TypeCount[]
  /** Their ids, where events may tell of them. */
  ids?: string[]
  files: DisposedFile[]
  /** Where the next batch begins; undefined when there is none. */
  next: string | undefined
}

/** How a module says what it has of a person, and lets it go. */
export type Eraser = {
  module: ErasureModule
  /** The single resources whose erasure it takes part in, beside employees. */
  resourceTypes?: readonly HeldType[]
  /** What would go, and what has to stay. */
  evaluate(look: ErasureLook, target: ErasureTarget): Promise<Evaluation>
  /**
   * Takes the next batch away, with its events. It can be called again at any point: what is gone is not found. The caller
   * keeps holds from being placed until the transaction ends.
   */
  erase(work: Work, target: ErasureTarget, context: ErasureContext): Promise<ErasedBatch>
}

export const NOTHING_MORE: ErasedBatch = { gone: [], files: [], next: undefined }

/** What is counted, without types of which there is none. */
export function counted(counts: Readonly<Record<string, number>>): TypeCount[] {
  return Object.entries(counts).flatMap(([type, count]) => (count > 0 ? [{ type, count }] : []))
}
