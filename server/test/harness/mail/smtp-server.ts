import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; messageId: string }

/** A mail server. It accepts every mail, once `beforeAccepting` resolves with true. */
export async function startSmtp() {
  const server = {
    url: '',
    /** What was accepted, in its order. */
    accepted: [] as ReceivedMail[],
    beforeAccepting: (_mail: ReceivedMail): boolean | Promise<boolean> => true,
  }
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, _session, done) {
      // The sender may be killed in the middle.
      const bytes = await buffer(stream).catch(() => undefined)
      if (bytes === undefined) return
      const { to, messageId } = await PostalMime.parse(bytes)
      const mail = { to: to?.[0]?.address ?? '', messageId: messageId ?? '' }
      if (!(await server.beforeAccepting(mail))) return done(new Error('not now'))
      server.accepted.push(mail)
      done()
    },
  })
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  server.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  after(() => new Promise<void>((closed) => smtp.close(closed)))
  return server
}

export type Smtp = Awaited<ReturnType<typeof startSmtp>>
