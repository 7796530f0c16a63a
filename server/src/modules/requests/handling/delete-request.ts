import type { Work } from '#kernel/work.ts'
import { refuseIfKept } from '#modules/governance/index.ts'
import { emitRequestEvent } from '#modules/requests/emit-request-event.ts'
import { requestDeleted } from '#modules/requests/events.ts'
import { noteCount } from '#modules/requests/listing/count-requests.ts'
import { presentRequest } from '#modules/requests/present.ts'
import { deleteRequestRows, lockRequest } from '#modules/requests/queries.ts'
import type { RequestDeps } from '#modules/requests/submission/create-request.ts'
import { notFound } from '#platform/problem.ts'
import { recordDeleted } from './record-deleted.ts'

/** Deletes a request with its comments, files and history. */
export async function deleteRequest(work: Work, { keyring, publicUrl }: RequestDeps, id: string): Promise<void> {
  const { tx, client } = work
  const request = await lockRequest(tx, client, id)
  if (!request) throw notFound('request', id)
  await refuseIfKept(work, 'request', id)
  await Promise.all([deleteRequestRows(tx, client, id), noteCount(tx, client, -1, request)])
  const data = presentRequest(request, publicUrl)
  await emitRequestEvent(work, keyring, request, { event: requestDeleted, data })
  recordDeleted(work, request)
}
