import { defineJob } from '#kernel/jobs.ts'
import { foldCounts } from '#modules/requests/listing/count-requests.ts'
import { findMailFacts, type MailOrder } from '#modules/requests/mail/queries.ts'
import { requestMail } from '#modules/requests/mail/request-mail.ts'
import { employeeUrl, managerUrl } from './present.ts'

/** Mails one person about one request. Anyone who is no longer to be told by then, or is gone, is not. */
export const mailAboutRequest = defineJob<MailOrder>(
  'requests.mail',
  async (order, { db, mailer, publicUrl }) => {
    const facts = await findMailFacts(db, order)
    if (!facts) return
    const { kind, side, occasion, recipient_key, request_id } = order
    const { recipient, comment, ...request } = facts
    const url = (side === 'manager' ? managerUrl : employeeUrl)(publicUrl, request_id)
    await mailer.send(
      requestMail({
        kind,
        side,
        recipient,
        occasion: `${occasion} ${side} ${recipient_key}`,
        request: { ...request, id: request_id, url },
        ...(comment && { comment }),
      }),
      { clientId: order.client_id, kind: 'request' },
    )
  },
  { concurrency: 4 },
)

/** Keeps the counts of requests quick to read: what was noted is added up. */
export const foldRequestCounts = defineJob('requests.fold-counts', (_data, { db }) => foldCounts(db), {
  schedule: '* * * * *',
})
