import type { Schemas } from '../schemas.ts'
import { retryAfterSeconds } from './retry-after.ts'

export type FieldError = Schemas['FieldError']
type Refusal = Partial<Schemas['V2ValidationError'] & Schemas['TokenError']>

/** A call that the service refused. A call that never reached it fails as `fetch` does. */
export class DossierError extends Error {
  override readonly name = 'DossierError'
  readonly status: number
  /** One of docs/api/errors.md, group B's numbers as text; `unexpected_answer` when something else than the service answered. */
  readonly code: string
  /** The fields that are to blame, with 422, and with 400 in groups B and C. */
  readonly errors: readonly FieldError[]
  /** What the service's log calls the call. */
  readonly requestId: string | undefined
  /** When the service wants to be left alone for a while, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor({ status, headers }: Response, body: unknown) {
    const refusal = refusalIn(status, body)
    super(refusal.message ?? refusal.error_description ?? `The service answered ${status}.`)
    this.status = status
    this.code = refusal.code ?? refusal.error ?? 'unexpected_answer'
    this.errors = refusal.errors ?? []
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = retryAfterSeconds(headers)
  }
}

type ByField = Record<string, string[]>
type OtherRefusal = { code?: string | number; detail?: string; errors?: FieldError[] | ByField | string }

/**
 * Group C answers 400 with a list of fields, and everything else with a `detail`. Group B answers with a number as the
 * code, or with `errors` alone: a text, or each field with its messages.
 */
function refusalIn(status: number, body: unknown): Refusal {
  if (Array.isArray(body)) return body.every(isByField) ? refusalOf(body) : {}
  if (typeof body !== 'object' || body === null) return {}
  const { code, detail, errors, ...rest } = body as OtherRefusal
  if (detail !== undefined) return { code: CODES[status] ?? 'refused', message: detail }
  if (typeof errors === 'string') return { code: CODES[status] ?? 'refused', message: errors }
  if (isByField(errors)) return refusalOf([errors])
  return {
    ...rest,
    ...(code === undefined ? {} : { code: String(code) }),
    ...(Array.isArray(errors) ? { errors } : {}),
  }
}

function isByField(value: unknown): value is ByField {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(Array.isArray)
  )
}

function refusalOf(fields: ByField[]): Refusal {
  const errors = fields.flatMap((one) =>
    Object.entries(one).flatMap(([field, messages]) =>
      messages.map((message) => ({ field, code: 'invalid', message })),
    ),
  )
  return { code: 'validation_error', message: errors.map((one) => `${one.field}: ${one.message}`).join(' '), errors }
}

/** What other groups call a refusal that comes with a `detail` only. */
const CODES: Record<number, string> = {
  403: 'invalid_credentials',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  429: 'too_many_failures',
  503: 'unavailable',
}
