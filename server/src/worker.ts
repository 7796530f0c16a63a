import type { Registry } from 'prom-client'
import { expireTokens, mailConfirmation, mailLinkCode, mailPasswordLinks } from '#modules/auth/jobs.ts'
import { runBulkActions, tidyBulkActions } from '#modules/bulk/jobs.ts'
import { foldValueCounts, purgeDataset } from '#modules/datasets/jobs.ts'
import { mailLogInNotice } from '#modules/directory/accounts/jobs.ts'
import { listManagerEmails } from '#modules/directory/index.ts'
import { distributionDocumentBlobs, packageBlobs, spoolBlobs } from '#modules/distributions/index.ts'
import {
  deliverProject,
  endReceptions,
  handOverPackages,
  mailDelivery,
  processDistribution,
  releaseProjects,
} from '#modules/distributions/jobs.ts'
import { filedBlobs, previewBlobs, vaultBlobs } from '#modules/documents/index.ts'
import { deleteOrphanPreviews } from '#modules/documents/previews/jobs.ts'
import { importedBlobs } from '#modules/imports/index.ts'
import { importDataset, importManagers } from '#modules/imports/jobs.ts'
import { recordingMailer } from '#modules/mails/index.ts'
import { deleteOldMails } from '#modules/mails/jobs.ts'
import { remindManagers } from '#modules/notes/jobs.ts'
import { requestFileBlobs } from '#modules/requests/index.ts'
import { foldRequestCounts, mailAboutRequest } from '#modules/requests/jobs.ts'
import { signatureBlobs } from '#modules/signatures/index.ts'
import {
  expireProcesses,
  mailCode,
  mailRequester,
  mailSigner,
  remindSigners,
  sealProcess,
} from '#modules/signatures/jobs.ts'
import { uploadedBlobs } from '#modules/uploads/index.ts'
import { expireUploads } from '#modules/uploads/jobs.ts'
import { callbackQueue, Dispatcher, openMeter } from '#modules/webhooks/index.ts'
import { expireDeliveries, mailDisabled, purgeEndpoint, recoverFailed } from '#modules/webhooks/jobs.ts'
import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Database, Db } from '#platform/db/db.ts'
import type { DoWork } from '#platform/db/work.ts'
import type { OutboxSignal } from '#platform/events/outbox-signal.ts'
import { expireIdempotencyKeys } from '#platform/http/idempotency/jobs.ts'
import type { AnyJob } from '#platform/jobs/define-job.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { requestTimestamp, type TimestampAuthority } from '#platform/seal/request-timestamp.ts'

/** Every job of the service, with its schedule if it has one. */
export const ALL_JOBS: readonly AnyJob[] = [
  deliverProject,
  endReceptions,
  expireTokens,
  foldRequestCounts,
  foldValueCounts,
  deleteOldMails,
  handOverPackages,
  importDataset,
  importManagers,
  purgeDataset,
  expireDeliveries,
  expireIdempotencyKeys,
  expireProcesses,
  expireUploads,
  mailAboutRequest,
  mailCode,
  mailConfirmation,
  mailDelivery,
  mailDisabled,
  mailLinkCode,
  mailLogInNotice,
  mailPasswordLinks,
  mailRequester,
  mailSigner,
  processDistribution,
  purgeEndpoint,
  recoverFailed,
  releaseProjects,
  remindManagers,
  remindSigners,
  runBulkActions,
  sealProcess,
  deleteOrphanPreviews,
  sweepBlobs,
  tidyBulkActions,
]

export type WorkerDeps = {
  db: Database
  doWork: DoWork
  jobs: JobQueue
  clock: Clock
  keyring: Keyring
  log: Log
  outboxSignal: OutboxSignal
  mailer: Mailer
  blobs: Blobs
  metrics: Registry
  outbound: Outbound
  publicUrl: string
  maxFileBytes: number
  carrierRoot?: string | undefined
  /** Where seals are given their time, if anywhere. */
  timestampAuthority?: TimestampAuthority | undefined
}

/** Half of the ten seconds in which a service stops. */
const GRACE_SECONDS = 5

/** Everything that goes on by itself: jobs, and the sending of callbacks. Answers how to stop it. */
export async function startWorker(deps: WorkerDeps): Promise<() => Promise<void>> {
  const { db, jobs, outboxSignal: news, metrics, timestampAuthority } = deps
  await jobs.work({
    ...deps,
    mailer: recordingMailer(deps.mailer, deps),
    mailboxesFor: (clientId, permission) => listManagerEmails(db, clientId, permission),
    namedBlobs,
    timestamp: timestampAuthority && ((signature) => requestTimestamp(deps, timestampAuthority, signature)),
  })
  const dispatcher = new Dispatcher({ ...deps, queue: callbackQueue(db), meter: openMeter(metrics) })
  const stopListening = news.listen(() => dispatcher.wake())
  return async () => {
    await Promise.all([stopListening(), dispatcher.stop(GRACE_SECONDS * 1000), jobs.stop(GRACE_SECONDS)])
  }
}

/**
 * Which tables name blobs; the sweep removes what none of them does. They are asked in this order: what
 * leaves the documents for a vault meanwhile is found here or there.
 */
export const BLOB_NAMES: readonly BlobNames[] = [
  uploadedBlobs,
  importedBlobs,
  filedBlobs,
  vaultBlobs,
  previewBlobs,
  requestFileBlobs,
  spoolBlobs,
  distributionDocumentBlobs,
  packageBlobs,
  signatureBlobs,
]

export async function namedBlobs(db: Db, keys: string[]): Promise<Set<string>> {
  return new Set((await Promise.all(BLOB_NAMES.map((one) => one.among(db, keys)))).flat())
}
