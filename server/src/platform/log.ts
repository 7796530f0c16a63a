import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Keys whose values never reach the log, at the top and one level down. */
const SECRET_KEYS = [
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
]

/** One line of JSON for each fact. Ids only: no names, addresses, bodies, tokens or file names. */
export function openLog(level: string, destination?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[removed]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  )
}

/** A stack without the values that a database error quotes in its detail. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: withoutValues(error),
    stack: error.stack?.split('\n').slice(1, 12).join('\n'),
    code,
  }
}

function withoutValues(error: Error): string {
  return 'severity' in error ? `database error ${(error as { code?: string }).code ?? ''}` : error.message
}
