import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { asDownload } from '#kernel/audit/reading.ts'
import { decryptSharedToken } from '#modules/clients/index.ts'
import { documentEntry } from '#modules/documents/audit-entries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { unchecked } from '#platform/http/bodies/file-body.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Routes } from '#platform/http/routes.ts'
import { OneOf, Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { recordRefusal, signedReading } from './audit-signed.ts'
import { fileAnswer } from './file-answer.ts'
import { findSignedFile } from './queries.ts'
import { checkAge, checkHash, readSignature, type Signature } from './signed-download.ts'

export type DownloadDeps = {
  db: Db
  blobs: Blobs
  clock: Clock
  keyring: Keyring
  audit: AuditTrail
  /** The API key that a call carries, once it was found to be valid; undefined when it carries none. */
  keyOf(request: FastifyRequest): Promise<string | undefined>
}

const Params = Type.Object({ document_id: Text() })
const Query = Type.Object({
  timestamp: Type.String({
    maxLength: 40,
    description:
      'When the address was signed: Unix time in seconds, UTC; ten digits, and up to nine behind a point. No leading zero, sign or exponent.',
  }),
  hash: Type.String({
    maxLength: 64,
    description: 'Over the concatenation of token, document_id and timestamp as sent; hexadecimal.',
  }),
  hash_method: Type.Optional(OneOf(['sha256', ''], { description: 'Empty: HMAC-SHA-256, keyed with the token.' })),
})

export function downloadRoutes(deps: DownloadDeps): Routes {
  return (v1) => {
    v1.get(
      '/enterprise/documents/:document_id/download',
      {
        ...unchecked,
        config: { allow: ['anyone'], refuses: ['forbidden', 'too_many'] },
        schema: {
          operationId: 'downloadEnterpriseDocument',
          summary: 'Download a document by a signed URL',
          description:
            'The token is the shared token of the client; or the API key, when the call carries one. Valid for 5 minutes. Byte ranges are served.',
          params: Params,
          querystring: Query,
          response: BlobContent('*/*', 'The file.'),
        },
      },
      async (request, reply) => {
        const id = (request.params as { document_id: string }).document_id
        const signature = readSignature(request.query as Record<string, unknown>)
        const file = await getSigned(deps, request, { id, signature }).catch(async (refusal: unknown) => {
          await recordRefusal(deps, request, { id, refusal })
          throw refusal
        })
        const beforeBytes = asDownload(
          signedReading(deps.audit, request, { file, signature }),
          documentEntry('document.downloaded', file),
        )
        return sendBlob(request, reply, deps.blobs, { ...fileAnswer(file), beforeBytes })
      },
    )
  }
}

/** The document that a signed address opens; refused in the order of the specification. */
async function getSigned(
  { db, clock, keyring, keyOf }: DownloadDeps,
  request: FastifyRequest,
  { id, signature }: { id: string; signature: Signature },
) {
  checkAge(signature, clock.now())
  const key = await keyOf(request)
  const file = isUuid(id) ? await findSignedFile(db, id) : undefined
  const isForeign = request.caller !== undefined && request.caller.client.id !== file?.client_id
  if (!file || isForeign || file.trashed_at) throw notFound('document', id)
  checkHash(signature, id, key ?? decryptSharedToken(keyring, file.client_id, file.sealed_shared_token))
  return file
}
