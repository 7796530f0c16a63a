import { type Logger, pino } from 'pino'
import { readableLine } from './log-line.ts'
import { sourceStack } from './source-stack.ts'

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Keys whose values never reach the log, at the top and one level down. */
const SECRET_KEYS = new Set([
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'x-api-key',
  'x_api_key',
  'key',
  'shared_token',
  'signature_key',
  'email',
  'first_name',
  'last_name',
  'filename',
  'body',
])

type Destination = { write(line: string): void }

/** Where lines go: readable ones at once, for a terminal; otherwise JSON. */
export function logDestination(format: 'auto' | 'json' | 'pretty'): Destination {
  const stream = process.stderr
  if (format === 'pretty' || (format === 'auto' && stream.isTTY)) {
    return { write: (line) => stream.write(readableLine(line, stream)) }
  }
  // Lines are written together, a tenth of a second late at most: a write for each would cost more than the line.
  return pino.destination({ dest: 2, sync: false, minLength: 16_000, periodicFlush: 100 })
}

/** One line of JSON for each fact. Ids only: no names, addresses, bodies, tokens or file names. */
export function openLog(level: string, destination: Destination = logDestination('json')): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (facts) => withoutSecrets(facts, 1) },
      serializers: { err: describeError },
    },
    destination,
  )
}

type Facts = Record<string, unknown>

/** The facts as they are when none of them is secret, which is nearly always; a copy without the secrets otherwise. */
function withoutSecrets(facts: Facts, depth: number): Facts {
  let clean = facts
  for (const key in facts) {
    const value = facts[key]
    const kept = SECRET_KEYS.has(key)
      ? '[removed]'
      : isPlain(value) && depth > 0
        ? withoutSecrets(value, depth - 1)
        : value
    if (kept === value) continue
    if (clean === facts) clean = { ...facts }
    clean[key] = kept
  }
  return clean
}

function isPlain(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** A stack without the values that a database error quotes in its detail. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: withoutValues(error),
    stack: callsOf(error),
    code,
  }
}

function withoutValues(error: Error): string {
  return 'severity' in error ? `database error ${(error as { code?: string }).code ?? ''}` : error.message
}

/** The calls alone: a message of several lines, which may quote values, stands above them. */
function callsOf(error: Error): string {
  const calls = sourceStack(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return calls.slice(0, 12).join('\n')
}
