/**
 * The database cannot be used for the moment: it is not reached, starts, stops, only reads, or does not answer. What was
 * asked may have been done all the same: of a commit whose answer is missing nobody knows, so it is never sent again.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { message, code } = cause as NodeJS.ErrnoException
    super(message, { cause })
    this.code = code
  }
}

/** A server that follows another, or has become read-only: what is written must go to the one that leads. */
export const READ_ONLY = '25006'

/** Connection exceptions, and servers that start, stop or recover. */
const UNAVAILABLE_CLASSES = /^(?:08|57P)/
/** A pooler ends connections with it, and PostgreSQL refuses messages of ours that are wrong. */
const PROTOCOL_VIOLATION = '08P01'

/** What pg says of a connection that is gone or does not answer; it has no codes for it. */
const OF_A_BROKEN_CONNECTION =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|The operation was aborted)/

type Failure = NodeJS.ErrnoException & { severity?: string }

/** What failed on a connection, or an error that says that it was the connection itself. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const { severity, code = '', message, syscall } = error as Failure
  // The server, or a pooler, ends the connection after it; languages other than English may spell it differently.
  const isFatal = severity === 'FATAL' || severity === 'PANIC'
  const isOfServer = severity !== undefined && UNAVAILABLE_CLASSES.test(code) && code !== PROTOCOL_VIOLATION
  const isOfConnection = severity === undefined && (syscall !== undefined || OF_A_BROKEN_CONNECTION.test(message))
  return isFatal || isOfServer || code === READ_ONLY || isOfConnection ? new DatabaseUnavailable(error) : error
}
