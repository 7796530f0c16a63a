import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Log } from '#platform/log.ts'
import type { Mail, MailAbout, Mailer } from '#platform/mail/mail.ts'
import { searchText } from '#platform/text/search-text.ts'
import { type Attempt, recordAttempt } from './queries.ts'

const MAX_FAILURE_CHARACTERS = 500

/** The same mailer, which writes down what was sent for a client, or why it was not. */
export function recordingMailer(mailer: Mailer, { db, clock, log }: { db: Db; clock: Clock; log: Log }): Mailer {
  const inFolder = mailer.transport === 'folder'
  async function record(mail: Mail, about: MailAbout, failure: string | null): Promise<void> {
    try {
      await recordAttempt(db, { ...attemptOf(mail, about, clock.now(), failure), inFolder })
    } catch (error) {
      // Were it to fail the job, the mail would be sent again.
      log.error({ err: error, client_id: about.clientId }, 'mail.not_recorded')
    }
  }

  return {
    ...mailer,
    async send(mail, about) {
      if (!about) return mailer.send(mail)
      try {
        await mailer.send(mail)
      } catch (error) {
        await record(mail, about, wordsOf(error))
        throw error
      }
      await record(mail, about, null)
    },
  }
}

function attemptOf(
  { to, subject, messageId }: Mail,
  about: MailAbout,
  at: Date,
  failure: string | null,
): Omit<Attempt, 'inFolder'> {
  const recipient = /<([^<>]+)>$/.exec(to)?.[1] ?? to
  return {
    clientId: about.clientId,
    kind: about.kind,
    messageId: messageId ?? null,
    recipient,
    subject,
    at,
    failure,
    searchText: searchText([recipient, subject]),
  }
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll('\0', '').slice(0, MAX_FAILURE_CHARACTERS).toWellFormed()
}
