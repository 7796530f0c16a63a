import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reading } from '#kernel/audit/reading.ts'
import type { Work } from '#kernel/work.ts'
import { sendPage, sendText, type TextQuery } from '#modules/documents/index.ts'
import type { RequestOrigin } from '#modules/signatures/processes/evidence.ts'
import type { FileVersion, ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { DrawingInput } from '#modules/signatures/signing/drawing.ts'
import { type SignerRef, signProcess } from '#modules/signatures/signing/sign-process.ts'
import { consentFor } from '#modules/signatures/signing/signer-processes.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { conflict } from '#platform/problem.ts'
import { processDownload, processView } from './audit-entries.ts'
import { fileAnswerOf, fileOf } from './process-file.ts'

/** From where a call comes, and with what. */
export function requestOriginOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, agent: request.headers['user-agent'] ?? null }
}

type SignedConsent = { drawing: DrawingInput; consent: string }

type ConsentToSign = SignedConsent & { ref: SignerRef; language: string | null; from: RequestOrigin }

/** Signs for a signer who agreed to the current text of the consent. */
export async function signWithConsent(
  work: Work,
  process: ProcessRow,
  { ref, drawing, consent, language, from }: ConsentToSign,
): Promise<ProcessRow> {
  const expected = await consentFor(work.tx, work.client, process, language)
  if (consent !== expected) {
    throw conflict('consent_changed', 'The text to agree to has changed in the meantime. Read it again.')
  }
  return signProcess(work, ref, { drawing, consent }, from)
}

/** A process, and who reads its document. */
type ReadProcess = { process: ProcessRow; reading: Reading }

type FileDeps = { blobs: Blobs; pdfWorkers: PdfWorkers }

/** A picture of a page; of the signed document as soon as there is one. */
export function sendProcessPage(reply: FastifyReply, deps: FileDeps, read: ReadProcess, page: number) {
  return sendPage(reply, deps, shownFile(read), { page })
}

/** The text of the same. */
export function sendProcessText(reply: FastifyReply, deps: FileDeps, read: ReadProcess, query: TextQuery) {
  return sendText(reply, deps, shownFile(read), query)
}

function shownFile({ process, reading }: ReadProcess) {
  const version = latestVersion(process)
  const file = { ...fileOf(process, version), content_type: 'application/pdf' }
  return { file, beforeBytes: processView(reading, process, version) }
}

type ProcessFile = ReadProcess & { version?: FileVersion; download?: boolean }

export function sendProcessFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs }: FileDeps,
  { process, reading, version = latestVersion(process), download = false }: ProcessFile,
) {
  const beforeBytes = processDownload(reading, process, version)
  return sendBlob(request, reply, blobs, { ...fileAnswerOf(process, version), isInline: !download, beforeBytes })
}

function latestVersion(process: ProcessRow): FileVersion {
  return process.sealed ? 'sealed' : 'original'
}
