import type { Scope } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** A requested change of a log-in address. */
export type EmailChange = {
  client_id: string
  client_name: string
  languages: string[]
  scope: Scope
  technical_id: string
  first_name: string
  last_name: string
  language: string | null
  /** The address of the log-in now, and the one that is wanted. */
  old_email: string
  email: string
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
  expires_at: Date
}

/** Over when it is too old, when the log-in is gone or switched off, or has another address than when it was asked for. */
const select = (client: string, more = '') => `
  SELECT ${more}change.client_id, client.name AS client_name, client.languages, change.scope, change.technical_id,
    person.first_name, person.last_name, person.language, account.email AS old_email, change.email,
    change.old_confirmed_at, change.new_confirmed_at, change.expires_at
  FROM account_email_changes change
  JOIN clients client ON client.id = change.client_id
  JOIN accounts account ON account.client_id = change.client_id AND account.scope = change.scope
    AND account.technical_id = change.technical_id AND account.canonical_email = change.old_canonical_email
    AND account.is_active
  CROSS JOIN LATERAL (
    SELECT first_name, last_name, language FROM employees
    WHERE client_id = ${client} AND key = account.employee_key AND deleted_at IS NULL
    UNION ALL
    SELECT first_name, last_name, language FROM users
    WHERE client_id = ${client} AND key = account.user_key
  ) AS person`

export const findChangeOf = lookup<EmailChange, { client_id: string; scope: Scope; technical_id: string; now: Date }>(`
  ${select('$client_id')} WHERE change.client_id = $client_id AND change.scope = $scope AND change.technical_id = $technical_id AND change.expires_at > $now`)

type Confirming = EmailChange & { is_old: boolean }
type Sought = { token_hash: Buffer; now: Date }
const confirmedBy = (client: string, condition: string) => `
  ${select(client, 'coalesce(change.old_token_hash = $token_hash, false) AS is_old, ')}
  WHERE ${condition} AND (change.old_token_hash = $token_hash OR change.new_token_hash = $token_hash) AND change.expires_at > $now`
const findInClient = lookup<Confirming, Sought & { client_id: string }>(
  confirmedBy('$client_id', 'change.client_id = $client_id'),
)
const findAnywhere = lookup<Confirming, Sought>(confirmedBy('account.client_id', 'true'))

/** What a mailed token confirms: `old_token_hash` of the address that the log-in has, or the other of the new one. */
export function findByToken(
  db: Db,
  { tenant, token_hash, now }: Sought & { tenant: string | undefined },
): Promise<Confirming[]> {
  if (tenant === undefined) return findAnywhere(db, { token_hash, now })
  return findInClient(db, { client_id: tenant, token_hash, now })
}

type NewChange = {
  client_id: string
  scope: Scope
  technical_id: string
  email: string
  old_canonical_email: string
  expires_at: Date
}

/** Replaces the pending change of a log-in; links mailed for an earlier one become invalid. */
export const putChange = statement<never, NewChange>(`
  INSERT INTO account_email_changes (client_id, scope, technical_id, email, old_canonical_email, expires_at)
  VALUES ($client_id, $scope, $technical_id, $email, $old_canonical_email, $expires_at)
  ON CONFLICT (client_id, scope, technical_id) DO UPDATE SET email = excluded.email,
    old_canonical_email = excluded.old_canonical_email, expires_at = excluded.expires_at,
    old_token_hash = NULL, new_token_hash = NULL, old_confirmed_at = NULL, new_confirmed_at = NULL`)

type NewToken = { client_id: string; scope: Scope; technical_id: string; token_hash: Buffer; email: string }

/** The token of one of the two addresses, as long as it has not confirmed and the same address is wanted. */
const putToken = (which: 'old' | 'new') =>
  statement<{ scope: Scope }, NewToken>(`
    UPDATE account_email_changes SET ${which}_token_hash = $token_hash
    WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id AND email = $email AND ${which}_confirmed_at IS NULL
    RETURNING scope`)

export const putOldToken = putToken('old')
export const putNewToken = putToken('new')

type Confirmed = { old_confirmed_at: Date | null; new_confirmed_at: Date | null }

/** Writes down that one of the two has confirmed; its token is used. Of two who use it at once, one finds it. */
export const confirmToken = statement<Confirmed, { client_id: string; token_hash: Buffer; now: Date }>(`
  UPDATE account_email_changes SET
    old_confirmed_at = CASE WHEN old_token_hash = $token_hash THEN $now::timestamptz ELSE old_confirmed_at END,
    old_token_hash = CASE WHEN old_token_hash = $token_hash THEN NULL ELSE old_token_hash END,
    new_confirmed_at = CASE WHEN new_token_hash = $token_hash THEN $now::timestamptz ELSE new_confirmed_at END,
    new_token_hash = CASE WHEN new_token_hash = $token_hash THEN NULL ELSE new_token_hash END
  WHERE client_id = $client_id AND (old_token_hash = $token_hash OR new_token_hash = $token_hash) AND expires_at > $now
  RETURNING old_confirmed_at, new_confirmed_at`)

export const deleteChangeOf = statement<never, { client_id: string; scope: Scope; technical_id: string }>(`
  DELETE FROM account_email_changes WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id`)

export const deleteExpiredChanges = statement<never, { now: Date }>(
  `DELETE FROM account_email_changes WHERE expires_at < $now`,
)
