import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { answerLimit } from './answer-limit.ts'
import { asUnavailable, DatabaseUnavailable, READ_ONLY } from './database-unavailable.ts'

export const BEGIN = 'BEGIN'
export const COMMIT = 'COMMIT'
export const ROLLBACK = 'ROLLBACK'

/** A statement that starts so is planned at each call: the best plan depends on its values. */
export const CUSTOM_PLAN = '/* plan anew */'

const statementNames = new Map<string, string>()

/** Nothing for a statement that is to be planned at each call. */
export function statementName(text: string): string | undefined {
  if (text.startsWith(CUSTOM_PLAN)) return undefined
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    statementNames.set(text, name)
  }
  return name
}

export type PreparingConnectionConfig = pg.ClientConfig & {
  /** A standby tells so in its greeting. What a pooler has in its own may be of another server. */
  refusesStandby?: boolean
}

/**
 * Every statement is prepared under a name made from its text: PostgreSQL then plans it once for each connection.
 * In a transaction, statements that are sent in one turn of the event loop go out in one write. An answer is waited for
 * as long as `answerLimit` says; with the first that is missing, the connection is given up.
 */
export class PreparingConnection extends pg.Client {
  #isInTransaction = false
  #isGathering = false

  constructor(config: PreparingConnectionConfig = {}) {
    super(config)
    if (config.refusesStandby) refuseStandby(this)
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query with eight signatures.
  override query(config: any, values?: any, callback?: any): any {
    this.#followTransaction(config)
    const asked = { ...asConfig(config, values), query_timeout: answerLimit() }
    if (typeof callback === 'function') {
      return super.query(asked, (error: Error, result: pg.QueryResult) => {
        callback(error ? this.#judge(error) : error, result)
      })
    }
    return super.query(asked).catch((error: unknown) => {
      throw this.#judge(error)
    })
  }

  /** Holds back what is written until this turn of the event loop ends. */
  gatherWrites(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = insideOf(this).connection
    stream.cork()
    setImmediate(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** Ends it without a word to a server that may not listen; what waits for an answer fails. */
  abandon(): void {
    const inside = insideOf(this)
    inside._queryable = false
    inside.connection.stream.destroy(new Error('Connection terminated: it was given up'))
  }

  /**
   * Sends rows by COPY. Everything that was asked before must have been answered: while rows are on their way, the
   * connection can take nothing else.
   */
  async copy(text: string, rows: Iterable<Uint8Array>): Promise<void> {
    const inside = insideOf(this)
    inside.pipeline = false
    try {
      await pipeline(Readable.from(rows), super.query(copyFrom(text)), { signal: AbortSignal.timeout(answerLimit()) })
    } catch (error) {
      throw this.#judge(error)
    } finally {
      inside.pipeline = true
    }
  }

  /** A connection that is not available is not used again, though it may be open. */
  #judge(error: unknown): unknown {
    const judged = asUnavailable(error)
    if (judged instanceof DatabaseUnavailable) insideOf(this)._queryable = false
    return judged
  }

  #followTransaction(text: unknown): void {
    if (text === BEGIN) this.#isInTransaction = true
    if (this.#isInTransaction) this.gatherWrites()
    if (text === COMMIT || text === ROLLBACK) this.#isInTransaction = false
  }
}

/** What pg keeps to itself, as far as it is needed here. */
type Inside = {
  _queryable: boolean
  pipeline: boolean
  connection: { stream: Socket; on(event: string, listener: (message: Message) => void): void }
}

type Message = { severity?: string; parameterName?: string; parameterValue?: string }

function insideOf(connection: pg.ClientBase): Inside {
  return connection as unknown as Inside
}

export function asConfig(config: string | pg.QueryConfig, values: unknown): pg.QueryConfig {
  if (typeof config !== 'string') return config
  if (!Array.isArray(values) || values.length === 0) return { text: config }
  const name = statementName(config)
  return { ...(name && { name }), text: config, values }
}

function refuseStandby(client: pg.ClientBase): void {
  const { connection } = insideOf(client)
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
    connection.stream.destroy(Object.assign(new Error('The server is a standby.'), { code: READ_ONLY }))
  })
}

/**
 * A connection that breaks fails what is asked of it next, and no more; without a listener it would end the process.
 * The server says that it ends one a moment before it does; in between it must not be used again.
 */
export function ignoreConnectionErrors(connection: pg.ClientBase): void {
  connection.on('error', () => {})
  const inside = insideOf(connection)
  inside.connection.on('errorMessage', ({ severity }) => {
    if (severity === 'FATAL') inside._queryable = false
  })
}
