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
  client_id = $client_id AND ended_at IS NULL
    AND CASE WHEN $scope = 'employee' THEN employee_technical_id ELSE manager_technical_id END = $technical_id`

const COLUMNS = 'employee_technical_id AS employee, manager_technical_id AS manager, proof, linked_at'

const find = lookup<LinkRow, { client_id: string; scope: Scope; technical_id: string }>(
  `SELECT ${COLUMNS} FROM account_links WHERE ${OF_ONE}`,
)

export async function findLink(db: Db, client: Client, { scope, technicalId }: AccountOwner) {
  return (await find(db, { client_id: client.id, scope, technical_id: technicalId }))[0]
}

const lock = statement<LinkRow, { client_id: string; scope: Scope; technical_id: string }>(
  `SELECT ${COLUMNS} FROM account_links WHERE ${OF_ONE} FOR UPDATE`,
)

/** Like findLink, and the link neither ends nor changes until the transaction does. */
export async function lockLink(tx: Tx, client: Client, { scope, technicalId }: AccountOwner) {
  return (await lock(tx, { client_id: client.id, scope, technical_id: technicalId }))[0]
}

const put = statement<
  never,
  {
    client_id: string
    employee_technical_id: string
    manager_technical_id: string
    proof: LinkProof
    linked_by_type: string
    linked_by_id: string | null
    linked_at: Date
  }
>(`
  INSERT INTO account_links (client_id, employee_technical_id, manager_technical_id, proof, linked_by_type, linked_by_id,
    linked_at)
  VALUES ($client_id, $employee_technical_id, $manager_technical_id, $proof, $linked_by_type, $linked_by_id, $linked_at)
  ON CONFLICT (client_id, employee_technical_id, manager_technical_id) DO UPDATE SET proof = excluded.proof,
    linked_by_type = excluded.linked_by_type, linked_by_id = excluded.linked_by_id, linked_at = excluded.linked_at,
    ended_at = NULL`)

export async function insertLink(
  tx: Tx,
  client: Client,
  { employee, manager }: LinkedPair,
  { proof, actor, now }: { proof: LinkProof; actor: Actor; now: Date },
): Promise<void> {
  await put(tx, {
    client_id: client.id,
    employee_technical_id: employee,
    manager_technical_id: manager,
    proof,
    linked_by_type: actor.type,
    linked_by_id: actor.id,
    linked_at: now,
  })
}

const end = statement<
  never,
  { client_id: string; employee_technical_id: string; manager_technical_id: string; ended_at: Date }
>(`
  UPDATE account_links SET ended_at = $ended_at
  WHERE client_id = $client_id AND employee_technical_id = $employee_technical_id AND manager_technical_id = $manager_technical_id`)

export async function endLinkRow(tx: Tx, client: Client, { employee, manager }: LinkedPair, now: Date): Promise<void> {
  await end(tx, { client_id: client.id, employee_technical_id: employee, manager_technical_id: manager, ended_at: now })
}

const wasLinked = statement<
  object,
  { client_id: string; employee_technical_id: string; manager_technical_id: string }
>(`
  SELECT FROM account_links
  WHERE client_id = $client_id AND employee_technical_id = $employee_technical_id AND manager_technical_id = $manager_technical_id AND ended_at IS NOT NULL`)

/** Whether these two were linked once and are no longer. */
export async function hasEnded(tx: Tx, client: Client, { employee, manager }: LinkedPair): Promise<boolean> {
  return (
    (await wasLinked(tx, { client_id: client.id, employee_technical_id: employee, manager_technical_id: manager }))
      .length > 0
  )
}

const touch = statement<
  never,
  { client_id: string; employee_technical_id: string; manager_technical_id: string; updated_at: Date }
>(`
  UPDATE accounts SET updated_at = $updated_at
  WHERE client_id = $client_id AND ((scope = 'employee' AND technical_id = $employee_technical_id) OR (scope = 'manager' AND technical_id = $manager_technical_id))`)

export async function touchBoth(tx: Tx, client: Client, { employee, manager }: LinkedPair, now: Date): Promise<void> {
  await touch(tx, {
    client_id: client.id,
    employee_technical_id: employee,
    manager_technical_id: manager,
    updated_at: now,
  })
}
