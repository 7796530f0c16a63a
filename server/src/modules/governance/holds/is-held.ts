import { type HeldType, held } from '#kernel/legal-hold.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** Whether an open hold covers a resource, as SQL over its type and its id as text. */
export const isHeld = (type: string, id: string) => `EXISTS (
  SELECT FROM legal_hold_items item
  JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
  WHERE item.client_id = $client_id AND item.resource_type = ${type} AND item.resource_id = ${id})`

const look = statement<{ is_held: boolean }, { client_id: string; type: string; id: string }>(
  `SELECT ${isHeld('$type', '$id')} AS is_held`,
)

/**
 * Refuses to take away what is under legal hold. The database refuses it too: here the caller is told before anything is
 * done, and in the words of the API.
 */
export async function refuseIfHeld(work: Work, type: HeldType, id: string): Promise<void> {
  if (await isUnderHold(work, type, id)) throw held(type, id)
}

export async function isUnderHold({ tx, client }: Work, type: HeldType, id: string): Promise<boolean> {
  const [row] = await look(tx, { client_id: client.id, type, id })
  return row?.is_held === true
}

const lookForOpen = statement<{ has_open: boolean }, { client_id: string }>(`
  SELECT EXISTS (SELECT FROM legal_holds WHERE client_id = $client_id AND released_at IS NULL) AS has_open`)

/** Whether anything of a client can be under hold. */
export async function hasOpenHolds(tx: Tx, client: Client): Promise<boolean> {
  return (await lookForOpen(tx, { client_id: client.id }))[0]?.has_open === true
}
