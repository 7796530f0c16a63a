import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { asUnavailable, DatabaseUnavailable } from './database-unavailable.ts'

const TOO_MANY_CONNECTIONS = '53300'
const RETRY_AFTER_MS = 100

type Connected = (error: Error | undefined, connection: pg.PoolClient | undefined, release: () => void) => void

/**
 * A pool that retries when the server has no free connection: one of this pool or of another may be released soon. It
 * gives up after the connection timeout.
 */
export class RetryingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(
      (connection) => connected(undefined, connection, () => connection.release()),
      (error) => connected(error, undefined, () => {}),
    )
    return undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query with eight signatures.
  override async query(config: any, values?: any): Promise<any> {
    const connection = await this.#connect()
    try {
      return await connection.query(config, values)
    } finally {
      connection.release()
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.ending) return super.connect()
    try {
      return await retryWhileFull(() => super.connect(), this.options.connectionTimeoutMillis ?? 0)
    } catch (error) {
      throw asRefusal(error)
    }
  }
}

/** Whatever the reason, there is no connection. */
export function asRefusal(error: unknown): unknown {
  const judged = asUnavailable(error)
  return judged instanceof DatabaseUnavailable ? judged : new DatabaseUnavailable(error)
}

/** Connects, again and again while the server has no free connection, for a limited time. */
export function retryWhileFull<Connection>(connect: () => Promise<Connection>, waitMs: number): Promise<Connection> {
  const until = performance.now() + waitMs
  const again = async (error: unknown): Promise<Connection> => {
    if (!isFull(error) || performance.now() > until) throw error
    await delay(RETRY_AFTER_MS)
    return connect().catch(again)
  }
  return connect().catch(again)
}

/** Whether the server, or the PgBouncer before it, has no free connection. */
export function isFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === TOO_MANY_CONNECTIONS || /^no more connections allowed/.test(message)
}
