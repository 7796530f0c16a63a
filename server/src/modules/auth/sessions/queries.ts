import { isClientWide, type Scope, UNRESTRICTED_PERMISSIONS } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type SessionHolder = {
  client_id: string
  client_name: string
  languages: string[]
  scope: 'employee' | 'manager'
  technical_id: string
  first_name: string
  last_name: string
  email: string | null
  language: string | null
  /** Of whom nothing but the vault is left. */
  is_erased: boolean
  last_seen_at: Date
}

const holderWhere = (client: string, condition: string) => `
  SELECT session.client_id, client.name AS client_name, client.languages, session.scope, session.technical_id,
    person.first_name, person.last_name, person.email, person.language, person.is_erased, session.last_seen_at
  FROM sessions session
  JOIN clients client ON client.id = session.client_id AND client.is_active
  JOIN accounts account ON account.client_id = session.client_id AND account.scope = session.scope
    AND account.technical_id = session.technical_id AND account.is_active
    AND account.credential_version = session.credential_version
  CROSS JOIN LATERAL (
    SELECT first_name, last_name, email, language, erased_at IS NOT NULL AS is_erased FROM employees
    WHERE client_id = ${client} AND key = account.employee_key AND (deleted_at IS NULL OR erased_at IS NOT NULL)
    UNION ALL
    SELECT first_name, last_name, email, language, false FROM users
    WHERE client_id = ${client} AND key = account.user_key
  ) AS person
  WHERE ${condition} AND session.token_hash = $token_hash AND session.last_seen_at > $idle_since AND session.created_at > $created_since
    AND (session.linked_at IS NULL OR EXISTS (
      SELECT FROM account_links link
      WHERE link.client_id = ${client === '$client_id' ? client : 'session.client_id'} AND link.linked_at = session.linked_at AND link.ended_at IS NULL
        AND CASE session.scope WHEN 'employee' THEN link.employee_technical_id ELSE link.manager_technical_id END
          = session.technical_id))`

type Sought = { token_hash: Buffer; idle_since: Date; created_since: Date }
const findInClient = lookup<SessionHolder, Sought & { client_id: string }>(
  holderWhere('$client_id', 'session.client_id = $client_id'),
)
const findAnywhere = lookup<SessionHolder, Sought>(holderWhere('account.client_id', 'true'))

/**
 * Whose session this is; nobody's when it was not used for long or is too old, when the person or their log-in is gone, or
 * when the log-in got another password since. One that was switched to by a link lasts as long as that link.
 */
export function findSessionHolder(
  db: Db,
  { tenant, ...sought }: Sought & { tenant: string | undefined },
): Promise<SessionHolder[]> {
  return tenant === undefined ? findAnywhere(db, sought) : findInClient(db, { ...sought, client_id: tenant })
}

/** The same of a manager without a session, who could log in now. */
export const findManager = lookup<Omit<SessionHolder, 'last_seen_at'>, { client_id: string; user_key: string }>(`
  SELECT client.id AS client_id, client.name AS client_name, client.languages, account.scope, account.technical_id,
    manager.first_name, manager.last_name, manager.email, manager.language, false AS is_erased
  FROM users manager
  JOIN clients client ON client.id = manager.client_id AND client.is_active
  JOIN accounts account ON account.client_id = manager.client_id AND account.user_key = manager.key AND account.is_active
  WHERE manager.client_id = $client_id AND manager.key = $user_key`)

export type HeldPermissions = { permissions: string[]; unrestricted: string[]; is_client_wide: boolean }

/**
 * What the roles of a manager allow, one row for each profile; what of it is not limited to some documents; and whether the
 * profile counts for the whole client.
 */
export const listHeldPermissions = lookup<HeldPermissions, { client_id: string; technical_id: string }>(`
  SELECT role.permissions, ${UNRESTRICTED_PERMISSIONS} AS unrestricted, ${isClientWide('profile', '$client_id')} AS is_client_wide
  FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id`)

export const insertSession = statement<
  never,
  {
    client_id: string
    token_hash: Buffer
    scope: string
    technical_id: string
    credential_version: string
    created_at: Date
  }
>(`
  INSERT INTO sessions (client_id, token_hash, scope, technical_id, credential_version, created_at, last_seen_at)
  VALUES ($client_id, $token_hash, $scope, $technical_id, $credential_version, $created_at, $created_at)`)

export const touchSession = statement<never, { client_id: string; token_hash: Buffer; last_seen_at: Date }>(`
  UPDATE sessions SET last_seen_at = $last_seen_at WHERE client_id = $client_id AND token_hash = $token_hash`)

export type EndedSession = { client_id: string; scope: Scope; technical_id: string }

export const deleteSession = statement<EndedSession, { client_id: string; token_hash: Buffer }>(`
  DELETE FROM sessions WHERE client_id = $client_id AND token_hash = $token_hash
  RETURNING client_id, scope, technical_id`)

const findAnywhereHeld = lookup<{ client_id: string }, { token_hash: Buffer }>(
  'SELECT client_id FROM sessions WHERE token_hash = $token_hash',
)

/** Whose tenant the session is of that a browser comes with: its token says so, if it is not an old one. */
export async function tenantOfSession(
  db: Db,
  tenant: string | undefined,
  tokenHash: Buffer,
): Promise<string | undefined> {
  return tenant ?? (await findAnywhereHeld(db, { token_hash: tokenHash }))[0]?.client_id
}

export const deleteSessionsOf = statement<EndedSession, { client_id: string; scope: string; technical_id: string }>(`
  DELETE FROM sessions WHERE client_id = $client_id AND scope = $scope AND technical_id = $technical_id
  RETURNING client_id, scope, technical_id`)

export const deleteEndedSessions = statement<never, { idle_since: Date; created_since: Date }>(`
  DELETE FROM sessions WHERE last_seen_at < $idle_since OR created_at < $created_since`)
