import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { refusePooledTransactions } from './refuse-pooled-transactions.ts'
import { applySessionSettings } from './session-settings.ts'

/** Why a server may refuse connections for a while, by SQLSTATE. */
const REASONS: Record<string, string> = {
  '53300': 'has no free connection',
  '57P03': 'is starting up, recovering or shutting down',
}
const RETRY_AFTER_MS = 500
const CONNECT_WITHIN_MS = 30_000

export type Patience = { waitMs?: number; say?: (line: string) => void }

/** A connection of its own for a step of the start. */
export async function connectAtStart(address: DatabaseAddress, patience: Patience = {}): Promise<pg.Client> {
  const connection = await untilAccepted(async () => {
    const one = new pg.Client({
      ...address,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: 'dossier',
    } as pg.ClientConfig)
    // The next query on a broken connection fails, and that is enough.
    one.on('error', () => {})
    await one.connect()
    return one
  }, patience)
  try {
    await refusePooledTransactions(address, connection)
  } catch (error) {
    await connection.end()
    throw error
  }
  applySessionSettings(connection)
  return connection
}

/** Retries while the server has no free connection or is starting up. Reports the wait once, and gives up after `waitMs`. */
export async function untilAccepted<T>(
  connect: () => Promise<T>,
  { waitMs = 60_000, say = (line) => void process.stderr.write(`${line}\n`) }: Patience = {},
): Promise<T> {
  const until = performance.now() + waitMs
  let isSaid = false
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      const reason = REASONS[code]
      if (!reason) throw new StartRefused(`DATABASE_URL names a database that cannot be reached (${message || code}).`)
      const seconds = waitMs / 1000
      if (performance.now() > until)
        throw new StartRefused(`PostgreSQL ${reason} (${message}); gave up after ${seconds} s.`)
      if (!isSaid) say(`PostgreSQL ${reason} (${message}); waiting for up to ${seconds} s.`)
      isSaid = true
      await delay(RETRY_AFTER_MS)
    }
  }
}
