import type { Collector } from '#kernel/personal-data/collector.ts'
import { lookup } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

type LogInRow = {
  email: string | null
  is_active: boolean
  has_password: boolean
  is_linked: boolean
  invited_at: Date | null
  last_login_at: Date | null
  created_at: Date
  updated_at: Date
}

const find = lookup<LogInRow, { client_id: string; key: string; technical_id: string }>(`
  SELECT account.email, account.is_active, account.password_hash IS NOT NULL AS has_password,
    EXISTS (SELECT FROM account_links link WHERE link.client_id = $client_id AND link.employee_technical_id = $technical_id
      AND link.ended_at IS NULL) AS is_linked,
    account.invited_at, account.last_login_at, account.created_at, account.updated_at
  FROM accounts account WHERE account.client_id = $client_id AND account.employee_key = $key::bigint`)

/** The log-in of an employee. */
export const logInCollector: Collector = {
  kind: 'account',
  async *collect({ db, client }, { employee_key, technical_id }) {
    for (const row of await find(db, { client_id: client.id, key: employee_key, technical_id })) {
      const { created_at, updated_at, invited_at, last_login_at, email, is_active, has_password, is_linked } = row
      const data = {
        type: 'log_in',
        id: `employee:${technical_id}`,
        email,
        is_active,
        has_password,
        has_manager_log_in: is_linked,
        invited_at: invited_at && inSeconds(invited_at),
        last_login_at: last_login_at && inSeconds(last_login_at),
        created_at: inSeconds(created_at),
        updated_at: inSeconds(updated_at),
      }
      yield { data, title: email, date: created_at, files: [] }
    }
  },
}
