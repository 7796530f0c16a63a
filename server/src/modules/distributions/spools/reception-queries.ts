import type { Actor } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/*
 * Leases are set and compared by the clock of the database: the processes that renew them and those that look at them need not
 * agree on the time.
 */
const LEASE = "statement_timestamp() + interval '60 seconds'"

export const insertReception = statement<never, { client_id: string; project_id: number; id: string; actor: string }>(`
  INSERT INTO distribution_receptions (client_id, project_id, id, actor, expires_at) VALUES ($client_id, $project_id, $id, $actor::json, ${LEASE})`)

export const renewReception = statement<never, { client_id: string; project_id: number; id: string }>(`
  UPDATE distribution_receptions SET expires_at = ${LEASE} WHERE client_id = $client_id AND project_id = $project_id AND id = $id`)

export const deleteReception = statement<never, { client_id: string; project_id: number; id: string }>(`
  DELETE FROM distribution_receptions WHERE client_id = $client_id AND project_id = $project_id AND id = $id`)

const find = statement<{ id: string }, { client_id: string; project_id: number }>(`
  SELECT id FROM distribution_receptions WHERE client_id = $client_id AND project_id = $project_id AND expires_at > statement_timestamp() LIMIT 1`)

/** Whether a spool of the project is being received, by whichever process. */
export async function isReceiving(db: Db, client: { id: string }, projectId: number): Promise<boolean> {
  return (await find(db, { client_id: client.id, project_id: projectId })).length > 0
}

export type ExpiredReception = { client_id: string; project_id: number; id: string; actor: Actor }

const expired = statement<ExpiredReception, { limit: number }>(`
  SELECT client_id, project_id, id, actor FROM distribution_receptions WHERE expires_at <= statement_timestamp()
  ORDER BY expires_at LIMIT $limit`)

export async function listExpiredReceptions(db: Db, limit: number): Promise<ExpiredReception[]> {
  return expired(db, { limit })
}

const removeExpired = statement<{ id: string }, { client_id: string; project_id: number; id: string }>(`
  DELETE FROM distribution_receptions
  WHERE client_id = $client_id AND project_id = $project_id AND id = $id AND expires_at <= statement_timestamp() RETURNING id`)

/** Whether the reception was there and had expired, at this moment. */
export async function deleteExpiredReception(
  db: Db,
  { client_id, project_id, id }: ExpiredReception,
): Promise<boolean> {
  return (await removeExpired(db, { client_id, project_id, id })).length > 0
}
