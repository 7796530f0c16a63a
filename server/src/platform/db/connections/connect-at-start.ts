import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseAddress, settingOf } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { sharingOf } from './pooler.ts'
import { isFull } from './retrying-pool.ts'
import { applySessionSettings } from './session-settings.ts'

/** Why a server may refuse connections for a while, by SQLSTATE. */
const REASONS: Record<string, string> = { '57P03': 'is starting up, recovering or shutting down' }
const RETRY_AFTER_MS = 500
const CONNECT_WITHIN_MS = 30_000

export type Patience = { waitMs?: number; withinMs?: number; say?: (line: string) => void }

export function toStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** PgBouncer refuses parameters of a connection that it does not know. */
const REFUSED_PARAMETER = /^unsupported startup parameter(?: in options)?: (\S+)/

/** A connection of its own for a step of the start. Locks and settings belong to its session, so it must have one. */
export async function connectAtStart(address: DatabaseAddress, patience: Patience = {}): Promise<pg.Client> {
  const connection = await connectOnce(address, patience)
  try {
    if ((await sharingOf(address, connection)) === 'by transaction') throw sharedByTransaction(settingOf(address))
  } catch (error) {
    await connection.end()
    throw error
  }
  applySessionSettings(connection)
  return connection
}

/** A connection that may have any pooler at its other end. */
export function connectOnce(address: DatabaseAddress, patience: Patience = {}): Promise<pg.Client> {
  const connect = async () => {
    const one = new pg.Client({
      ...address,
      pipeline: true,
      connectionTimeoutMillis: patience.withinMs ?? CONNECT_WITHIN_MS,
      application_name: 'dossier',
    } as pg.ClientConfig)
    // The next query on a broken connection fails, and that is enough.
    one.on('error', () => {})
    await one.connect()
    return one
  }
  return untilAccepted(connect, { ...patience, setting: settingOf(address) })
}

function sharedByTransaction(setting: string): StartRefused {
  const cure =
    setting === 'DATABASE_URL'
      ? 'set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
      : 'it must lead to PostgreSQL itself'
  return new StartRefused(`${setting} names a pooler that shares connections between transactions; ${cure}.`)
}

/** Retries while the server has no free connection or is starting up. Reports the wait once, and gives up after `waitMs`. */
export async function untilAccepted<T>(
  connect: () => Promise<T>,
  { waitMs = 60_000, say = toStderr, setting = 'DATABASE_URL' }: Patience & { setting?: string } = {},
): Promise<T> {
  const until = performance.now() + waitMs
  let isSaid = false
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const { message } = error as Error
      const reason = reasonToWait(error)
      if (!reason) throw unreachable(error as NodeJS.ErrnoException, setting)
      const seconds = waitMs / 1000
      if (performance.now() > until)
        throw new StartRefused(`PostgreSQL ${reason} (${message}); gave up after ${seconds} s.`)
      if (!isSaid) say(`PostgreSQL ${reason} (${message}); waiting for up to ${seconds} s.`)
      isSaid = true
      await delay(RETRY_AFTER_MS)
    }
  }
}

function reasonToWait(error: unknown): string | undefined {
  return isFull(error) ? 'has no free connection' : REASONS[(error as NodeJS.ErrnoException).code ?? '']
}

function unreachable({ code, message }: NodeJS.ErrnoException, setting: string): StartRefused {
  const parameter = REFUSED_PARAMETER.exec(message)?.[1]
  if (parameter === undefined) {
    return new StartRefused(`${setting} names a database that cannot be reached (${message || code}).`)
  }
  return new StartRefused(
    `${setting} sets ${parameter}, which its pooler refuses; leave it out, or add it to ignore_startup_parameters of PgBouncer.`,
  )
}
