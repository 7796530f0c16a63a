import { KEPT_KINDS, type KeptSource } from '#kernel/kept-data.ts'
import type { ModuleDeclaration, RouteGroup } from '#kernel/module.ts'
import { ERASURE_MODULES, type Eraser } from '#kernel/personal-data/eraser.ts'
import type { SearchKind } from '#kernel/search.ts'
import type { Routes } from '#platform/http/routes.ts'
import { articlesModule } from './articles/module.ts'
import { auditModule } from './audit/module.ts'
import { authModule } from './auth/module.ts'
import { bulkModule } from './bulk/module.ts'
import { clientsModule } from './clients/module.ts'
import { datasetsModule } from './datasets/module.ts'
import { directoryModule } from './directory/module.ts'
import { distributionsModule } from './distributions/module.ts'
import { documentsModule } from './documents/module.ts'
import { eventsModule } from './events/module.ts'
import { governanceModule } from './governance/module.ts'
import { importsModule } from './imports/module.ts'
import { mailsModule } from './mails/module.ts'
import { notesModule } from './notes/module.ts'
import { privacyModule } from './privacy/module.ts'
import { requestsModule } from './requests/module.ts'
import { searchModule } from './search/module.ts'
import { setupModule } from './setup/module.ts'
import { shortcutsModule } from './shortcuts/module.ts'
import { signaturesModule } from './signatures/module.ts'
import { systemModule } from './system/module.ts'
import { uploadsModule } from './uploads/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/**
 * The order counts. Blobs: an upload that becomes a document while orphans are looked for is found in one of the two, since
 * uploads are asked first. Set-up: profiles are limited to document types, and forms link to data sets.
 */
const LIST = [
  clientsModule,
  authModule,
  uploadsModule,
  importsModule,
  documentsModule,
  directoryModule,
  datasetsModule,
  requestsModule,
  articlesModule,
  distributionsModule,
  signaturesModule,
  notesModule,
  bulkModule,
  governanceModule,
  auditModule,
  eventsModule,
  searchModule,
  privacyModule,
  shortcutsModule,
  mailsModule,
  systemModule,
  webhooksModule,
  setupModule,
] as const

/** What the routes of all modules together are built from. */
export type ModuleDeps = typeof LIST extends readonly ModuleDeclaration<infer Deps>[] ? Deps : never

/** Every module of the service. */
export const MODULES: readonly ModuleDeclaration<ModuleDeps>[] = LIST

/** What employees find by the search of the portal, in the order of the answers. */
export const SEARCH_KINDS: readonly SearchKind[] = MODULES.flatMap(({ search = [] }) => search).toSorted(
  (one, other) => one.position - other.position,
)

/** What employees are told that is kept about them, in the order of the answers. */
export const KEPT_SOURCES: readonly KeptSource[] = MODULES.flatMap(({ keptData = [] }) => keptData).toSorted(
  (one, other) => KEPT_KINDS.indexOf(one.kind) - KEPT_KINDS.indexOf(other.kind),
)

/** How what is kept about a person goes, in the order in which an erasure asks for it. */
export const ERASERS: readonly Eraser[] = MODULES.flatMap(({ personalData }) => personalData?.erasers ?? []).toSorted(
  (one, other) => ERASURE_MODULES.indexOf(one.module) - ERASURE_MODULES.indexOf(other.module),
)

/** The routes that all modules have in these groups. */
export function routesOf(deps: ModuleDeps, ...groups: RouteGroup[]): Routes[] {
  return MODULES.flatMap(({ routes }) => groups.flatMap((group) => routes?.[group]?.(deps) ?? []))
}
