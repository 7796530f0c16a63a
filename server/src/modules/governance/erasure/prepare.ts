import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import { recordDeletion } from './ask.ts'
import { getStored } from './decide.ts'
import { deletionPrepared } from './events.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, lockDeletion, moveDeletion, storePreparedAt } from './queries.ts'

/** What has to be done between the confirmation and the grace. Answers false when there is nothing left. */
export async function prepare({ doWork }: JobContext, client: Client, row: DeletionRow): Promise<boolean> {
  if (row.status !== 'confirmed' || row.prepared_at || row.resource_type !== 'employee') return false
  return doWork(systemCaller(client), (work) => storePrepared(work, row.id))
}

async function storePrepared(work: Work, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'confirmed' || row.prepared_at) return false
  // Without a package it stays confirmed until its time has come.
  if (row.send_package) await moveDeletion(tx, client, { id, status: 'prepared', now })
  else await storePreparedAt(tx, { client_id: client.id, id, now })
  const stored = await getStored(work, id)
  emit(work, deletionPrepared, presentDeletion(stored))
  recordDeletion(work, 'prepared', stored)
  return true
}
