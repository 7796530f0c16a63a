import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

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

/**
 * Every statement is prepared under a name made from its text: PostgreSQL then plans it once for each connection.
 * In a transaction, statements that are sent in one turn of the event loop go out in one write.
 */
export class PreparingConnection extends pg.Client {
  #isInTransaction = false
  #isGathering = false

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query with eight signatures.
  override query(config: any, values?: any, callback?: any): any {
    this.#followTransaction(config)
    const name = typeof config === 'string' && Array.isArray(values) && values.length > 0 && statementName(config)
    return name ? super.query({ name, text: config, values }, callback) : super.query(config, values, callback)
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

  /**
   * Sends rows by COPY. Everything that was asked before must have been answered: while rows are on their way, the
   * connection can take nothing else.
   */
  async copy(text: string, rows: Iterable<Uint8Array>): Promise<void> {
    const inside = insideOf(this)
    inside.pipeline = false
    try {
      await pipeline(Readable.from(rows), super.query(copyFrom(text)))
    } finally {
      inside.pipeline = true
    }
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
  connection: { stream: Socket; on(event: string, listener: (message: { severity?: string }) => void): void }
}

function insideOf(connection: pg.ClientBase): Inside {
  return connection as unknown as Inside
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
