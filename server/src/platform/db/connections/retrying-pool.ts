import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TOO_MANY_CONNECTIONS = '53300'
const RETRY_AFTER_MS = 100

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

/**
 * A pool for which a server without a free connection is no failure yet: one of the pool's own, or of somebody else's,
 * may be free soon. It waits as long as for anything else that connecting takes.
 */
export class RetryingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = retryWhileFull(() => super.connect(), this.options.connectionTimeoutMillis ?? 0)
    if (!connected) return connecting
    connecting.then(
      (client) => connected(undefined, client, () => client.release()),
      (error) => connected(error, undefined, () => {}),
    )
    return undefined
  }
}

/** Connects, again and again while the server has no free connection, for a limited time. */
export function retryWhileFull<Client>(connect: () => Promise<Client>, waitMs: number): Promise<Client> {
  const until = performance.now() + waitMs
  const again = async (error: unknown): Promise<Client> => {
    const isFull = (error as NodeJS.ErrnoException).code === TOO_MANY_CONNECTIONS
    if (!isFull || performance.now() > until) throw error
    await delay(RETRY_AFTER_MS)
    return connect().catch(again)
  }
  return connect().catch(again)
}
