import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { readingOf } from '#kernel/audit/reading.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { listEvidence, presentEvidence } from '#modules/signatures/processes/evidence.ts'
import { getProcess } from '#modules/signatures/processes/get-process.ts'
import { EvidenceEntry, ProcessParams } from '#modules/signatures/processes/schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http } from '#platform/http/routes.ts'
import { processDownload } from './audit-entries.ts'
import { fileAnswerOf } from './process-file.ts'

const { read } = accessTo('signatures')

export type ProcessFileDeps = { db: Db; blobs: Blobs; audit: AuditTrail }

/** The document of a process before and after it was signed, and what happened between. */
export function mountProcessFiles(v2: Http, { db, blobs, audit }: ProcessFileDeps): void {
  const versions = [
    ['file', 'original', 'getSignatureProcessFile', 'Download the original document of a signature process'],
    ['signed_file', 'sealed', 'getSignedFile', 'Download the signed and sealed document of a signature process'],
  ] as const
  for (const [name, version, operationId, summary] of versions) {
    v2.get(
      `/signature_processes/:id/${name}`,
      {
        config: read,
        schema: {
          operationId,
          summary,
          params: ProcessParams,
          response: BlobContent('application/pdf', 'The PDF.'),
        },
      },
      async (request, reply) => {
        const process = await getProcess(db, callerOf(request).client, request.params.id)
        const beforeBytes = processDownload(readingOf(request, audit), process, version)
        return sendBlob(request, reply, blobs, { ...fileAnswerOf(process, version), beforeBytes })
      },
    )
  }

  v2.get(
    '/signature_processes/:id/evidence',
    {
      config: read,
      schema: {
        operationId: 'listSignatureEvidence',
        summary: 'List the evidence of a signature process, oldest first',
        params: ProcessParams,
        response: { 200: Type.Array(EvidenceEntry) },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const process = await getProcess(db, client, request.params.id)
      const evidence = await listEvidence(db, client, process.id)
      if (request.method !== 'HEAD') await processDownload(readingOf(request, audit), process, 'evidence')('whole')
      return evidence.map(presentEvidence)
    },
  )
}
