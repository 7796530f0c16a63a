import { createHash } from 'node:crypto'
import ssh2, { type SFTPWrapper } from 'ssh2'
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

export type SftpSession = {
  sftp: SFTPWrapper
  /** The answer of the server to one question; every question and answer starts the time-out again. */
  ask<T>(start: (done: (error: Error | null | undefined, value: T) => void) => void): Promise<T>
  end(): void
}

/** How long the server may be silent while something is asked of it. */
const SILENCE_MS = 60_000

/** Throws a TransferFailure. Credentials are sent to a server with the pinned key only. */
export async function openSftpSession(
  outbound: Outbound,
  target: SftpTarget,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<SftpSession> {
  const client = new ssh2.Client()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let presented = ''
  const fail = (error: Error) => {
    reject(toTransferFailure(error, target, presented))
    client.destroy()
  }
  const timer = setTimeout(() => fail(new Failure('timed_out')), silenceMs)
  const end = () => {
    clearTimeout(timer)
    client.destroy()
  }
  const ask: SftpSession['ask'] = (start) => {
    timer.refresh()
    const answered = new Promise<never>((resolve, refuse) => {
      start((error, value) => {
        timer.refresh()
        if (error) refuse(error)
        else resolve(value as never)
      })
    })
    return Promise.race([answered, failed])
  }
  client.on('error', fail).on('close', () => fail(new Failure('reset')))
  try {
    const sock = await outbound.connectTcp(target.host, target.port)
    await ask<void>((done) => {
      client.on('ready', () => done(null))
      client.connect({
        ...{ sock, username: target.user, readyTimeout: silenceMs },
        ...(target.privateKey === undefined ? {} : { privateKey: target.privateKey }),
        ...(target.passphrase === undefined ? {} : { passphrase: target.passphrase }),
        ...(target.password === undefined ? {} : { password: target.password }),
        hostVerifier: (key: Buffer) => {
          presented = fingerprintOf(key)
          return presented === target.hostKey
        },
      })
    })
    return { sftp: await ask<SFTPWrapper>((done) => client.sftp(done)), ask, end }
  } catch (error) {
    end()
    throw toTransferFailure(error as Error, target, presented)
  }
}

/** As OpenSSH writes it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** Why a private key cannot be used; undefined when it can. */
export function mistakeInPrivateKey(privateKey: string, passphrase: string | undefined): string | undefined {
  const parsed = ssh2.utils.parseKey(privateKey, passphrase)
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
