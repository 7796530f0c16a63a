import type { Actor, Client } from '#kernel/work.ts'
import type { AccountOwner } from '#modules/directory/accounts/queries.ts'
import type { Scope } from '#modules/directory/accounts/schemas.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** How it was shown that two log-ins belong to one person. */
export type LinkProof = 'password' | 'code' | 'administrator' | 'setup'

/** The employee log-in and the manager log-in of one person, by their technical ids. */
export type LinkedPair = { employee: string; manager: string }

export type LinkRow = LinkedPair & { proof: LinkProof; linked_at: Date }

const OF_ONE = `
  client_id = $1 AND ended_at IS NULL
    AND CASE WHEN $2 = 'employee' THEN employee_technical_id ELSE manager_technical_id END = $3`

const COLUMNS = 'employee_technical_id AS employee, manager_technical_id AS manager, proof, linked_at'

const find = lookup<LinkRow, [string, Scope, string]>(`SELECT ${COLUMNS} FROM account_links WHERE ${OF_ONE}`)

export async function findLink(db: Db, client: Client, { scope, technicalId }: AccountOwner) {
  return (await find(db, client.id, scope, technicalId))[0]
}

const lock = statement<LinkRow, [string, Scope, string]>(
  `SELECT ${COLUMNS} FROM account_links WHERE ${OF_ONE} FOR UPDATE`,
)

/** Like findLink, and the link neither ends nor changes until the transaction does. */
export async function lockLink(tx: Tx, client: Client, { scope, technicalId }: AccountOwner) {
  return (await lock(tx, client.id, scope, technicalId))[0]
}

const put = statement<never, [string, string, string, LinkProof, string, string | null, Date]>(`
  INSERT INTO account_links (client_id, employee_technical_id, manager_technical_id, proof, linked_by_type, linked_by_id,
    linked_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (client_id, employee_technical_id, manager_technical_id) DO UPDATE SET proof = excluded.proof,
    linked_by_type = excluded.linked_by_type, linked_by_id = excluded.linked_by_id, linked_at = excluded.linked_at,
    ended_at = NULL`)

export async function insertLink(
  tx: Tx,
  client: Client,
  { employee, manager }: LinkedPair,
  { proof, actor, now }: { proof: LinkProof; actor: Actor; now: Date },
): Promise<void> {
  await put(tx, client.id, employee, manager, proof, actor.type, actor.id, now)
}

const end = statement<never, [string, string, string, Date]>(`
  UPDATE account_links SET ended_at = $4
  WHERE client_id = $1 AND employee_technical_id = $2 AND manager_technical_id = $3`)

export async function endLinkRow(tx: Tx, client: Client, { employee, manager }: LinkedPair, now: Date): Promise<void> {
  await end(tx, client.id, employee, manager, now)
}

const wasLinked = statement<object, [string, string, string]>(`
  SELECT FROM account_links
  WHERE client_id = $1 AND employee_technical_id = $2 AND manager_technical_id = $3 AND ended_at IS NOT NULL`)

/** Whether these two were linked once and are no longer. */
export async function hasEnded(tx: Tx, client: Client, { employee, manager }: LinkedPair): Promise<boolean> {
  return (await wasLinked(tx, client.id, employee, manager)).length > 0
}

const touch = statement<never, [string, string, string, Date]>(`
  UPDATE accounts SET updated_at = $4
  WHERE client_id = $1 AND ((scope = 'employee' AND technical_id = $2) OR (scope = 'manager' AND technical_id = $3))`)

export async function touchBoth(tx: Tx, client: Client, { employee, manager }: LinkedPair, now: Date): Promise<void> {
  await touch(tx, client.id, employee, manager, now)
}
