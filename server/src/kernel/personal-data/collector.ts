import type { Client } from '#kernel/work.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { DataSubject } from './data-subject.ts'

/** The kinds of data that an access package has a file for each of. */
export const PACKAGE_KINDS = [
  'employee',
  'account',
  'documents',
  'vault',
  'requests',
  'notes',
  'signatures',
  'mails',
  'events',
  'audit',
] as const
export type PackageKind = (typeof PACKAGE_KINDS)[number]

/** An original that belongs to a record. */
export type CollectedFile = {
  sha256: string
  size: number
  filename: string
  content_type: string
  /** What it is called where a record has several; the title of the record otherwise. */
  title?: string
}

export type CollectedRecord = {
  /** As it stands in the package: what the client keeps about the subject, and nothing about other employees. */
  data: object
  /** What the index calls it; null where the kind says enough. */
  title: string | null
  /** When it came to be, for the index; null where that is not known. */
  date: Date | null
  files: readonly CollectedFile[]
}

export type CollectorContext = {
  db: Db
  client: Client
  keyring: Keyring
  publicUrl: string
  /** What is left out: a collector of another kind tells nothing about records of these either. */
  exclude: ReadonlySet<PackageKind>
  /** In which the subject reads names of types; null where that is not known. */
  language: string | null
}

/** How a module answers what it keeps about a person. */
export type Collector = {
  kind: PackageKind
  /** Record by record, so that memory does not grow with their number. */
  collect(context: CollectorContext, subject: DataSubject): AsyncIterable<CollectedRecord>
}
