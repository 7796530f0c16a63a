import { createHash } from 'node:crypto'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { localeOf } from '#platform/text/language.ts'
import { PACKAGE_MAIL_WORDS } from './mail-words.ts'

type Recipient = { email: string; first_name: string; language: string | null }
type Ready = { id: string; company: string; url: string; expires_at: Date; isByLink: boolean }

/** Says that a package is ready, and where. It names nothing that is in it. */
export function readyMail(recipient: Recipient, { id, company, url, expires_at, isByLink }: Ready): Mail {
  const { language, words } = PACKAGE_MAIL_WORDS.in(recipient.language)
  const until = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(expires_at)
  const { text, html } = letter({
    language,
    heading: words.subject,
    paragraphs: [
      words.hello(recipient.first_name || recipient.email),
      words.ready({ company }),
      isByLink ? words.byLink : words.atPortal,
    ],
    facts: [
      [words.facts.from, company],
      [words.facts.until, until],
    ],
    action: { label: words.open, url },
    footer: words.footer,
  })
  // The same mail, had it to be sent twice, has the same id; with another link it is another mail.
  const occasion = createHash('sha256').update(`${id} ${url}`).digest('hex').slice(0, 32)
  return { to: recipient.email, subject: words.subject, text, html, messageId: `<${occasion}@access-packages.dossier>` }
}

/** The code by which people without a log-in prove that the mailbox is theirs. */
export function codeMail(recipient: Recipient, code: string): Mail {
  const { language, words } = PACKAGE_MAIL_WORDS.in(recipient.language)
  const { text, html } = letter({
    language,
    heading: words.codeSubject,
    paragraphs: [words.hello(recipient.first_name || recipient.email), words.code, words.codeLasts],
    facts: [[words.facts.oneTimeCode, code]],
    footer: words.codeFooter,
  })
  return { to: recipient.email, subject: words.codeSubject, text, html }
}
