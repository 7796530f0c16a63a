import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { asDownload, exportOf, readingOf } from '#kernel/audit/reading.ts'
import type { Client } from '#kernel/work.ts'
import { findHandOver } from '#modules/distributions/carriers/hand-over-queries.ts'
import { projectResource } from '#modules/distributions/projects/project-resource.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { sendFile } from '#platform/http/responses/send-file.ts'
import { checkPackages, manifestCsv, packagesZip } from './packages-zip.ts'
import { presentPackage } from './present.ts'
import { ListPackagesQuery, type Package } from './schemas.ts'
import { listPackageStatuses, markDownloaded, PACKAGE_ORDER } from './status-queries.ts'

/** What applications and managers are both answered about the paper of a project that they may read. */
export type PaperDeps = { db: Db; blobs: Blobs; cursors: Cursors; audit: AuditTrail }

/** Which packages of which project. */
type PackageList = { client: Client; project: ProjectRow; query: ListPackagesQuery }

export async function packagePage(
  { db, cursors }: PaperDeps,
  reply: FastifyReply,
  { client, project, query }: PackageList,
): Promise<Package[]> {
  const scope = listScope(client, `packages of ${project.id}`, shapeOf(ListPackagesQuery, query))
  const filters = { projectId: project.id, status: query.status }
  return answerPage({ cursors, reply, query, scope }, (page) =>
    orderedPage(PACKAGE_ORDER, page, (wanted) => listPackageStatuses(db, client, filters, wanted), presentPackage),
  )
}

export async function sendPackagesFile(
  { db, blobs, audit }: PaperDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  project: ProjectRow,
) {
  const { client } = callerOf(request)
  checkPackages(project, await findHandOver(db, client, project.id))
  const zip = packagesZip(db, client, { project, blobs })
  const filename = `packages-${project.id}.zip`
  const entry = {
    action: 'file.downloaded' as const,
    resource: projectResource(project),
    details: { file: 'packages' },
  }
  const beforeBytes = asDownload(readingOf(request, audit), entry)
  return sendFile(reply, noted(zip, request, project.id), { filename, contentType: 'application/zip', beforeBytes })
}

/** The same bytes; before the last of them is sent it is noted who downloaded them. */
function noted(zip: Readable, request: FastifyRequest, projectId: number): Readable {
  if (request.method !== 'GET') return zip
  async function* chunks() {
    yield* zip
    await request.work(({ tx, client, actor, now }) => markDownloaded(tx, client, { projectId, actor, now }))
  }
  return Readable.from(chunks(), { objectMode: false })
}

export async function sendManifest(
  { db, audit }: PaperDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  project: ProjectRow,
) {
  const { client } = callerOf(request)
  checkPackages(project, await findHandOver(db, client, project.id))
  const filename = `manifest-${project.id}.csv`
  const contentType = 'text/csv; charset=utf-8'
  const beforeBytes = exportOf(request, audit, projectResource(project))
  return sendFile(reply, manifestCsv(db, client, project), { filename, contentType, beforeBytes })
}
