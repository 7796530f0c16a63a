import { loadWords } from '#kernel/languages/words.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { NoticeFacts, NoticeJob } from './notices.ts'

export type NoticeReader = { first_name: string; language: string | null; client_name: string }

export type NoticeMailWords = {
  subject: Record<NoticeFacts['kind'], string>
  text: Record<NoticeFacts['kind'], (name: string, client: string) => string>
  labels: { employee: string; manager: string; old: string; current: string; by: string }
  by: { user: (name: string) => string; application: (name: string) => string; system: string }
  unexpected: Record<NoticeFacts['kind'], string>
  action: string
  footer: string
}

const NOTICE_MAIL_WORDS = await loadWords<NoticeMailWords>((language) => import(`./words/${language}.ts`))

/** Tells a person what was done to their log-in, in their language. */
export function noticeMail({ email, facts, by }: NoticeJob, reader: NoticeReader, publicUrl: string): Mail {
  const { language, words } = NOTICE_MAIL_WORDS.in(reader.language)
  const { text, html } = letter({
    language,
    heading: words.subject[facts.kind],
    paragraphs: [words.text[facts.kind](reader.first_name, reader.client_name), words.unexpected[facts.kind]],
    facts: [...factsOf(words, facts), [words.labels.by, actorOf(words, by)]],
    action: { label: words.action, url: `${publicUrl}/portal/profile` },
    footer: words.footer,
  })
  return { to: email, subject: words.subject[facts.kind], text, html }
}

function factsOf({ labels }: NoticeMailWords, facts: NoticeFacts): [string, string][] {
  const rows: [string, string | undefined][] =
    facts.kind === 'address'
      ? [
          [labels.old, facts.old],
          [labels.current, facts.current],
        ]
      : [
          [labels.employee, facts.employee],
          [labels.manager, facts.manager],
        ]
  return rows.filter((row): row is [string, string] => row[1] !== undefined)
}

function actorOf({ by }: NoticeMailWords, { type, name }: NoticeJob['by']): string {
  if (type === 'system' || name === null) return by.system
  return type === 'application' ? by.application(name) : by.user(name)
}
