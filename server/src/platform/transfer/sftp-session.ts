import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type { SFTPWrapper } from 'ssh2'
import { Failure } from '#platform/outbound/failure.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { TransferFailure } from './transfer-failure.ts'

export type SftpTarget = {
  host: string
  port: number
  user: string
  /** The fingerprint of the one host key that is trusted, as ssh-keygen -l shows it: `SHA256:…`. */
  hostKey: string
  password?: string | undefined
  privateKey?: string | undefined
  passphrase?: string | undefined
}

type Question<T> = (done: (error: Error | null | undefined, value: T) => void) => void

export type SftpSession = {
  sftp: SFTPWrapper
  /**
   * The answer of the server to one question; every question and answer starts the time-out again. Throws at once when the
   * signal is aborted.
   */
  ask<T>(start: Question<T>): Promise<T>
  /** Asks after the signal was aborted, too: for what must not be left behind. */
  askAtLast<T>(start: Question<T>): Promise<T>
  end(): void
}

type Options = { signal?: AbortSignal | undefined; silenceMs?: number | undefined }

/** How long the server may be silent while something is asked of it. */
const SILENCE_MS = 60_000

/** Loaded with the first session: it would take a tenth of every start. */
function loadSsh2(): typeof import('ssh2') {
  return createRequire(import.meta.url)('ssh2')
}

/** Throws a TransferFailure, or why the signal was aborted. Credentials are sent to a server with the pinned key only. */
export async function openSftpSession(
  outbound: Outbound,
  target: SftpTarget,
  { signal, silenceMs = SILENCE_MS }: Options = {},
): Promise<SftpSession> {
  signal?.throwIfAborted()
  const client = new (loadSsh2().Client)()
  let presented = ''
  let socket: Socket | undefined
  const fail = (error: Error) => {
    questions.endAll(toTransferFailure(error, target, presented))
    client.destroy()
  }
  const questions = openQuestions(() => fail(new Failure('timed_out')), silenceMs, signal)
  const { ask, askAtLast } = questions
  const end = () => {
    questions.close()
    client.destroy()
    // The client does not know it when it was not asked to connect any more.
    socket?.destroy()
  }
  client.on('error', fail).on('close', () => fail(new Failure('reset')))
  try {
    const sock = await outbound.connectTcp(target.host, target.port)
    socket = sock
    await ask<void>((done) => {
      client.on('ready', () => done(null))
      client.connect({
        sock,
        username: target.user,
        readyTimeout: silenceMs,
        ...(target.privateKey === undefined ? {} : { privateKey: target.privateKey }),
        ...(target.passphrase === undefined ? {} : { passphrase: target.passphrase }),
        ...(target.password === undefined ? {} : { password: target.password }),
        hostVerifier: (key: Buffer) => {
          presented = fingerprintOf(key)
          return presented === target.hostKey
        },
      })
    })
    return { sftp: await ask<SFTPWrapper>((done) => client.sftp(done)), ask, askAtLast, end }
  } catch (error) {
    end()
    signal?.throwIfAborted()
    throw toTransferFailure(error as Error, target, presented)
  }
}

/** What is asked of a server. A question without an answer ends with the connection, or when the signal is aborted. */
function openQuestions(onSilence: () => void, silenceMs: number, signal: AbortSignal | undefined) {
  const unanswered = new Set<(error: unknown) => void>()
  let lost: Error | undefined
  const timer = setTimeout(onSilence, silenceMs)
  const refuseAll = (error: unknown) => {
    for (const refuse of unanswered) refuse(error)
    unanswered.clear()
  }
  const onAbort = () => refuseAll(signal?.reason)
  signal?.addEventListener('abort', onAbort)

  async function askAtLast<T>(start: Question<T>): Promise<T> {
    if (lost) throw lost
    timer.refresh()
    return new Promise((resolve, refuse) => {
      unanswered.add(refuse)
      start((error, value) => {
        timer.refresh()
        unanswered.delete(refuse)
        if (error) refuse(error)
        else resolve(value)
      })
    })
  }

  return {
    askAtLast,
    async ask<T>(start: Question<T>): Promise<T> {
      signal?.throwIfAborted()
      return askAtLast(start)
    },
    endAll(error: Error) {
      lost ??= error
      refuseAll(lost)
    },
    close() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

/** As OpenSSH writes it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** Why a private key cannot be used; undefined when it can. */
export function mistakeInPrivateKey(privateKey: string, passphrase: string | undefined): string | undefined {
  const parsed = loadSsh2().utils.parseKey(privateKey, passphrase)
  return parsed instanceof Error ? parsed.message : undefined
}

function toTransferFailure(error: Error, { hostKey }: SftpTarget, presented: string): TransferFailure {
  if (error instanceof TransferFailure) return error
  if (presented !== '' && presented !== hostKey) {
    const message = `The server presented another host key (${presented}) than the one of the set-up; nothing was sent to it.`
    return new TransferFailure('host_key_mismatch', message)
  }
  if (error instanceof Failure) return new TransferFailure(error.outcome, error.message)
  const { level } = error as { level?: string }
  if (level === 'client-authentication') {
    return new TransferFailure('authentication_failed', 'The server refused the user or its password or key.')
  }
  if (level === 'client-timeout') return new TransferFailure('timed_out', new Failure('timed_out').message)
  if (level === 'client-socket') return new TransferFailure('reset', new Failure('reset').message)
  return new TransferFailure('protocol_error', `The server did not speak SFTP as expected (${error.message}).`)
}
