import type { FastifyRequest } from 'fastify'
import type { AuditCaller, AuditTrail } from '#kernel/audit/audit-trail.ts'
import { holderOf, type Reading } from '#kernel/audit/reading.ts'
import { systemActor } from '#kernel/work.ts'
import { documentEntry } from '#modules/documents/audit-entries.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { type FileRow, findSignedFile } from './queries.ts'
import type { Signature } from './signed-download.ts'

/** A download by a signed address. Ranges of one download share the address: one that was signed anew is another. */
export function signedReading(
  audit: AuditTrail,
  request: FastifyRequest,
  { file, signature: { hash, timestamp } }: { file: FileRow; signature: Signature },
): Reading {
  const caller = signerOf(request, file)
  return { audit, caller, holder: holderOf(caller, `${timestamp} ${hash.toLowerCase()}`) }
}

const REFUSED = ['unauthenticated', 'forbidden', 'not_found']

/**
 * Records that a document was asked for by an address that does not open it. Nothing is recorded of what is not there, and
 * nothing in the trail of one client about keys of another.
 */
export async function recordRefusal(
  { db, audit }: { db: Db; audit: AuditTrail },
  request: FastifyRequest,
  { id, refusal }: { id: string; refusal: unknown },
): Promise<void> {
  if (request.method === 'HEAD' || !(refusal instanceof Problem) || !REFUSED.includes(refusal.kind)) return
  const file = isUuid(id) ? await findSignedFile(db, id) : undefined
  if (!file || (request.caller && request.caller.client.id !== file.client_id)) return
  await audit.record(signerOf(request, file), { ...documentEntry('document.downloaded', file), outcome: 'refused' })
}

/** The API key that the call carries, by its name if it is valid; else the holder of the shared token. */
function signerOf(request: FastifyRequest, file: FileRow): AuditCaller {
  if (request.caller) return request.caller
  const hasKey = 'x-api-key' in request.headers || 'x_api_key' in request.headers
  const credential = hasKey ? 'api_key' : 'shared_token'
  return { client: { id: file.client_id }, actor: systemActor, credential, address: request.ip }
}
