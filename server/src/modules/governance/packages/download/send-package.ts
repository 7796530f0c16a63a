import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Caller, DoWork, Work } from '#kernel/work.ts'
import { hasDownloaded, insertDownload, type PackageRow } from '#modules/governance/packages/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import { Problem, unavailable } from '#platform/problem.ts'

/** The parts of one download are one entry. */
const ONE_DOWNLOAD_MS = 10 * 60 * 1000

export type SendDeps = { blobs: Blobs; doWork: DoWork; clock: Clock }

/** Sends the bytes of a package. That they leave is on record before they do. */
export async function sendPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, doWork, clock }: SendDeps,
  { row, caller }: { row: PackageRow; caller: Caller },
) {
  const { sha256, size } = readyBytes(row, clock.now())
  return sendBlob(request, reply, blobs, {
    filename: `${row.employee_technical_id}.zip`,
    contentType: 'application/zip',
    sizeBytes: Number(size),
    sha256,
    beforeBytes: (extent) => doWork(caller, (work) => recordDownload(work, row, extent)).catch(notRecorded),
  })
}

function readyBytes({ status, sha256, size, expires_at }: PackageRow, now: Date): { sha256: string; size: string } {
  if (status === 'expired' || expires_at <= now) {
    throw new Problem('not_found', 'link_expired', 'This package is no longer available.')
  }
  if (sha256 === null || size === null) {
    throw new Problem('malformed', 'invalid_state', `The access package is ${status}.`)
  }
  return { sha256, size }
}

async function recordDownload(work: Work, row: PackageRow, extent: 'whole' | 'range'): Promise<void> {
  const { tx, client, actor, credential, now } = work
  const by = { actor_type: credential === 'external' ? credential : actor.type, actor_id: actor.id }
  const since = new Date(now.getTime() - ONE_DOWNLOAD_MS)
  if (extent === 'range' && (await hasDownloaded(tx, { client_id: client.id, id: row.id, ...by, since }))[0]?.has)
    return
  await insertDownload(tx, { client_id: client.id, package_id: row.id, at: now, ...by, actor_name: actor.name })
  recordAudit(work, {
    action: 'access_package.downloaded',
    subject: { type: 'employee', technical_id: row.employee_technical_id },
    resource: { type: 'access_package', id: row.id },
  })
}

function notRecorded(cause: unknown): never {
  if (cause instanceof Problem) throw cause
  throw unavailable('audit_unavailable', 'The audit trail could not be written. Try again later.', 5, cause)
}
