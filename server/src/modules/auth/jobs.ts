import { defineJob } from '#kernel/jobs.ts'
import { createLinkCode, type LinkCodeJobData, MAIL_LINK_CODE } from '#modules/auth/account-links/link-codes.ts'
import { deleteExpiredCodes } from '#modules/auth/account-links/queries.ts'
import { type ConfirmationJobData, createConfirmation, MAIL_CONFIRMATION } from '#modules/auth/accounts/email-change.ts'
import { deleteExpiredChanges } from '#modules/auth/accounts/queries.ts'
import { deleteExpired } from '#modules/auth/credentials/queries.ts'
import { deleteForgotten, deleteLapsedNetworks } from '#modules/auth/guard/queries.ts'
import {
  MAIL_LINKS,
  makeLinkMail,
  type PasswordLinkJobData,
  splitPasswordLinkJob,
} from '#modules/auth/passwords/password-links.ts'
import { deleteExpiredLinks } from '#modules/auth/passwords/queries.ts'
import { deleteEndedSessions } from '#modules/auth/sessions/queries.ts'
import { IDLE_SECONDS, LIFETIME_SECONDS, secondsBefore } from '#modules/auth/sessions/sessions.ts'
import { deleteExpiredRequests } from '#modules/auth/single-sign-on/queries.ts'
import { deleteExpiredProofs } from '#modules/auth/single-sign-on/used-proofs.ts'

/** Removes what no longer means anything: access tokens, sessions, links, counts of failures. */
export const expireTokens = defineJob(
  'auth.expire-tokens',
  async (_data, { db, clock }) => {
    const now = clock.now()
    await db.transaction().execute((tx) => deleteExpired(tx, now))
    await deleteForgotten(db, { now })
    await deleteLapsedNetworks(db, { now })
    await deleteEndedSessions(db, {
      idle_since: secondsBefore(now, IDLE_SECONDS),
      created_since: secondsBefore(now, LIFETIME_SECONDS),
    })
    await deleteExpiredLinks(db, { now })
    await deleteExpiredCodes(db, { now })
    await deleteExpiredChanges(db, { now })
    await deleteExpiredProofs(db, { now })
    await deleteExpiredRequests(db, { now })
  },
  { schedule: '*/10 * * * *' },
)

/** Mails links by which passwords are set. Run again, it mails new ones, which end those before. */
export const mailPasswordLinks = defineJob<PasswordLinkJobData>(
  MAIL_LINKS.name,
  async (order, context) => {
    if (!order.only) return splitPasswordLinkJob(context, order)
    const made = await makeLinkMail(context, order, order.only)
    if (made) await context.mailer.send(made.mail, { clientId: made.clientId, kind: 'password' })
  },
  { concurrency: 4, retries: 5 },
)

/** Mails one of the two links by which a change of the log-in address is confirmed. Run again, it mails a new one. */
export const mailConfirmation = defineJob<ConfirmationJobData>(
  MAIL_CONFIRMATION.name,
  async (order, context) => {
    const mail = await createConfirmation(context, order)
    if (mail) await context.mailer.send(mail, { clientId: order.client_id, kind: 'log_in' })
  },
  { concurrency: 4, retries: 5 },
)

/** Mails a code by which two log-ins are linked. Run again, it mails another, which ends the one before. */
export const mailLinkCode = defineJob<LinkCodeJobData>(
  MAIL_LINK_CODE.name,
  async (order, context) => {
    const mail = await createLinkCode(context, order)
    if (mail) await context.mailer.send(mail, { clientId: order.client_id, kind: 'code' })
  },
  { concurrency: 4, retries: 5 },
)
