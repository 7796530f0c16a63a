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
export const findByAddress = lookup<Addressed, [clientId: string, scope: Scope, canonicalEmail: string]>(`
  SELECT account.technical_id, account.email, account.password_hash, person.first_name, person.language
  FROM accounts account
  CROSS JOIN LATERAL (
    SELECT first_name, language FROM employees
    WHERE client_id = account.client_id AND key = account.employee_key AND deleted_at IS NULL
    UNION ALL
    SELECT first_name, language FROM users WHERE client_id = account.client_id AND key = account.user_key
  ) AS person
  WHERE account.client_id = $1 AND account.scope = $2 AND account.canonical_email = $3 AND account.is_active`)

/** Ends a session; nothing when it has ended already. */
export const takeSession = statement<{ scope: Scope }, [clientId: string, tokenHash: Buffer]>(`
  DELETE FROM sessions WHERE client_id = $1 AND token_hash = $2 RETURNING scope`)

/** From now on the session lasts as long as the link that was made at this moment. */
export const bindSession = statement<never, [clientId: string, tokenHash: Buffer, linkedAt: Date]>(`
  UPDATE sessions SET linked_at = $3 WHERE client_id = $1 AND token_hash = $2`)

type NewCode = [
  clientId: string,
  sessionHash: Buffer,
  scope: Scope,
  technicalId: string,
  canonicalEmail: string,
  codeHash: Buffer,
  expiresAt: Date,
]

/** The code of a session from now on; none when the session has ended. */
export const putCode = statement<{ session_hash: Buffer }, NewCode>(`
  INSERT INTO account_link_codes (client_id, session_hash, scope, technical_id, canonical_email, code_hash, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM sessions WHERE client_id = $1 AND token_hash = $2)
  ON CONFLICT (client_id, session_hash) DO UPDATE SET scope = excluded.scope, technical_id = excluded.technical_id,
    canonical_email = excluded.canonical_email, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
  RETURNING session_hash`)

type Tried = { scope: Scope; technical_id: string; code_hash: Buffer; tries: number }

/** Counts a try of the code of a session, before it is compared. Nothing when there is none, or when it is too old. */
export const tryCode = statement<Tried, [clientId: string, sessionHash: Buffer, now: Date]>(`
  UPDATE account_link_codes code SET tries = code.tries + 1
  FROM accounts account
  WHERE code.client_id = $1 AND code.session_hash = $2 AND code.expires_at > $3
    AND account.client_id = code.client_id AND account.scope = code.scope AND account.technical_id = code.technical_id
    AND account.canonical_email = code.canonical_email AND account.is_active AND account.password_hash IS NULL
  RETURNING code.scope, code.technical_id, code.code_hash, code.tries`)

/** Takes a code away; of two who use it at once, one finds it. */
export const takeCode = statement<{ scope: Scope }, [clientId: string, sessionHash: Buffer, codeHash: Buffer]>(`
  DELETE FROM account_link_codes WHERE client_id = $1 AND session_hash = $2 AND code_hash = $3 RETURNING scope`)

export const deleteExpiredCodes = statement<never, [Date]>(`DELETE FROM account_link_codes WHERE expires_at < $1`)
