import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { AccountOwner } from './queries.ts'
import type { Scope } from './schemas.ts'

/** What has become of the log-in of a person. Anyone who has none, or was given one by a system only, is not invited. */
export const LOG_IN_STATES = ['not_invited', 'invited', 'active', 'switched_off'] as const
export type LogInState = (typeof LOG_IN_STATES)[number]

/** The state of a row called `account`. A log-in is active once it has a password or was used, by single sign-on too. */
export const logInState = sql<LogInState>`CASE
  WHEN NOT account.is_active THEN 'switched_off'
  WHEN account.password_hash IS NOT NULL OR account.last_login_at IS NOT NULL THEN 'active'
  WHEN account.invited_at IS NOT NULL THEN 'invited'
  ELSE 'not_invited' END`

export type PersonLogIn = {
  scope: Scope
  technical_id: string
  state: LogInState
  has_log_in: boolean
  /** Where an invitation goes. */
  email: string | null
}

/** The log-ins of those of these people who are there, whether they have one or not. */
export async function listLogIns(db: Db, client: Client, owners: readonly AccountOwner[]): Promise<PersonLogIn[]> {
  const scopes = owners.map((one) => one.scope)
  const ids = owners.map((one) => one.technicalId)
  const { rows } = await sql<PersonLogIn>`
    SELECT wanted.scope, wanted.technical_id, account.client_id IS NOT NULL AS has_log_in,
      CASE WHEN account.client_id IS NULL THEN 'not_invited' ELSE ${logInState} END AS state,
      CASE WHEN account.client_id IS NULL THEN person.email ELSE account.email END AS email
    FROM unnest(${scopes}::text[], ${ids}::text[]) AS wanted (scope, technical_id)
    CROSS JOIN LATERAL (
      SELECT email FROM employees WHERE wanted.scope = 'employee' AND client_id = ${client.id}
        AND technical_id = wanted.technical_id AND deleted_at IS NULL
      UNION ALL
      SELECT email FROM users WHERE wanted.scope = 'manager' AND client_id = ${client.id}
        AND technical_id = wanted.technical_id
    ) AS person
    LEFT JOIN accounts account ON account.client_id = ${client.id} AND account.scope = wanted.scope
      AND account.technical_id = wanted.technical_id`.execute(db)
  return rows
}
