import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { Mail } from './mail.ts'

const MAILBOX = /[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+/.source
const NAME = /[^@<>()[\],;:\\"]+|"[^"\\]*"\s*/.source
const RECIPIENT = new RegExp(`^(?:(?<bare>${MAILBOX})|(?<name>${NAME})<(?<angled>${MAILBOX})>)$`)
const HEADER_NAME = /^[A-Za-z0-9-]+$/

/** What nodemailer makes a message of. Throws when the mail could not be one. */
export function composeMail(mail: Mail, from: string): MailComposerOptions {
  return {
    from,
    to: parseRecipient(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    ...(mail.messageId !== undefined && { messageId: oneLine(mail.messageId) }),
    ...(mail.attachments !== undefined && { attachments: mail.attachments.map(cleanAttachment) }),
    // RFC 3834: keeps auto-responders from replying to a program.
    headers: { 'Auto-Submitted': 'auto-generated', ...cleanHeaders(mail.headers ?? {}) },
    // Texts come from users; none may make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An invalid recipient is refused, never repaired: a guess could send personal papers to the wrong person. */
function parseRecipient(to: string): { name: string; address: string } {
  const { name = '', bare, angled } = RECIPIENT.exec(to)?.groups ?? {}
  const address = bare ?? angled
  if (address === undefined || oneLine(to) !== to) throw new Error('The recipient is not one e-mail address.')
  return { name: name.replaceAll('"', '').trim(), address }
}

function cleanHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!HEADER_NAME.test(name)) throw new Error('A header of the mail has an unusable name.')
    return [name, oneLine(value)]
  })
  return Object.fromEntries(entries)
}

function cleanAttachment({ filename, content }: NonNullable<Mail['attachments']>[number]) {
  return { filename: oneLine(filename), content }
}

/** Line breaks would start headers of their own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
