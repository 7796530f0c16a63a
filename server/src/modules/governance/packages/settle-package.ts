import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Work } from '#kernel/work.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import { getSubject } from './building/find-subject.ts'
import { packageFailed, packageReady } from './events.ts'
import { MAIL_LINK, REMOVE_BYTES } from './job-names.ts'
import { getStored, type SettledPackage } from './make-package.ts'
import { lockPackage, type PackageRow, storeExpired, storeFailed, storeReady } from './queries.ts'

type Made = { sha256: string; size: number; entries_count: number }

const isOpen = ({ status }: PackageRow) => status === 'queued' || status === 'building'

/** The package is there: its row names the bytes from now on. False when another worker, or its deletion, came first. */
export async function settleReady(work: Work, context: JobContext, id: string, made: Made): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockPackage(tx, client, id)
  if (!row || !isOpen(row)) return false
  await lockBlob(tx, context.blobs, made.sha256)
  await storeReady(tx, { client_id: client.id, id, ...made, now })
  emit(work, packageReady, await getStored(work, id))
  const { email } = await getSubject(tx, client, row.employee_key)
  const is_sent = row.notify && Boolean(row.recipient ?? email)
  if (is_sent) enqueue(work, MAIL_LINK, { client_id: client.id, id })
  tellWaiting(work, row, { status: 'ready', is_sent })
  return true
}

/** The package cannot be made. */
export async function settleFailed(work: Work, id: string, error: string): Promise<void> {
  const { tx, client, now } = work
  const row = await lockPackage(tx, client, id)
  if (!row || !isOpen(row)) return
  await storeFailed(tx, { client_id: client.id, id, error, now })
  emit(work, packageFailed, await getStored(work, id))
  tellWaiting(work, row, { status: 'failed', is_sent: false })
}

/** Its bytes go, by time or because it is deleted; one that is being made will not be. */
export async function expirePackage(work: Work, row: PackageRow): Promise<void> {
  const { tx, client, now } = work
  await storeExpired(tx, { client_id: client.id, id: row.id, now })
  if (row.sha256 !== null) enqueue(work, REMOVE_BYTES, { sha256s: [row.sha256] })
  if (isOpen(row)) tellWaiting(work, row, { status: 'failed', is_sent: false })
}

function tellWaiting(work: Work, { id, settled_job }: PackageRow, outcome: Pick<SettledPackage, 'status' | 'is_sent'>) {
  if (!settled_job) return
  const settled: SettledPackage = { client_id: work.client.id, access_package_id: id, ...outcome }
  enqueue(work, jobName(settled_job.name), { ...settled_job.data, ...settled })
}
