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

/** How mails leave: through a mail server, or as files into a folder, from which they are not delivered further. */
export type MailTransport = 'smtp' | 'folder'

export type Mailer = {
  transport: MailTransport
  /** Resolves once the transport has accepted the mail. */
  send(mail: Mail, about?: MailAbout): Promise<void>
  /** Rejects, and says why, when a mail could not be sent now. */
  check(): Promise<void>
  /** Removes mails that have one of these texts from the folder; a mail server has passed them on. */
  forget?(texts: readonly string[]): Promise<number>
  /** Lets what is being sent finish first. */
  close(): Promise<void>
}
