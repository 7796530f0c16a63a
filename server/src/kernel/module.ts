import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Routes } from '#platform/http/routes.ts'
import type { EncryptedJobField } from '#platform/jobs/renew-job-texts.ts'
import type { PermissionResource } from './access/resources.ts'
import type { Disposer } from './disposer.ts'
import type { EventResource } from './events/catalogue.ts'
import type { AnyJob } from './jobs.ts'
import type { KeptSource } from './kept-data.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { SetupSection } from './resources/setup-section.ts'
import type { SearchKind } from './search.ts'
import type { Work } from './work.ts'

/** Where routes are mounted: an API group, or an audience of the portal. */
export type RouteGroup =
  | 'v1'
  /** Calls of v1 whose address has no prefix of a group: `/projects`. */
  | 'projects'
  | 'v2'
  | 'unversioned'
  | 'employee'
  | 'manager'
  | 'admin'
  /** Calls of the portal that a person makes before logging in, or with either kind of log-in. */
  | 'public'
  | 'sso'
  | 'saml'

/**
 * What a module contributes to the service. The composition roots read it from the list of modules. `Deps` is what its routes
 * are built from.
 */
export type ModuleDeclaration<Deps = unknown> = {
  /** The name of its folder. */
  name: string
  routes?: { readonly [Group in RouteGroup]?: (deps: Deps) => readonly Routes[] }
  /** The chapters of the API documentation that its resources have, with what each is about. */
  chapters?: Readonly<Record<string, string>>
  /** The tables that it alone writes; others may read them. */
  tables?: readonly (keyof Tables)[]
  /** The resources whose events it alone emits. */
  events?: readonly EventResource[]
  /** The resources that roles and applications are given permissions for, and whose routes it has. */
  permissions?: readonly PermissionResource[]
  jobs?: readonly AnyJob[]
  /** The tables whose rows name blobs, in the order in which they are asked. */
  blobs?: readonly BlobNames[]
  encryptedColumns?: readonly EncryptedColumn[]
  /** Encrypted texts in the data of its jobs. */
  encryptedJobFields?: readonly EncryptedJobField[]
  /** Runs in the transaction of each client of a set-up file, before its sections are applied. Has to be idempotent. */
  prepareClient?: (work: Work) => Promise<void>
  /** Its parts of the set-up file, in the order in which they are applied. */
  setupSections?: readonly SetupSection[]
  /** What employees find of it by the search of the portal. */
  search?: readonly SearchKind[]
  /** What employees are told that it keeps about them. */
  keptData?: readonly KeptSource[]
  /** How its resources go when their retention is over. */
  disposers?: readonly Disposer[]
  /** How its personal data is handed out, and goes. */
  personalData?: PersonalData
  /** Runs whenever the database was opened, before anything else uses it. Has to be idempotent. */
  onStart?: (db: Db) => Promise<void>
}
