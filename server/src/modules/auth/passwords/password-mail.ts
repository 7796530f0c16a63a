import { loadWords } from '#kernel/languages/words.ts'
import type { Scope } from '#modules/directory/index.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

export type PasswordMailFacts = {
  recipient: { email: string; first_name: string; language: string | null }
  /** Whether they have had no password yet. */
  isFirst: boolean
  client_name: string
  scope: Scope
  url: string
}

export type PasswordMailWords = {
  subject: { first: string; again: string }
  first: (name: string, client: string, scope: Scope) => string
  again: (name: string, client: string, scope: Scope) => string
  lasts: { first: string; again: string }
  action: { first: string; again: string }
  footer: { first: string; again: string }
}

const PASSWORD_MAIL_WORDS = await loadWords<PasswordMailWords>((language) => import(`./words/${language}.ts`))

/** The mail with the link by which somebody sets the password of one log-in, in that person's language. */
export function passwordMail({ recipient, isFirst, client_name, scope, url }: PasswordMailFacts): Mail {
  const { language, words } = PASSWORD_MAIL_WORDS.in(recipient.language)
  const kind = isFirst ? 'first' : 'again'
  const { text, html } = letter({
    language,
    heading: words.subject[kind],
    paragraphs: [words[kind](recipient.first_name, client_name, scope), words.lasts[kind]],
    action: { label: words.action[kind], url },
    footer: words.footer[kind],
  })
  return { to: recipient.email, subject: words.subject[kind], text, html }
}
