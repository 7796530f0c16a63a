import { defineJob } from '#kernel/jobs.ts'
import { lookup } from '#platform/db/statement.ts'
import { type NoticeReader, noticeMail } from './notice-mail.ts'
import { MAIL_NOTICE, type NoticeJob } from './notices.ts'
import type { Scope } from './schemas.ts'

const findReader = lookup<NoticeReader, { client_id: string; scope: Scope; technical_id: string }>(`
  SELECT person.first_name, person.language, client.name AS client_name
  FROM clients client
  CROSS JOIN LATERAL (
    SELECT first_name, language FROM employees
    WHERE $scope = 'employee' AND client_id = $client_id AND technical_id = $technical_id
    UNION ALL
    SELECT first_name, language FROM users WHERE $scope = 'manager' AND client_id = $client_id AND technical_id = $technical_id
  ) AS person
  WHERE client.id = $client_id`)

/** Notifies a person of a change to their log-in, unless the person was deleted meanwhile. */
export const mailLogInNotice = defineJob<NoticeJob>(
  MAIL_NOTICE.name,
  async (order, { db, mailer, publicUrl }) => {
    const [reader] = await findReader(db, {
      client_id: order.client_id,
      scope: order.scope,
      technical_id: order.technical_id,
    })
    if (!reader) return
    await mailer.send(noticeMail(order, reader, publicUrl), { clientId: order.client_id, kind: 'log_in' })
  },
  { concurrency: 4 },
)
