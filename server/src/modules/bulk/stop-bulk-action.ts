import type { Work } from '#kernel/work.ts'
import { notFound } from '#platform/problem.ts'
import { type ActionRow, findAction, stopAction } from './queries.ts'

/** Ends an action of a manager after the item that is being done; one that has ended stays as it is. */
export async function stopBulkAction(work: Work, userKey: string, id: string): Promise<ActionRow> {
  const { tx, client, now } = work
  const owner = { client, userKey }
  if (!(await findAction(tx, owner, id))) throw notFound('bulk action', id)
  await stopAction(tx, { client_id: client.id, id }, 'on_request', now)
  const stopped = await findAction(tx, owner, id)
  if (!stopped) throw notFound('bulk action', id)
  return stopped
}
