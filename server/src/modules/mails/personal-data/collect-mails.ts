import type { Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

const BATCH = 500

type MailRow = {
  key: string
  recipient: string
  subject: string
  kind: string
  attempted_at: Date
  sent_at: Date | null
  failure: string | null
}
type AddressRow = { address: string; is_shared: boolean }

/** The addresses of an employee, and whether mail to one may have been meant for somebody else. */
const listAddresses = statement<AddressRow, { client_id: string; employee_key: string }>(`
  SELECT own.address,
    EXISTS (SELECT FROM employees other WHERE other.client_id = $client_id AND lower(other.email) = own.address
      AND other.email IS NOT NULL AND other.key <> $employee_key::bigint)
    OR EXISTS (SELECT FROM users manager WHERE manager.client_id = $client_id AND lower(manager.email) = own.address) AS is_shared
  FROM (
    SELECT lower(email) AS address FROM employees
    WHERE client_id = $client_id AND key = $employee_key::bigint AND email IS NOT NULL
    UNION
    SELECT lower(email) FROM accounts
    WHERE client_id = $client_id AND employee_key = $employee_key::bigint AND email IS NOT NULL
  ) AS own`)

const listNext = statement<MailRow, { client_id: string; address: string; after: string; limit: number }>(`
  SELECT key, recipient, subject, kind, attempted_at, sent_at, failure FROM mails
  WHERE client_id = $client_id AND lower(recipient) = $address AND key > $after::bigint ORDER BY key LIMIT $limit`)

/**
 * Mails to the addresses of an employee. A mail is known by its address alone: where another person has the same one, what it
 * was about is left out, since it may have been about them.
 */
export const mailCollector: Collector = {
  kind: 'mails',
  async *collect({ db, client }, { employee_key }) {
    for (const { address, is_shared } of await listAddresses(db, { client_id: client.id, employee_key })) {
      const asked = { client_id: client.id, address, limit: BATCH }
      for await (const row of inBatches<MailRow>((last) => listNext(db, { ...asked, after: last?.key ?? '0' }))) {
        const subject = is_shared ? null : row.subject
        const data = {
          type: 'email',
          recipient: row.recipient,
          subject,
          kind: row.kind,
          attempted_at: inSeconds(row.attempted_at),
          sent_at: row.sent_at && inSeconds(row.sent_at),
          has_failed: row.failure !== null,
        }
        yield { data, title: subject ?? row.recipient, date: row.attempted_at, files: [] }
      }
    }
  },
}
