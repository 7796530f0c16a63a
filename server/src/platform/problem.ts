export type FieldError = { field: string; code: string; message: string }

/** How many fields a refusal names: of a body full of mistakes, the first ones. */
export const MAX_FIELD_ERRORS = 20

export type ProblemKind =
  | 'malformed'
  | 'too_large'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_many'
  | 'unavailable'
  | 'unsatisfiable'
  | 'precondition_failed'
  | 'unsupported_coding'
  | 'expectation_failed'
  /** Understood, and refused for something else than its fields. */
  | 'unprocessable'

type ProblemDetails = {
  fields?: FieldError[]
  headers?: Record<string, string>
  /** What went wrong on our side, for the log. */
  cause?: unknown
}

/** A failure the caller can act on. Anything else that is thrown is our bug, and answers 500. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  readonly code: string
  readonly fields: FieldError[]
  /** Headers that belong to the refusal, such as `Retry-After`. */
  readonly headers: Record<string, string>

  constructor(
    kind: ProblemKind,
    code: string,
    message: string,
    { fields = [], headers = {}, cause }: ProblemDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
    this.code = code
    this.fields = fields
    this.headers = headers
  }
}

/** Input that was understood and is refused, with the fields that are to blame. */
export function invalidFields(fields: FieldError[]): Problem {
  return new Problem('invalid', 'validation_error', 'Validation failed', { fields: fields.slice(0, MAX_FIELD_ERRORS) })
}

export function invalid(field: string, code: string, message: string): Problem {
  return invalidFields([{ field, code, message }])
}

export function malformed(message: string, fields: FieldError[] = []): Problem {
  return new Problem('malformed', 'invalid_request', message, { fields })
}

export function notFound(what: string, id: string): Problem {
  return new Problem('not_found', 'not_found', `${capitalize(what)} ${id} not found.`)
}

/** With an upper-case first letter, as a sentence begins. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function conflict(code: string, message: string): Problem {
  return new Problem('conflict', code, message)
}

/** What cannot be done at the moment, and when to try again. */
export function unavailable(code: string, message: string, retryAfterSeconds: number, cause?: unknown): Problem {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return new Problem('unavailable', code, message, { headers, cause })
}

/** Runs a step whose refused fields stand below `prefix` in what the caller sent. */
export async function prefixFields<T>(prefix: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Problem) || error.fields.length === 0) throw error
    throw invalidFields(error.fields.map((one) => ({ ...one, field: `${prefix}.${one.field}` })))
  }
}
