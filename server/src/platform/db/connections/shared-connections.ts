import type pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { ignoreConnectionErrors, type PreparingConnection } from './preparing-connection.ts'
import { asRefusal, retryWhileFull } from './retrying-pool.ts'

/** One for each core of a small machine, and some to spare. */
const CONNECTIONS = 4

type SharedConnection = {
  connection: PreparingConnection | undefined
  opening: Promise<PreparingConnection> | undefined
  /** How many statements wait for their answers. */
  waiting: number
}

/** How a connection is made, and what it is told first. */
type Opening = { Connection: typeof PreparingConnection; applySettings: (connection: pg.ClientBase) => void }

/**
 * A few connections that many callers share at once, for lookups by key: what is asked in one turn of the event loop
 * goes out in one write and comes back in one read. A slow statement would make the others wait: none belongs here.
 */
export class SharedConnections {
  readonly #config: pg.ClientConfig
  readonly #Connection: typeof PreparingConnection
  readonly #applySettings: (connection: pg.ClientBase) => void
  readonly #connections: SharedConnection[] = Array.from({ length: CONNECTIONS }, () => ({
    connection: undefined,
    opening: undefined,
    waiting: 0,
  }))

  constructor(config: pg.ClientConfig, { Connection, applySettings }: Opening) {
    this.#config = config
    this.#Connection = Connection
    this.#applySettings = applySettings
  }

  async query<Row>(config: pg.QueryConfig): Promise<Row[]> {
    const shared = this.#leastBusy()
    shared.waiting += 1
    try {
      const connection = shared.connection ?? (await this.#open(shared))
      connection.gatherWrites()
      const { rows } = await connection.query(config)
      return rows
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#drop(shared)
      throw error
    } finally {
      shared.waiting -= 1
    }
  }

  /** The first of them: as long as few callers ask, the others are neither opened nor prepare the same statements. */
  #leastBusy(): SharedConnection {
    return this.#connections.reduce((least, one) => (one.waiting < least.waiting ? one : least))
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(async (shared) => (await shared.opening)?.end()))
  }

  /** The next lookup opens another, even if this one never ends. */
  #drop(shared: SharedConnection): void {
    const { connection } = shared
    if (connection === undefined) return
    shared.connection = undefined
    shared.opening = undefined
    void connection.end().catch(() => {})
  }

  #open(shared: SharedConnection): Promise<PreparingConnection> {
    shared.opening ??= retryWhileFull(() => this.#connect(shared), this.#config.connectionTimeoutMillis ?? 0).catch(
      (error) => {
        shared.opening = undefined
        throw asRefusal(error)
      },
    )
    return shared.opening
  }

  async #connect(shared: SharedConnection): Promise<PreparingConnection> {
    const connection = new this.#Connection(this.#config)
    ignoreConnectionErrors(connection)
    await connection.connect()
    connection.on('end', () => {
      if (shared.connection !== connection) return
      shared.connection = undefined
      shared.opening = undefined
    })
    this.#applySettings(connection)
    shared.connection = connection
    return connection
  }
}
