import { Failure, type FieldError } from '#ui/feedback/failure.ts'

export type { FieldError } from '#ui/feedback/failure.ts'

/** A call that was refused or failed. `status` is 0 when the server was not reached. */
export class ApiError extends Failure {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: FieldError[]
  /** What the operator finds in the log of the server. */
  readonly requestId: string | undefined
  /** How long to wait before the next try (429). */
  readonly retryAfterSeconds: number | undefined
  /** The whole answer, for what is beyond code and message. */
  readonly body: unknown

  constructor(status: number, body: unknown, headers?: { get(name: string): string | null }) {
    const said = isRecord(body) ? body : {}
    super(typeof said.message === 'string' ? said.message : `HTTP ${status}`)
    this.status = status
    this.code = typeof said.code === 'string' ? said.code : status === 0 ? 'network' : `http_${status}`
    this.fields = Array.isArray(said.errors) ? said.errors.filter(isFieldError) : []
    this.requestId = headers?.get('x-request-id') ?? undefined
    const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
    this.body = body
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
}
