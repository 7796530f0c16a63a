import { join, resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import { folderMailer } from '#platform/mail/folder-mailer.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { smtpMailer } from '#platform/mail/smtp-mailer.ts'

/** The mail server of the settings; without one, a folder that takes the mails. */
export function openMailer(config: Config, options: { timeoutMs?: number } = {}): Mailer {
  return config.SMTP_URL
    ? smtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, ...options })
    : folderMailer({ folder: mailFolder(config), from: config.MAIL_FROM })
}

export function mailFolder(config: Config): string {
  return join(resolve(config.DATA_DIR), 'mail')
}
