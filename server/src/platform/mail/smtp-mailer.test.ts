import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { aMail, mailConformance, SENDER } from './mail.conformance.ts'
import { smtpMailer } from './smtp-mailer.ts'

type Received = { raw: Buffer; recipients: string[]; connection: string }

mailConformance('smtp', async () => {
  const { url, received, close } = await startSmtp()
  return {
    mailer: smtpMailer({ url, from: SENDER }),
    received: async () => received.map(({ raw }) => raw),
    close,
  }
})

describe('smtp: the envelope', () => {
  test('the server is told the one recipient, without the name', async (t) => {
    const { mailer, received } = await aMailer(t)

    await mailer.send(aMail({ to: 'Ann <ann@example.com>' }))

    assert.deepEqual(received[0]?.recipients, ['ann@example.com'])
  })

  test('connections are kept: 50 mails need at most five', async (t) => {
    const { mailer, received } = await aMailer(t)

    await Promise.all(Array.from({ length: 50 }, () => mailer.send(aMail())))

    assert.ok(new Set(received.map(({ connection }) => connection)).size <= 5)
  })
})

describe('smtp: failures', () => {
  test('a check of a server that is not there rejects', async () => {
    const mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', from: SENDER, timeoutMs: 1000 })

    await assert.rejects(mailer.check(), /The mail was not sent/)
    await mailer.close()
  })

  test('a recipient that the server refuses rejects with its reason and without the address', async (t) => {
    const { mailer, received } = await aMailer(t, {
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('gone')
            ? Object.assign(new Error(`no mailbox <${address}> here`), { responseCode: 550 })
            : null,
        ),
    })

    const refused = await mailer.send(aMail({ to: 'gone@example.com' })).catch((error: Error) => error)
    await mailer.send(aMail())

    assert.match(String(refused), /The mail was not sent: .*550 no mailbox … here/)
    assert.doesNotMatch(JSON.stringify(refused, Object.getOwnPropertyNames(refused)), /gone@/)
    assert.equal(received.length, 1)
  })

  test('content that the server refuses rejects', async (t) => {
    const { mailer } = await aMailer(t, {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })))
      },
    })

    await assert.rejects(mailer.send(aMail()), /554 looks like spam/)
  })

  test('a server that is down rejects at once', async () => {
    const server = await listening(createServer())
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: SENDER })

    await within(20_000, assert.rejects(mailer.send(aMail()), /ECONNREFUSED/))
    await mailer.close()
  })

  test('a server that never greets rejects within the time-out', async (t) => {
    const server = await listening(createServer((socket) => t.after(() => socket.destroy())))
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: SENDER, timeoutMs: 300 })

    await within(20_000, assert.rejects(mailer.send(aMail()), /Timeout|Greeting/))
    await mailer.close()
  })

  test('a server that falls silent during the mail rejects within the time-out', async (t) => {
    const { mailer } = await aMailer(t, { onData: (stream) => stream.resume() }, 300)

    await within(20_000, assert.rejects(mailer.send(aMail()), /Timeout/))
  })

  test('closing waits for a silent server no longer than the time-out', async (t) => {
    const { mailer } = await aMailer(t, { onData: (stream) => stream.resume() }, 300)

    const sent = assert.rejects(mailer.send(aMail()))
    await within(20_000, Promise.all([mailer.close(), sent]))
  })

  test('a server that closes every connection rejects', async (t) => {
    const server = await listening(createServer((socket) => socket.end()))
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: SENDER, timeoutMs: 1000 })

    await within(20_000, assert.rejects(mailer.send(aMail())))
    await mailer.close()
  })

  test('a mail after the mailer was closed rejects', async (t) => {
    const { mailer } = await aMailer(t)
    await mailer.close()

    await assert.rejects(mailer.send(aMail()), /closed/)
  })
})

async function aMailer(t: TestContext, options: SMTPServerOptions = {}, timeoutMs = 5000) {
  const { url, received, close } = await startSmtp(options)
  const mailer = smtpMailer({ url, from: SENDER, timeoutMs })
  t.after(async () => {
    await mailer.close()
    await close()
  })
  return { mailer, received }
}

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: async (stream, session, done) => {
      const raw = await buffer(stream)
      received.push({ raw, recipients: session.envelope.rcptTo.map(({ address }) => address), connection: session.id })
      done()
    },
    ...options,
  })
  smtp.on('error', () => {})
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => new Promise<void>((closed) => smtp.close(closed)) }
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work
  assert.ok(performance.now() - started < milliseconds)
  return result
}
