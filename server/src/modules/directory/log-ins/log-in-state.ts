import { sql } from 'kysely'

/** What has become of the log-in of a person. Whoever has none, or was given one by a system only, is not invited. */
export const LOG_IN_STATES = ['not_invited', 'invited', 'active', 'switched_off'] as const
export type LogInState = (typeof LOG_IN_STATES)[number]

/** The state of a row called `account`. A log-in is active once it has a password or was used, by single sign-on too. */
export const logInState = sql<LogInState>`CASE
  WHEN NOT account.is_active THEN 'switched_off'
  WHEN account.password_hash IS NOT NULL OR account.last_login_at IS NOT NULL THEN 'active'
  WHEN account.invited_at IS NOT NULL THEN 'invited'
  ELSE 'not_invited' END`
