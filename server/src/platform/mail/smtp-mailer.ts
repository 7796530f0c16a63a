import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mail.ts'

type SmtpSettings = {
  url: string
  from: string
  /** How long the server may be silent at any step; a filter may read a mail for a while before it is taken. */
  timeoutMs?: number
}

/** Sends through a mail server, over a few connections that are kept. */
export function smtpMailer({ url, from, timeoutMs = 30_000 }: SmtpSettings): Mailer {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 5,
    // Once, for a kept connection that the server had dropped; further tries belong to the job that sends.
    maxRequeues: 1,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const sending = new Set<Promise<void>>()

  return {
    transport: 'smtp',

    async send(mail) {
      const composed = composeMail(mail, from)
      const sent = deliver(() => transport.sendMail(composed))
      sending.add(sent)
      await sent.finally(() => sending.delete(sent))
    },

    async check() {
      await deliver(() => transport.verify())
    },

    async close() {
      const patience = new AbortController()
      const outOfPatience = sleep(timeoutMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([Promise.allSettled(sending), outOfPatience])
      patience.abort()
      transport.close({ force: true })
    },
  }
}

async function deliver(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    throw withoutAddresses(error)
  }
}

/** Servers repeat the recipient in their answers, and what is thrown ends in a log that holds no addresses. */
function withoutAddresses(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error)
  return new Error(`The mail was not sent: ${text.replaceAll(/\S*@\S*/g, '…')}`)
}
