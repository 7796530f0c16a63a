import { loadWords } from '#kernel/languages/words.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

type CodeFacts = {
  recipient: { email: string; first_name: string; language: string | null }
  code: string
  askedBy: string
}

export type CodeMailWords = {
  subject: (code: string) => string
  heading: string
  text: (name: string, askedBy: string) => string
  label: string
  lasts: string
  footer: string
}

const CODE_MAIL_WORDS = await loadWords<CodeMailWords>((language) => import(`./words/${language}.ts`))

/** The mail with the code that proves the ownership of a log-in, in the language of its owner. */
export function codeMail({ recipient, code, askedBy }: CodeFacts): Mail {
  const { language, words } = CODE_MAIL_WORDS.in(recipient.language)
  const { text, html } = letter({
    language,
    heading: words.heading,
    paragraphs: [words.text(recipient.first_name, askedBy), words.lasts],
    facts: [[words.label, code]],
    footer: words.footer,
  })
  return { to: recipient.email, subject: words.subject(code), text, html }
}
