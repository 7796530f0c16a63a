import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import { makePackage, type SettledPackage } from '#modules/governance/packages/make-package.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { Problem } from '#platform/problem.ts'
import { recordDeletion } from './ask.ts'
import { getStored } from './decide.ts'
import { deletionFailed, deletionPrepared } from './events.ts'
import { PACKAGE_SETTLED, RUN_DELETION } from './job-names.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, lockDeletion } from './queries.ts'
import { moveDeletion, storeError, storePackage, storePackageSent, storePreparedAt } from './step-queries.ts'

/** The package of the request was made by another call a moment ago. */
export class PackageBeingMade extends Error {
  override readonly name = 'PackageBeingMade'
}

/** What has to be done between the confirmation and the grace. Answers false when there is nothing left to do now. */
export async function prepare({ doWork }: JobContext, client: Client, row: DeletionRow): Promise<boolean> {
  if (row.status !== 'confirmed' || row.prepared_at || row.resource_type !== 'employee') return false
  return doWork(systemCaller(client), (work) => (row.send_package ? orderPackage : storePrepared)(work, row.id))
}

/** Has the access package made; a job goes on when it is there, or cannot be made. */
async function orderPackage(work: Work, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'confirmed' || row.prepared_at || row.employee_key === null) return false
  const made = await order(work, row, row.employee_key)
  await storePackage(tx, { client_id: client.id, id, access_package_id: made.id, now })
  await moveDeletion(tx, client, { id, status: 'preparing', now })
  return false
}

async function order(work: Work, row: DeletionRow, employee_key: string) {
  try {
    return await makePackage(work, {
      employee: { employee_key, technical_id: row.resource_id },
      origin: 'deletion_request',
      recipient: row.notification_recipient,
      settled: { job: PACKAGE_SETTLED, data: { deletion_request_id: row.id } },
    })
  } catch (error) {
    throw error instanceof Problem && error.code === 'package_open' ? new PackageBeingMade(error.message) : error
  }
}

type Settled = SettledPackage & { deletion_request_id?: string }

/** Goes on with the request whose package was made, or could not be. */
export async function settlePackage(work: Work, settled: Settled): Promise<void> {
  const { tx, client, now } = work
  const id = settled.deletion_request_id ?? ''
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'preparing' || row.access_package_id !== settled.access_package_id) return
  if (settled.status === 'ready') {
    await storePackageSent(tx, { client_id: client.id, id, is_sent: settled.is_sent })
    await storePrepared(work, id)
    enqueue(work, RUN_DELETION, { client_id: client.id, id })
    return
  }
  await storeError(tx, { client_id: client.id, id, error: 'package_failed', now })
  const stored = await getStored(work, id)
  emit(work, deletionFailed, presentDeletion(stored))
  recordDeletion(work, 'failed', stored)
}

async function storePrepared(work: Work, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if ((row?.status !== 'confirmed' && row?.status !== 'preparing') || row.prepared_at) return false
  // Without a package it stays confirmed until its time has come.
  if (row.send_package) await moveDeletion(tx, client, { id, status: 'prepared', now })
  else await storePreparedAt(tx, { client_id: client.id, id, now })
  const stored = await getStored(work, id)
  emit(work, deletionPrepared, presentDeletion(stored))
  recordDeletion(work, 'prepared', stored)
  return true
}
