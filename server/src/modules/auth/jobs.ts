import { defineJob } from '#platform/jobs/define-job.ts'
import { deleteForgotten, deleteLapsedNetworks } from './guard/guard-queries.ts'
import { deleteExpiredLinks } from './password-link-queries.ts'
import { type LinkOrder, MAIL_LINKS, makeLinkMail, splitOrder } from './password-links.ts'
import { deleteExpired } from './queries.ts'
import { deleteExpiredRequests } from './saml-queries.ts'
import { deleteEndedSessions } from './session-queries.ts'
import { IDLE_SECONDS, LIFETIME_SECONDS, secondsBefore } from './sessions.ts'
import { deleteExpiredProofs } from './used-proofs.ts'

/** Removes what no longer means anything: access tokens, sessions, links, counts of failures. */
export const expireTokens = defineJob(
  'auth.expire-tokens',
  async (_data, { db, clock }) => {
    const now = clock.now()
    await db.transaction().execute((tx) => deleteExpired(tx, now))
    await deleteForgotten(db, now)
    await deleteLapsedNetworks(db, now)
    await deleteEndedSessions(db, secondsBefore(now, IDLE_SECONDS), secondsBefore(now, LIFETIME_SECONDS))
    await deleteExpiredLinks(db, now)
    await deleteExpiredProofs(db, now)
    await deleteExpiredRequests(db, now)
  },
  { schedule: '*/10 * * * *' },
)

/** Mails links by which passwords are set. Run again, it mails new ones, which end those before. */
export const mailPasswordLinks = defineJob<LinkOrder>(
  MAIL_LINKS.name,
  async (order, context) => {
    if (!order.only) return splitOrder(context, order)
    const made = await makeLinkMail(context, order.email, order.only)
    if (made) await context.mailer.send(made.mail, { clientId: made.clientId, kind: 'password' })
  },
  { concurrency: 4, retries: 5 },
)
