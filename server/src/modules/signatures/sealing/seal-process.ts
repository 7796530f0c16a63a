import { Readable } from 'node:stream'
import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import { systemActor, type Work } from '#kernel/work.ts'
import { type ClientRow, findClient } from '#modules/clients/index.ts'
import { processUpdated } from '#modules/signatures/events.ts'
import { stampDocument } from '#modules/signatures/files/stamp-document.ts'
import type { ProcessRef } from '#modules/signatures/job-names.ts'
import { enqueueRequesterMail } from '#modules/signatures/mails/enqueue-mails.ts'
import { listEvidence, recordEvidence } from '#modules/signatures/processes/evidence.ts'
import { getProcess } from '#modules/signatures/processes/get-process.ts'
import { presentProcess } from '#modules/signatures/processes/present.ts'
import {
  type FileRow,
  findProcess,
  lockProcess,
  type ProcessRow,
  putFile,
  updateProcess,
} from '#modules/signatures/processes/queries.ts'
import { sendProcess } from '#modules/signatures/processes/send-process.ts'
import { storeFile } from '#modules/uploads/index.ts'
import { notifyCallbackUrl } from '#modules/webhooks/index.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { evidenceFile, evidenceReport, marksOf } from './evidence-report.ts'
import { REPORT_WORDS } from './report-words.ts'
import { sealingIdentity } from './sealing-identity.ts'

type SealedFile = FileRow & { renew_at: Date | null }

/**
 * Puts the signatures of all on the document, adds the evidence and seals it. The document is made before the
 * transaction that ends the signing: a worker that is killed in between leaves nothing that the next run would not do again.
 */
export async function sealProcess({ client_id, process_id }: ProcessRef, context: JobContext): Promise<void> {
  const client = await findClient(context.db, client_id)
  const process = client && (await findProcess(context.db, client, process_id))
  if (!client || !process || !isToSeal(process)) return
  const file = await makeSealed(context, client, process)
  await context.doWork({ client, actor: systemActor }, (work) => finish(work, context, process_id, file))
}

function isToSeal({ status, all_signed_at }: ProcessRow): boolean {
  return status === 'signing' && all_signed_at !== null
}

async function makeSealed(context: JobContext, client: ClientRow, process: ProcessRow): Promise<SealedFile> {
  const { blobs, db, doWork, keyring, clock, pdfWorkers, timestamp } = context
  const original = await blobs.read(process.original.sha256)
  if (!original) throw new Error(`The bytes of a file are missing: ${process.original.sha256}`)
  const evidence = await listEvidence(db, client, process.id)
  const { words } = REPORT_WORDS.in(client.languages[0])
  const signed = { process, evidence, company: client.name, words }
  const stamped = await stampDocument(pdfWorkers, original, {
    marks: marksOf(signed),
    report: evidenceReport(signed),
    attachment: { name: 'evidence.json', bytes: evidenceFile(signed) },
    moment: clock.now(),
  })
  if (!stamped) throw new Error('The signed document can no longer be read.')
  const identity = await doWork({ client, actor: systemActor }, (work) => sealingIdentity(work, keyring))
  // Loaded with the first seal: its libraries would take a tenth of a second of every start.
  const { sealPdf } = await import('#platform/seal/seal-pdf.ts')
  const sealed = await sealPdf(stamped.bytes, {
    identity,
    moment: clock.now(),
    name: client.name,
    reason: process.reason ?? words.title,
    ...(timestamp && { timestamp }),
  })
  const { bytes, renewAt } = await extended(context, sealed)
  const { filename } = process.original
  const { sizeBytes, sha256 } = await storeFile(blobs, filename, Readable.from([bytes]))
  return { filename, size: String(sizeBytes), sha256, page_count: stamped.pageCount, renew_at: renewAt }
}

/**
 * With validation data, if the operator wants it. A document does not wait for those who answer for certificates: it is
 * sealed without, and the job that renews seals adds it. A revoked certificate seals nothing.
 */
async function extended({ longTermSeals }: JobContext, sealed: Uint8Array<ArrayBuffer>) {
  const extension = await longTermSeals?.extend(sealed)
  if (!extension) return { bytes: sealed, renewAt: null }
  if (extension.outcome === 'revoked') throw new Error(extension.reason)
  const { renewAt } = extension
  return { bytes: extension.outcome === 'extended' ? extension.bytes : sealed, renewAt }
}

/** Once: of two who sealed it, the first is right. */
async function finish(work: Work, { blobs, keyring }: JobContext, id: string, file: SealedFile): Promise<void> {
  const { tx, client, now } = work
  const process = await lockProcess(tx, client, id)
  if (!process || !isToSeal(process)) return
  await lockBlob(tx, blobs, file.sha256)
  await putFile(tx, {
    client_id: client.id,
    id,
    version: 'sealed',
    filename: file.filename,
    size: Number(file.size),
    sha256: file.sha256,
    page_count: file.page_count,
    renew_at: file.renew_at,
  })
  await updateProcess(tx, client, id, { status: 'signed', signed_at: now, updated_at: now })
  await recordEvidence(work, id, { action: 'sealed' })
  const signed = await getProcess(tx, client, id)
  const event = emit(work, processUpdated, presentProcess(signed))
  await notifyCallbackUrl(work, keyring, { url: signed.callback_url, event })
  enqueueRequesterMail(work, signed, 'all_signed')
  if (signed.auto_send) await sendProcess(work, id)
}
