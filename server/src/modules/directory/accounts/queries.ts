import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import type { ListAccountsQuery, Scope } from './schemas.ts'

/** Whose log-in it is, and as what. */
export type AccountOwner = { scope: Scope; technicalId: string }

export type AccountRow = {
  scope: Scope
  technical_id: string
  /** The address that the person logs in with, exactly as it is mailed to; none when another log-in has it. */
  email: string | null
  password_hash: string | null
  is_active: boolean
  /** Sessions count for the version that they were opened with; a new password makes a new one. */
  credential_version: string
  last_login_at: Date | null
  /** The other log-in of the same person, as the id of an account. */
  linked_to: string | null
  created_at: Date
  updated_at: Date
}

/** While an employee is deleted, so is the log-in. */
const SELECT = `
  SELECT account.scope, account.technical_id, account.email, account.password_hash,
    account.is_active, account.credential_version, account.last_login_at, account.created_at, account.updated_at,
    CASE account.scope
      WHEN 'employee' THEN (SELECT 'manager:' || link.manager_technical_id FROM account_links link
        WHERE link.client_id = $client_id AND link.employee_technical_id = account.technical_id AND link.ended_at IS NULL)
      ELSE (SELECT 'employee:' || link.employee_technical_id FROM account_links link
        WHERE link.client_id = $client_id AND link.manager_technical_id = account.technical_id AND link.ended_at IS NULL)
    END AS linked_to
  FROM accounts account
  LEFT JOIN employees employee ON employee.client_id = account.client_id AND employee.key = account.employee_key`

const find = lookup<AccountRow, { client_id: string; scope: Scope; technical_id: string }>(`${SELECT}
  WHERE account.client_id = $client_id AND account.scope = $scope AND account.technical_id = $technical_id
    AND (employee.deleted_at IS NULL OR employee.erased_at IS NOT NULL)`)

export async function findAccount(db: Db, client: Client, owner: AccountOwner): Promise<AccountRow | undefined> {
  return (await find(db, { client_id: client.id, scope: owner.scope, technical_id: owner.technicalId }))[0]
}

const lock = statement<object, { client_id: string; scope: Scope; technical_id: string }>(`
  SELECT FROM accounts WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id FOR UPDATE`)

/** Like findAccount, and nobody else changes the log-in until the transaction ends. */
export async function lockAccount(tx: Tx, client: Client, owner: AccountOwner): Promise<AccountRow | undefined> {
  const [locked] = await lock(tx, { client_id: client.id, scope: owner.scope, technical_id: owner.technicalId })
  // A second statement, so that it sees what the last holder of the lock committed.
  return locked && findAccount(tx, client, owner)
}

const contact = statement<{ email: string | null }, { client_id: string; scope: Scope; technical_id: string }>(`
  SELECT email FROM employees
  WHERE $scope = 'employee' AND client_id = $client_id AND technical_id = $technical_id AND deleted_at IS NULL
  UNION ALL
  SELECT email FROM users WHERE $scope = 'manager' AND client_id = $client_id AND technical_id = $technical_id`)

/** The contact address of a person; undefined when the person does not exist. */
export async function findContactEmail(
  db: Db,
  client: Client,
  { scope, technicalId }: AccountOwner,
): Promise<string | null | undefined> {
  return (await contact(db, { client_id: client.id, scope, technical_id: technicalId }))[0]?.email
}

const insert = statement<
  { technical_id: string },
  {
    client_id: string
    scope: Scope
    technical_id: string
    email: string | null
    canonical_email: string | null
    password_hash: string | null
    is_active: boolean
    created_at: Date
  }
>(`
  INSERT INTO accounts (client_id, scope, technical_id, employee_key, user_key, email, canonical_email, password_hash,
    is_active, created_at, updated_at)
  SELECT $client_id::text, $scope::text, $technical_id::text, employee_key, user_key, $email::text, $canonical_email::text, $password_hash::text,
    $is_active::boolean, $created_at::timestamptz, $created_at::timestamptz FROM (
    SELECT key AS employee_key, NULL::bigint AS user_key FROM employees
    WHERE $scope = 'employee' AND client_id = $client_id AND technical_id = $technical_id AND deleted_at IS NULL
    UNION ALL
    SELECT NULL, key FROM users WHERE $scope = 'manager' AND client_id = $client_id AND technical_id = $technical_id
  ) AS person
  ON CONFLICT DO NOTHING RETURNING technical_id`)

type NewAccount = Pick<AccountRow, 'email' | 'password_hash' | 'is_active'> & { now: Date }

/** Inserts the log-in of a person; false when the person has one already. */
export async function insertAccount(
  tx: Tx,
  client: Client,
  { scope, technicalId }: AccountOwner,
  { email, password_hash, is_active, now }: NewAccount,
): Promise<boolean> {
  const inserted = await insert(tx, {
    client_id: client.id,
    scope,
    technical_id: technicalId,
    email,
    canonical_email: email === null ? null : (canonicalEmail(email) ?? null),
    password_hash,
    is_active,
    created_at: now,
  })
  return inserted.length > 0
}

export async function updateAccount(
  tx: Tx,
  client: Client,
  { scope, technicalId }: AccountOwner,
  change: Pick<AccountRow, 'email' | 'password_hash' | 'is_active' | 'credential_version' | 'updated_at'> & {
    invited_at?: null
  },
): Promise<void> {
  const { email } = change
  await tx
    .updateTable('accounts')
    .set({ ...change, canonical_email: email === null ? null : (canonicalEmail(email) ?? null) })
    .where('client_id', '=', client.id)
    .where('scope', '=', scope)
    .where('technical_id', '=', technicalId)
    .execute()
}

const mark = statement<never, { client_id: string; scope: Scope; technical_id: string; last_login_at: Date }>(`
  UPDATE accounts SET last_login_at = $last_login_at WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

export async function markLogIn(
  tx: Tx,
  client: Client,
  { scope, technicalId }: AccountOwner,
  now: Date,
): Promise<void> {
  await mark(tx, { client_id: client.id, scope, technical_id: technicalId, last_login_at: now })
}

const markInvitation = statement<never, { client_id: string; scope: Scope; technical_id: string; invited_at: Date }>(`
  UPDATE accounts SET invited_at = $invited_at WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

export async function markInvited(
  tx: Tx,
  client: Client,
  { scope, technicalId }: AccountOwner,
  now: Date,
): Promise<void> {
  await markInvitation(tx, { client_id: client.id, scope, technical_id: technicalId, invited_at: now })
}

/** An account that an e-mail address logs in to, with the client that it belongs to. */
export type MailAccount = Omit<AccountRow, 'linked_to'> & {
  email: string
  client_id: string
  client_name: string
  languages: string[]
  first_name: string
  language: string | null
}

/** The active accounts of a canonical address: at most one for each client and scope. */
export const listAccountsByEmail = lookup<MailAccount, { canonical_email: string }>(`
  SELECT client.id AS client_id, client.name AS client_name, client.languages, account.scope, account.technical_id,
    account.email, person.first_name, person.language, account.password_hash, account.is_active,
    account.credential_version, account.last_login_at, account.created_at, account.updated_at
  FROM accounts account
  JOIN clients client ON client.id = account.client_id
  CROSS JOIN LATERAL (
    SELECT first_name, language FROM employees
    WHERE client_id = account.client_id AND key = account.employee_key AND (deleted_at IS NULL OR erased_at IS NOT NULL)
    UNION ALL
    SELECT first_name, language FROM users WHERE client_id = account.client_id AND key = account.user_key
  ) AS person
  WHERE account.canonical_email = $canonical_email AND account.is_active
  ORDER BY client.name, client.id, account.scope`)

const remove = statement<never, { client_id: string; scope: Scope; technical_id: string }>(`
  DELETE FROM accounts WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

export async function deleteAccountRow(tx: Tx, client: Client, { scope, technicalId }: AccountOwner): Promise<void> {
  await remove(tx, { client_id: client.id, scope, technical_id: technicalId })
}

export async function listAccounts(
  db: Db,
  client: Client,
  { scope, is_active, updated_at_since }: ListAccountsQuery,
  request: OrderedRequest,
): Promise<AccountRow[]> {
  const { beyond, sequence, limit } = keysetSql('account', request)
  const conditions = [sql`account.client_id = ${client.id}`, sql`employee.deleted_at IS NULL`, ...beyond]
  if (scope !== undefined) conditions.push(sql`account.scope = ${scope}`)
  if (is_active !== undefined) conditions.push(sql`account.is_active = ${is_active}`)
  if (updated_at_since !== undefined) conditions.push(sql`account.updated_at >= ${updated_at_since}`)
  const { rows } = await sql<AccountRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}
