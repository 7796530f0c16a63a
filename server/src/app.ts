import { portalErrors } from '#apis/portal/errors.ts'
import { mountPortal } from '#apis/portal/index.ts'
import { describeRoutes } from '#apis/site/documentation.ts'
import { mountSite, mountVitals, type SiteParts } from '#apis/site/index.ts'
import { sendUnknownPage } from '#apis/site/pages.ts'
import { mountSignIn } from '#apis/site/sign-in.ts'
import { unversionedErrors } from '#apis/unversioned/errors.ts'
import { mountUnversioned } from '#apis/unversioned/index.ts'
import { v1Errors } from '#apis/v1/errors.ts'
import { mountV1 } from '#apis/v1/index.ts'
import { v2Errors } from '#apis/v2/errors.ts'
import { mountV2 } from '#apis/v2/index.ts'
import { type DemoEntry, openAuth } from '#modules/auth/index.ts'
import { openPreviews } from '#modules/documents/index.ts'
import type { Installation } from '#modules/system/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { DoWork } from '#platform/db/work.ts'
import { openCursors } from '#platform/http/lists/cursor.ts'
import type { Http } from '#platform/http/routes.ts'
import { createServer } from '#platform/http/server.ts'
import type { ImageTool } from '#platform/image/image-worker.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfTool } from '#platform/pdf/workers/pdf-renderer.ts'

export type AppParts = SiteParts & {
  doWork: DoWork
  clock: Clock
  keyring: Keyring
  log: Log
  outbound: Outbound
  blobs: Blobs
  pdf: PdfTool
  images: ImageTool
  maxFileBytes: number
  callsPerMinute: number
  installation: Installation
  demoEntry?: DemoEntry | undefined
}

/** Everything that answers HTTP. The order of the shapes matters: the first that owns a path speaks for it. */
export async function buildApp(parts: AppParts): Promise<Http> {
  const { keyring, publicUrl } = parts
  const shapes = [v2Errors, v1Errors, unversionedErrors, portalErrors]
  const { app, methods } = createServer({ ...parts, shapes, idempotency: parts, unknownPage: sendUnknownPage })
  const auth = openAuth(parts)

  await describeRoutes(app, publicUrl, shapes)
  await mountSite(app, parts)
  const cursors = openCursors(keyring)
  mountV2(app, methods, { ...parts, auth, cursors })
  mountV1(app, methods, { ...parts, auth })
  mountUnversioned(app, methods, { ...parts, auth, cursors })
  mountPortal(app, methods, { ...parts, auth, cursors, previews: openPreviews(parts) })
  mountSignIn(app, methods, { ...parts, auth })
  await app.ready()
  return app
}

/** What a worker answers: how it does. */
export async function buildWorkerApp(parts: AppParts): Promise<Http> {
  const { app } = createServer({ ...parts, shapes: [portalErrors] })
  mountVitals(app, parts)
  await app.ready()
  return app
}
