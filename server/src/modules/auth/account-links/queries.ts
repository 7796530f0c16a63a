import type { Scope } from '#modules/directory/index.ts'
import { lookup, statement } from '#platform/db/statement.ts'

type Addressed = {
  technical_id: string
  email: string
  password_hash: string | null
  first_name: string
  language: string | null
}

/** The active log-in of a client that has this canonical address, of one kind. */
export const findByAddress = lookup<Addressed, { client_id: string; scope: Scope; canonical_email: string }>(`
  SELECT account.technical_id, account.email, account.password_hash, person.first_name, person.language
  FROM accounts account
  CROSS JOIN LATERAL (
    SELECT first_name, language FROM employees
    WHERE client_id = $client_id AND key = account.employee_key AND deleted_at IS NULL
    UNION ALL
    SELECT first_name, language FROM users WHERE client_id = $client_id AND key = account.user_key
  ) AS person
  WHERE account.client_id = $client_id AND account.scope = $scope AND account.canonical_email = $canonical_email AND account.is_active`)

/** Ends a session; nothing when it has ended already. */
export const takeSession = statement<
  { scope: Scope; technical_id: string },
  { client_id: string; token_hash: Buffer }
>(`
  DELETE FROM sessions WHERE client_id = $client_id AND token_hash = $token_hash RETURNING scope, technical_id`)

/** From now on the session lasts as long as the link that was made at this moment. */
export const bindSession = statement<never, { client_id: string; token_hash: Buffer; linked_at: Date }>(`
  UPDATE sessions SET linked_at = $linked_at WHERE client_id = $client_id AND token_hash = $token_hash`)

type NewCode = {
  client_id: string
  session_hash: Buffer
  scope: Scope
  technical_id: string
  canonical_email: string
  code_hash: Buffer
  expires_at: Date
}

/** The code of a session from now on; none when the session has ended. */
export const putCode = statement<{ session_hash: Buffer }, NewCode>(`
  INSERT INTO account_link_codes (client_id, session_hash, scope, technical_id, canonical_email, code_hash, expires_at)
  SELECT $client_id::text, $session_hash::bytea, $scope::text, $technical_id::text, $canonical_email::text, $code_hash::bytea,
    $expires_at::timestamptz WHERE EXISTS (SELECT FROM sessions WHERE client_id = $client_id AND token_hash = $session_hash)
  ON CONFLICT (client_id, session_hash) DO UPDATE SET scope = excluded.scope, technical_id = excluded.technical_id,
    canonical_email = excluded.canonical_email, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
  RETURNING session_hash`)

type Tried = { scope: Scope; technical_id: string; code_hash: Buffer; tries: number }

/** Counts an attempt at the code of a session before it is compared. No row if there is no code or it has expired. */
export const tryCode = statement<Tried, { client_id: string; session_hash: Buffer; now: Date }>(`
  UPDATE account_link_codes code SET tries = code.tries + 1
  FROM accounts account
  WHERE code.client_id = $client_id AND code.session_hash = $session_hash AND code.expires_at > $now
    AND account.client_id = code.client_id AND account.scope = code.scope AND account.technical_id = code.technical_id
    AND account.canonical_email = code.canonical_email AND account.is_active AND account.password_hash IS NULL
  RETURNING code.scope, code.technical_id, code.code_hash, code.tries`)

/** Takes a code away; of two who use it at once, one finds it. */
export const takeCode = statement<{ scope: Scope }, { client_id: string; session_hash: Buffer; code_hash: Buffer }>(`
  DELETE FROM account_link_codes WHERE client_id = $client_id AND session_hash = $session_hash AND code_hash = $code_hash RETURNING scope`)

export const deleteExpiredCodes = statement<never, { now: Date }>(
  `DELETE FROM account_link_codes WHERE expires_at < $now`,
)
