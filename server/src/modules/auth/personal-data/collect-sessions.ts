import type { Collector } from '#kernel/personal-data/collector.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

type Asked = { client_id: string; technical_id: string }

const listSessions = statement<{ created_at: Date; last_seen_at: Date }, Asked>(`
  SELECT created_at, last_seen_at FROM sessions
  WHERE client_id = $client_id AND scope = 'employee' AND technical_id = $technical_id ORDER BY created_at`)

const findChange = statement<{ email: string; expires_at: Date }, Asked>(`
  SELECT email, expires_at FROM account_email_changes
  WHERE client_id = $client_id AND scope = 'employee' AND technical_id = $technical_id`)

const findPasswordLink = statement<{ expires_at: Date }, Asked>(`
  SELECT expires_at FROM password_links
  WHERE client_id = $client_id AND scope = 'employee' AND technical_id = $technical_id`)

/** Where an employee is logged in, and changes of the log-in that wait. */
export const sessionCollector: Collector = {
  kind: 'account',
  async *collect({ db, client }, { technical_id }) {
    const asked = { client_id: client.id, technical_id }
    for (const { created_at, last_seen_at } of await listSessions(db, asked)) {
      const data = { type: 'session', created_at: inSeconds(created_at), last_seen_at: inSeconds(last_seen_at) }
      yield { data, title: null, date: created_at, files: [] }
    }
    for (const { email, expires_at } of await findChange(db, asked)) {
      const data = { type: 'email_change', email, expires_at: inSeconds(expires_at) }
      yield { data, title: email, date: null, files: [] }
    }
    for (const { expires_at } of await findPasswordLink(db, asked)) {
      yield { data: { type: 'password_link', expires_at: inSeconds(expires_at) }, title: null, date: null, files: [] }
    }
  },
}
