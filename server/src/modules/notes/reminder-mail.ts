import { createHash } from 'node:crypto'
import { loadWords } from '#kernel/languages/words.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { localeOf } from '#platform/text/language.ts'
import type { DueReminder } from './reminder-queries.ts'

export type ReminderMailWords = {
  subject: (about: string) => string
  ofEmployee: (name: string) => string
  ofDocument: (title: string) => string
  greeting: (name: string) => string
  introduction: (about: string) => string
  employee: string
  document: string
  author: string
  written: string
  openFolder: string
  openPortal: string
  footer: string
}

const REMINDER_MAIL_WORDS = await loadWords<ReminderMailWords>((language) => import(`./words/${language}.ts`))

/** What a manager is reminded with, in the manager's language. One that had to be sent twice has the same id. */
export function reminderMail(reminder: DueReminder, publicUrl: string): Mail {
  const { language, words } = REMINDER_MAIL_WORDS.in(reminder.language)
  const { document_title, employee_name, employee_technical_id } = reminder
  const about = document_title === null ? words.ofEmployee(employee_name ?? '') : words.ofDocument(document_title)
  const folder = `${publicUrl}/api/v1/url/manager/employee/folder/?employee_id=${encodeURIComponent(employee_technical_id ?? '')}`
  const { text, html } = letter({
    language,
    heading: words.subject(about),
    paragraphs: [words.greeting(reminder.first_name), words.introduction(about)],
    quote: reminder.description,
    facts: factsOf(reminder, words, language),
    action:
      employee_technical_id === null
        ? { label: words.openPortal, url: publicUrl }
        : { label: words.openFolder, url: folder },
    footer: words.footer,
  })
  const fingerprint = createHash('sha256').update(`${reminder.note_id} ${reminder.user_key}`).digest('hex').slice(0, 32)
  return {
    to: reminder.email,
    subject: words.subject(about),
    text,
    html,
    messageId: `<${fingerprint}@notes.dossier>`,
  }
}

function factsOf(reminder: DueReminder, words: ReminderMailWords, language: string): [label: string, value: string][] {
  const { employee_name, document_title, author, written_at } = reminder
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(written_at)
  return [
    ...(employee_name === null ? [] : [[words.employee, employee_name] as [string, string]]),
    ...(document_title === null ? [] : [[words.document, document_title] as [string, string]]),
    ...(author === null ? [] : [[words.author, author] as [string, string]]),
    [words.written, day],
  ]
}
