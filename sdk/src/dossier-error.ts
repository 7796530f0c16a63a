import type { operations } from './generated/v2.ts'

type Refusal = operations['getEmployee']['responses']['4XX']['content']['application/json']
type TokenRefusal = operations['createToken']['responses']['4XX']['content']['application/json']
export type FieldError = NonNullable<Refusal['errors']>[number]

/** A call that the service refused. A call that never reached it fails as `fetch` does. */
export class DossierError extends Error {
  override readonly name = 'DossierError'
  readonly status: number
  /** One of docs/api/errors.md; `unexpected_answer` when something else than the service answered. */
  readonly code: string
  /** The fields that are to blame, with 422. */
  readonly errors: readonly FieldError[]
  /** What the service's log calls the call. */
  readonly requestId: string | undefined
  /** When the service wants to be left alone for a while, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined

  constructor({ status, headers }: Response, body: unknown) {
    const refusal: Partial<Refusal & TokenRefusal> = typeof body === 'object' && body !== null ? body : {}
    super(refusal.message ?? refusal.error_description ?? `The service answered ${status}.`)
    this.status = status
    this.code = refusal.code ?? refusal.error ?? 'unexpected_answer'
    this.errors = refusal.errors ?? []
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = secondsUntil(headers.get('retry-after'))
  }
}

/** Retry-After is a number of seconds, or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
