import { randomBytes } from 'node:crypto'
import type { Disposed, Disposer, DisposerContext } from '#kernel/disposer.ts'
import type { Work } from '#kernel/work.ts'
import { emitRequestEvent } from '#modules/requests/emit-request-event.ts'
import { requestDeleted, requestUpdated } from '#modules/requests/events.ts'
import { noteCount } from '#modules/requests/listing/count-requests.ts'
import { presentRequest } from '#modules/requests/present.ts'
import {
  anonymiseRequestRows,
  deleteRequestsRows,
  listFilesOfRequests,
  lockRequests,
  type RequestRow,
} from '#modules/requests/queries.ts'
import { recordDeleted } from './record-deleted.ts'

/** Requests are deleted with their comments, files and history, or stay for counting without any of them. */
export const requestDisposer: Disposer = {
  resourceType: 'request',
  async dispose(work, ids, action, context) {
    const rows = await lockRequests(work.tx, work.client, ids)
    const going = action === 'anonymise' ? rows.filter((row) => row.anonymised_as === null) : rows
    const gone = await withFiles(work, going)
    await (action === 'anonymise' ? anonymiseAll(work, going, context) : deleteAll(work, going, context))
    return { gone }
  },
}

async function withFiles({ tx, client }: Work, rows: readonly RequestRow[]): Promise<Disposed['gone']> {
  const files = await listFilesOfRequests(tx, client, idsOf(rows))
  return rows.map(({ id }) => ({
    id,
    files: files.filter((one) => one.request_id === id).map(({ sha256, size }) => ({ sha256, size: Number(size) })),
  }))
}

async function deleteAll(
  work: Work,
  rows: readonly RequestRow[],
  { keyring, publicUrl }: DisposerContext,
): Promise<void> {
  const { tx, client } = work
  await Promise.all([deleteRequestsRows(tx, client, idsOf(rows)), ...rows.map((row) => noteCount(tx, client, -1, row))])
  for (const row of rows) {
    await emitRequestEvent(work, keyring, row, { event: requestDeleted, data: presentRequest(row, publicUrl) })
    recordDeleted(work, row)
  }
}

/** What is counted stays the same, but for the employee who made it. */
async function anonymiseAll(work: Work, rows: readonly RequestRow[], context: DisposerContext) {
  const { publicUrl, keyring, pseudonym } = context
  const { tx, client, now } = work
  const pseudonyms = rows.map(() => pseudonym ?? `erased-${randomBytes(8).toString('hex')}`)
  await anonymiseRequestRows(tx, client, { ids: idsOf(rows), pseudonyms, now })
  await Promise.all(
    rows.flatMap((row) => [
      noteCount(tx, client, -1, row),
      noteCount(tx, client, 1, { ...row, creator_employee_key: null }),
    ]),
  )
  // The address that the request named is not called any more: it is gone with the rest.
  for (const row of await lockRequests(tx, client, idsOf(rows))) {
    await emitRequestEvent(work, keyring, row, { event: requestUpdated, data: presentRequest(row, publicUrl) })
  }
}

const idsOf = (rows: readonly RequestRow[]) => rows.map(({ id }) => id)
