import { validKeyIn } from '#apis/authenticate-by-key.ts'
import { sessionOf } from '#apis/portal/authenticate.ts'
import { portalErrors } from '#apis/portal/errors.ts'
import { mountPortal } from '#apis/portal/index.ts'
import { describeRoutes } from '#apis/site/documentation.ts'
import { mountMonitoring, mountSite, type SiteDeps } from '#apis/site/index.ts'
import { sendUnknownPage } from '#apis/site/pages.ts'
import { mountSignIn } from '#apis/site/sign-in.ts'
import { unversionedErrors } from '#apis/unversioned/errors.ts'
import { mountUnversioned } from '#apis/unversioned/index.ts'
import { v1Errors } from '#apis/v1/errors.ts'
import { mountV1 } from '#apis/v1/index.ts'
import { v2Errors } from '#apis/v2/errors.ts'
import { mountV2 } from '#apis/v2/index.ts'
import { createServer } from '#kernel/access/create-server.ts'
import type { DoWork } from '#kernel/work.ts'
import { openAuditTrail } from '#modules/audit/index.ts'
import { type DemoEntry, openAuth } from '#modules/auth/index.ts'
import { openPreviews } from '#modules/documents/index.ts'
import { ERASERS, KEPT_SOURCES, type ModuleDeps, SEARCH_KINDS } from '#modules/index.ts'
import { sealingIdentity } from '#modules/signatures/index.ts'
import type { Installation } from '#modules/system/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { openCursors } from '#platform/http/lists/cursor.ts'
import type { Http } from '#platform/http/routes.ts'
import type { ImageWorker } from '#platform/image/image-worker.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import type { Tracing } from '#platform/tracing.ts'

export type AppDeps = SiteDeps & {
  doWork: DoWork
  clock: Clock
  keyring: Keyring
  log: Log
  outbound: Outbound
  blobs: Blobs
  pdfWorkers: PdfWorkers
  images: ImageWorker
  maxFileBytes: number
  callsPerMinute: number
  tracing?: Tracing | undefined
  installation: Installation
  demoEntry?: DemoEntry | undefined
}

/** Everything that answers HTTP. The order of the shapes matters: the first that owns a path speaks for it. */
export async function buildApp(deps: AppDeps): Promise<Http> {
  const { keyring, publicUrl } = deps
  const shapes = [v2Errors, v1Errors, unversionedErrors, portalErrors]
  const { app, methods } = createServer({
    ...deps,
    hasReplica: deps.replica !== undefined,
    shapes,
    idempotency: deps,
    unknownPage: sendUnknownPage,
  })
  const auth = openAuth(deps)

  await describeRoutes(app, publicUrl, shapes)
  await mountSite(app, deps)
  const moduleDeps: ModuleDeps = {
    ...deps,
    auth,
    audit: openAuditTrail(deps),
    sealingIdentity: (work) => sealingIdentity(work, keyring),
    cursors: openCursors(keyring),
    previews: openPreviews(deps),
    searchKinds: SEARCH_KINDS,
    keptSources: KEPT_SOURCES,
    erasers: ERASERS,
    keyOf: (request) => validKeyIn(auth, request),
    sessionOf: (request) => sessionOf(auth, request),
  }
  mountV2(app, methods, moduleDeps)
  mountV1(app, methods, moduleDeps)
  mountUnversioned(app, methods, moduleDeps)
  mountPortal(app, methods, moduleDeps)
  mountSignIn(app, methods, moduleDeps)
  await app.ready()
  return app
}

/** What a worker answers: how it does. */
export async function buildWorkerApp(deps: AppDeps): Promise<Http> {
  const { app } = createServer({ ...deps, shapes: [portalErrors] })
  mountMonitoring(app, deps)
  await app.ready()
  return app
}
