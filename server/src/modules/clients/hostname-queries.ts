import type { Db, Tx } from '#platform/db/db.ts'
import { isViolationOf } from '#platform/db/is-violation-of.ts'
import { lookup } from '#platform/db/statement.ts'
import { invalid } from '#platform/problem.ts'

export type ClientName = { id: string; name: string }

const byHostname = lookup<ClientName, { hostname: string }>(`
  SELECT client.id, client.name FROM client_hostnames hostname JOIN clients client ON client.id = hostname.client_id
  WHERE hostname.hostname = $hostname`)

/** The client that a host name is for. */
export async function findClientByHostname(db: Db, hostname: string): Promise<ClientName | undefined> {
  return (await byHostname(db, { hostname: hostname.toLowerCase().replace(/\.$/, '') }))[0]
}

const byId = lookup<ClientName, { id: string }>(`SELECT id, name FROM clients WHERE id = $id`)

export async function findClientName(db: Db, id: string): Promise<ClientName | undefined> {
  return (await byId(db, { id }))[0]
}

export async function listHostnames(db: Db, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('client_hostnames')
    .select('hostname')
    .where('client_id', '=', clientId)
    .orderBy('hostname')
    .execute()
  return rows.map(({ hostname }) => hostname)
}

export async function replaceHostnames(tx: Tx, clientId: string, hostnames: string[]): Promise<void> {
  await tx.deleteFrom('client_hostnames').where('client_id', '=', clientId).execute()
  if (hostnames.length === 0) return
  try {
    await tx
      .insertInto('client_hostnames')
      .values(hostnames.map((hostname) => ({ client_id: clientId, hostname })))
      .execute()
  } catch (error) {
    if (!isViolationOf(error, 'client_hostnames_by_name')) throw error
    throw invalid('hostnames', 'taken', 'One of these host names belongs to another client.')
  }
}
