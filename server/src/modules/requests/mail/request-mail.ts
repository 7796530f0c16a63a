import { createHash } from 'node:crypto'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { textOfHtml } from '#platform/text/html-text.ts'
import { localeOf } from '#platform/text/language.ts'
import { REQUEST_MAIL_WORDS, type RequestMailWords } from './request-mail-words.ts'

export type RequestMailFacts = {
  kind: 'created' | 'assigned' | 'moved' | 'commented'
  /** Which side the recipient stands on: decides wording and address. */
  side: 'manager' | 'employee'
  recipient: { email: string; first_name: string; language: string | null }
  /** Stable for this recipient and occasion: a mail that had to be sent twice has the same Message-ID. */
  occasion: string
  request: {
    id: string
    subject: string
    /** HTML as sent by people. */
    body: string | null
    form_title: string
    priority: 'LOW' | 'NORMAL' | 'URGENT'
    status: 'created' | 'open' | 'pending' | 'closed'
    /** Empty when there is none. */
    custom_state: string
    processing_date_due: Date | null
    employee_name: string | null
    creator_name: string | null
    /** Where the recipient opens it. */
    url: string
  }
  comment?: { author_name: string | null; body: string; internal: boolean }
}

/** The mail to one person about a request, in that person's language. Throws if the person may not get it. */
export function requestMail(facts: RequestMailFacts): Mail {
  const { kind, recipient, request } = facts
  const { language, words } = REQUEST_MAIL_WORDS.in(recipient.language)
  const title = `${oneLine(request.subject)} (#${request.id})`
  const subject = kind === 'created' ? words.newRequest(title) : title
  const { text, html } = letter({
    language,
    heading: subject,
    paragraphs: paragraphsOf(facts, words),
    quote: quoteOf(facts),
    facts: rowsOf(facts, words, language),
    action: { label: words.open, url: request.url },
    footer: words.footer[facts.side],
  })
  return {
    to: recipient.email,
    subject,
    text,
    html,
    headers: threadOf(facts),
    messageId: mailId(facts.occasion),
  }
}

function paragraphsOf({ kind, side, recipient, request, comment }: RequestMailFacts, words: RequestMailWords) {
  const isInternal = kind === 'commented' && comment?.internal === true
  if (side === 'employee' && isInternal) throw new Error('An internal comment is not for employees.')
  const told: Partial<RequestMailWords['updates']['manager']> = words.updates[side]
  const tell = told[kind]
  if (tell === undefined) throw new Error('Only managers are notified of assigned requests.')
  const news = tell({ status: statusOf(request, words), author: comment?.author_name ?? null })
  // In one paragraph: lists of mails show the first beside the subject, which all mails of a request share.
  return [words.greeting(recipient.first_name, news), ...(isInternal ? [words.internal] : [])]
}

function statusOf({ status, custom_state }: RequestMailFacts['request'], words: RequestMailWords): string {
  const state = custom_state.trim()
  return words.statuses[status] + (state === '' ? '' : ` (${state})`)
}

/** A change of status speaks for itself: what the request said stays where it is. */
function quoteOf({ kind, request, comment }: RequestMailFacts): string {
  if (kind === 'moved') return ''
  const body = kind === 'commented' ? comment?.body : request.body
  return shortened(textOfHtml(body ?? ''))
}

const MAX_LETTERS = 2000

/** Ends with a whole word, unless the words are too long for that, as in scripts without blanks. */
function shortened(text: string): string {
  if (text.length <= MAX_LETTERS) return text
  const head = text.slice(0, MAX_LETTERS)
  const blank = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  const kept = blank > MAX_LETTERS / 2 ? head.slice(0, blank) : head.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}

function rowsOf({ side, request }: RequestMailFacts, words: RequestMailWords, language: string) {
  const { form_title, employee_name, creator_name, priority, processing_date_due } = request
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  const isManager = side === 'manager'
  const rows: [label: string, value: string | null][] = [
    [words.form, form_title],
    [words.employee, isManager ? employee_name : null],
    [words.creator, creator_name],
    [words.priority, priority === 'NORMAL' ? null : words.priorities[priority]],
    [words.due, isManager && processing_date_due ? day.format(processing_date_due) : null],
    [words.status, statusOf(request, words)],
  ]
  return rows.flatMap(([label, value]): [label: string, value: string][] => (value ? [[label, value]] : []))
}

/** All mails of a request hang on an id that no mail has; ids of requests repeat from one installation to the next. */
function threadOf({ kind, request }: RequestMailFacts): Record<string, string> {
  const root = mailId(`${new URL(request.url).origin} ${request.id}`)
  return { References: root, ...(kind !== 'created' && { 'In-Reply-To': root }) }
}

function mailId(of: string): string {
  return `<${createHash('sha256').update(of).digest('hex').slice(0, 32)}@requests.dossier>`
}

/** A header is one line, and none of it turns the direction of what follows. */
function oneLine(text: string): string {
  const seen = text.toWellFormed().replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  return seen.replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ').trim()
}
