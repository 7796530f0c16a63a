import type { Tables } from '#platform/db/tables.ts'
import type { PackageKind } from './collector.ts'

/** The parts of an erasure. Each takes away what it keeps about a person by itself. */
export const ERASURE_PARTS = [
  'directory',
  'accounts',
  'documents',
  'vault',
  'requests',
  'notes',
  'signatures',
  'distributions',
  'mails',
  'events',
  'audit',
] as const
export type ErasurePart = (typeof ERASURE_PARTS)[number]

export type Person = 'employees' | 'managers' | 'outsiders'

/**
 * What happens to it when an employee is erased: a part of the erasure takes it away, empties it or puts the pseudonym in
 * its place, it is over by itself before long, or it stays for a reason that a person concerned can be told.
 */
export type Erasure =
  | { by: ErasurePart; how: 'deleted' | 'replaced' | 'emptied'; but?: string }
  | { expires: string }
  | { stays: string }

/** A row of the data map: something kept about people, with everything that they may ask about it. */
export type Holding = {
  /** As a reader outside the project calls it, and what it is made of. */
  name: string
  what: string
  whose: readonly Person[]
  why: string
  /** How long, or until what happens. */
  until: string
  seenBy: string
  erasure: Erasure
  /** The kind of an access package that hands it out, or why none does. */
  handedOut: PackageKind | { not: string }
  /** Where it lies, if that is in no column of a table. */
  elsewhere?: string
}

/** The columns of a table: each is in one holding, or holds nothing about a person. */
export type TableColumns<Column extends string, Name extends string> = {
  holds?: { readonly [One in Name]?: readonly Column[] }
  none: readonly Column[]
  /** These hold nothing either, though their names sound as if they did: what they are. */
  harmless?: { readonly [One in Column]?: string }
}

/** The headings of the data map, in its order. */
export const AREAS = [
  'People',
  'Log-ins',
  'Documents and vaults',
  'Requests',
  'Notes',
  'Signatures',
  'Distributions',
  'Retention, disposals and legal holds',
  'Access packages and erasures',
  'Mails',
  'Events and callbacks',
  'Audit trail',
  'Imports, uploads and bulk actions',
  'Running the service',
  'Content and configuration',
] as const
export type Area = (typeof AREAS)[number]

export type DeclaredColumns<Name extends string = string> = {
  area: Area
  holdings: { readonly [One in Name]: Holding }
  tables: { readonly [Table in keyof Tables]?: TableColumns<keyof Tables[Table] & string, NoInfer<Name>> }
}

/** Of what names managers only. */
export const ABOUT_MANAGERS = {
  erasure: {
    stays: 'It is about managers; erasures are about employees.',
  },
  handedOut: { not: 'It is about managers; packages are for employees.' },
} as const

/** What a module says about every column of its tables. */
export function declareColumns<Name extends string>(declared: DeclaredColumns<Name>): DeclaredColumns<Name> {
  return declared
}
