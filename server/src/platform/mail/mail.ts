export type Mail = {
  /** One recipient: `ann@example.com` or `Ann <ann@example.com>`. */
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  messageId?: string
  attachments?: { filename: string; content: Buffer }[]
}

/** The tenant for which a mail is sent and its kind, for the record of sent mails. */
export type MailAbout = { clientId: string; kind: string }

/** How mails leave: through a mail server, or into a folder of files that nobody receives by themselves. */
export type MailTransport = 'smtp' | 'folder'

export type Mailer = {
  transport: MailTransport
  /** Resolves once the mail is in the hands of whoever carries it on. */
  send(mail: Mail, about?: MailAbout): Promise<void>
  /** Rejects, and says why, when a mail could not be sent now. */
  check(): Promise<void>
  /** Lets what is being sent finish first. */
  close(): Promise<void>
}
