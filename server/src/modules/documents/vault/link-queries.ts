import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import { copyToVaultSql } from './queries.ts'
import type { ListVaultLinksQuery } from './schemas.ts'

export type VaultLinkRow = { id: string; employee_technical_id: string; created_at: Date }
export type NewVaultLink = { id: string; employee_key: string; created_at: Date }

const SELECT = `
  SELECT link.id, link.created_at,
    (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = link.employee_key)
      AS employee_technical_id
  FROM vault_links link`

const find = lookup<VaultLinkRow, { client_id: string; id: string }>(`
  ${SELECT} WHERE link.client_id = $client_id AND link.id = $id AND link.deleted_at IS NULL`)

export async function findVaultLink(db: Db, client: Client, id: string): Promise<VaultLinkRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

export type VaultLinkOfEmployee = { id: string; created_at: Date; deleted_at: Date | null }

const findOf = lookup<VaultLinkOfEmployee, { client_id: string; technical_id: string }>(`
  SELECT link.id, link.created_at, link.deleted_at FROM vault_links link
  JOIN employees employee ON employee.client_id = link.client_id AND employee.key = link.employee_key
  WHERE link.client_id = $client_id AND employee.technical_id = $technical_id`)

/** The link of an employee, or the one that was deleted last. */
export async function findVaultLinkOfEmployee(
  db: Db,
  client: Client,
  technicalId: string,
): Promise<VaultLinkOfEmployee | undefined> {
  return (await findOf(db, { client_id: client.id, technical_id: technicalId }))[0]
}

export async function listVaultLinks(
  db: Db,
  client: Client,
  { employee_technical_id }: ListVaultLinksQuery,
  request: OrderedRequest,
): Promise<VaultLinkRow[]> {
  const { beyond, sequence, limit } = keysetSql('link', request)
  const conditions = [sql`link.client_id = ${client.id}`, sql`link.deleted_at IS NULL`, ...beyond]
  if (employee_technical_id !== undefined) {
    conditions.push(sql`link.employee_key = (
      SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${employee_technical_id})`)
  }
  const { rows } = await sql<VaultLinkRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

type LinkValues = { client_id: string; employee_key: string; id: string; created_at: Date }
const INSERT =
  'INSERT INTO vault_links (client_id, employee_key, id, created_at) VALUES ($client_id, $employee_key, $id, $created_at)'

const insertFirst = statement<never, LinkValues>(`${INSERT} ON CONFLICT (client_id, employee_key) DO NOTHING`)

/** The first link of an employee; of several that are opened at once, one is. */
export async function insertFirstVaultLink(tx: Tx, client: Client, link: NewVaultLink): Promise<void> {
  await insertFirst(tx, {
    client_id: client.id,
    employee_key: link.employee_key,
    id: link.id,
    created_at: link.created_at,
  })
}

const insertFirsts = statement<never, { client_id: string; employee_keys: string[]; ids: string[]; created_at: Date }>(`
  INSERT INTO vault_links (client_id, employee_key, id, created_at)
  SELECT $client_id, employee_key, id, $created_at FROM unnest($employee_keys::bigint[], $ids::uuid[]) AS link (employee_key, id)
  ON CONFLICT (client_id, employee_key) DO NOTHING`)

/** The first links of many employees. */
export async function insertFirstVaultLinks(
  tx: Tx,
  client: Client,
  links: readonly NewVaultLink[],
  now: Date,
): Promise<void> {
  const keys = links.map((one) => one.employee_key)
  const ids = links.map((one) => one.id)
  await insertFirsts(tx, { client_id: client.id, employee_keys: keys, ids, created_at: now })
}

const findStates = statement<
  { employee_key: string; is_linked: boolean },
  { client_id: string; employee_keys: string[] }
>(`
  SELECT employee_key, deleted_at IS NULL AS is_linked FROM vault_links
  WHERE client_id = $client_id AND employee_key = ANY ($employee_keys)`)

/** Whether employees and their vaults are linked, by their keys; those who never were are not among them. */
export async function findVaultStates(db: Db, client: Client, keys: string[]): Promise<Map<string, boolean>> {
  return new Map(
    (await findStates(db, { client_id: client.id, employee_keys: keys })).map((row) => [
      row.employee_key,
      row.is_linked,
    ]),
  )
}

const create = statement<{ id: string }, LinkValues>(`
  ${INSERT} ON CONFLICT (client_id, employee_key) DO UPDATE
    SET id = excluded.id, created_at = excluded.created_at, deleted_at = NULL WHERE vault_links.deleted_at IS NOT NULL
  RETURNING id`)

/** A link of an employee who has none now; false when there is one. */
export async function createVaultLink(tx: Tx, client: Client, link: NewVaultLink): Promise<boolean> {
  return (
    (
      await create(tx, {
        client_id: client.id,
        employee_key: link.employee_key,
        id: link.id,
        created_at: link.created_at,
      })
    ).length === 1
  )
}

const deleteLink = statement<{ employee_key: string }, { client_id: string; id: string; now: Date }>(`
  WITH gone AS (
    UPDATE vault_links SET deleted_at = $now WHERE client_id = $client_id AND id = $id AND deleted_at IS NULL
    RETURNING client_id, employee_key
  ), unlinked AS (
    UPDATE documents document SET is_linked = false, updated_at = $now FROM gone
    WHERE document.client_id = $client_id AND document.employee_key = gone.employee_key AND document.is_linked
    RETURNING document.*
  ), kept AS (${copyToVaultSql('unlinked')}), given_up AS (
    UPDATE documents document SET is_withheld = false FROM gone
    WHERE document.client_id = $client_id AND document.employee_key = gone.employee_key AND document.is_withheld
  )
  SELECT employee_key FROM gone`)

/**
 * Deletes a link; the vault keeps what was linked to it as it is now, and documents that were withheld from it do not reach
 * it any more. False when the link no longer exists.
 */
export async function deleteVaultLink(tx: Tx, client: Client, id: string, now: Date): Promise<boolean> {
  return (await deleteLink(tx, { client_id: client.id, id, now })).length === 1
}

type Release = { client_id: string; document_type_id: number; now: Date }
const RELEASE = (documents: string) => `
  WITH released AS (
    UPDATE documents SET is_linked = true, is_withheld = false
    WHERE client_id = $client_id AND document_type_id = $document_type_id AND is_withheld ${documents} RETURNING employee_key
  ), opened AS (
    INSERT INTO vault_links (client_id, employee_key, id, created_at)
    SELECT $client_id::text, employee_key, gen_random_uuid(), $now FROM (SELECT DISTINCT employee_key FROM released) AS employee
    ON CONFLICT (client_id, employee_key) DO NOTHING
  )
  SELECT`

/** Puts the withheld documents of a type into the vaults of their employees; opens the first link of those who need it. */
export const releaseDocuments = statement<never, Release>(RELEASE(''))

/** The same for one document. */
export const releaseDocument = statement<never, Release & { document_key: string }>(RELEASE('AND key = $document_key'))
