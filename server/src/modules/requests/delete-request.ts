import type { Work } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { noteCount } from './count-requests.ts'
import type { RequestParts } from './create-request.ts'
import { requestDeleted } from './events.ts'
import { presentRequest } from './present-request.ts'
import { deleteRequestRows, lockRequest } from './request-queries.ts'
import { tell } from './tell.ts'

/** Deletes a request with its comments, files and history. */
export async function deleteRequest(work: Work, { keyring, publicUrl }: RequestParts, id: string): Promise<void> {
  const { tx, client } = work
  const request = await lockRequest(tx, client, id)
  if (!request) throw notFound('request', id)
  await Promise.all([deleteRequestRows(tx, client, id), noteCount(tx, client, -1, request)])
  await tell(work, keyring, request, requestDeleted, presentRequest(request, publicUrl))
}
