/** What a stranger can do to a call, apart from answering it. */
export type FailureOutcome =
  | 'timed_out'
  | 'refused'
  | 'private_address'
  | 'unresolved'
  | 'tls_failed'
  | 'reset'
  | 'invalid_url'
  | 'protocol_error'

/** One sentence an outcome: none tells a caller what a name resolved to or what answered there. */
const MESSAGES = {
  timed_out: 'The call timed out before the response was complete.',
  refused: 'The connection failed.',
  private_address: 'The address is not allowed.',
  unresolved: 'The host name could not be resolved.',
  tls_failed: 'The TLS connection failed.',
  reset: 'The connection was closed before the response was complete.',
  invalid_url: 'The URL is not an http or https URL without credentials.',
  protocol_error: 'The response was not valid HTTP.',
} as const satisfies Record<FailureOutcome, string>

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly outcome: FailureOutcome

  constructor(outcome: FailureOutcome, detail = '') {
    super(detail === '' ? MESSAGES[outcome] : `${MESSAGES[outcome]} (${detail})`)
    this.outcome = outcome
  }
}

/** What went wrong on the wire, in our words. Rethrows what is our own fault, so that no stranger is blamed for it. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  // By name: its class would load undici.
  if (error instanceof Error && error.name === 'HTTPParserError' && !RESET.test(code))
    return new Failure('protocol_error')
  if (code === '' || OUR_FAULT.test(code)) throw error
  if (RESET.test(code)) return new Failure('reset')
  return TLS.test(code) ? new Failure('tls_failed', code) : new Failure('protocol_error')
}

/** For a connection that never came about. */
export function toConnectFailure(error: Error, isShakingHands: boolean): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (isShakingHands) return new Failure('tls_failed', code)
  return new Failure(code === 'ETIMEDOUT' ? 'timed_out' : 'refused')
}

const OUR_FAULT = /^UND_ERR_(INVALID_ARG|REQ_|NOT_SUPPORTED|DESTROYED|CLOSED)/
// Codes of the operating system, of undici, and of the parser when an answer stops too soon.
const RESET = /^(E[A-Z]+|UND_ERR_(SOCKET|ABORTED|RES_CONTENT_LENGTH_MISMATCH)|HPE_INVALID_EOF_STATE)$/
// Servers of TLS 1.3 refuse a client after the handshake.
const TLS = /^ERR_(SSL|TLS)_/

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
