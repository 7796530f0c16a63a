import { join, resolve } from 'node:path'
import { folderMailer } from '#platform/mail/folder-mailer.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Config } from './config.ts'

/** The mail server of the settings; without one, a folder that takes the mails. */
export async function openMailer(config: Config, options: { timeoutMs?: number } = {}): Promise<Mailer> {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  if (!url) return folderMailer({ folder: mailFolder(config), from })
  const { smtpMailer } = await import('#platform/mail/smtp-mailer.ts')
  return smtpMailer({ url, from, ...options })
}

export function mailFolder(config: Config): string {
  return join(resolve(config.DATA_DIR), 'mail')
}
