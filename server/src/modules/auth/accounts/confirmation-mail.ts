import { loadWords } from '#kernel/languages/words.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Facts = {
  to: string
  url: string
  client_name: string
  first_name: string
  language: string | null
  /** The address that is wanted. */
  email: string
}

export type ConfirmationMailWords = {
  subject: string
  old: (name: string, client: string, email: string) => string
  new: (client: string, email: string) => string
  both: string
  action: { old: string; new: string }
  footer: { old: string; new: string }
}

const CONFIRMATION_MAIL_WORDS = await loadWords<ConfirmationMailWords>((language) => import(`./words/${language}.ts`))

/** The mail by which one of two mailboxes confirms a change of the log-in address. The new one may be a stranger's. */
export function confirmationMail(which: 'old' | 'new', facts: Facts): Mail {
  const { to, url, client_name, first_name, email } = facts
  const { language, words } = CONFIRMATION_MAIL_WORDS.in(facts.language)
  const { text, html } = letter({
    language,
    heading: words.subject,
    paragraphs: [
      which === 'old' ? words.old(first_name, client_name, email) : words.new(client_name, email),
      words.both,
    ],
    action: { label: words.action[which], url },
    footer: words.footer[which],
  })
  return { to, subject: words.subject, text, html }
}
