import { Type } from 'typebox'
import { byField } from '#apis/by-field.ts'
import type { ErrorShape } from '#platform/http/server.ts'
import { STATUS_CODES } from '#platform/http/status-codes.ts'
import { FieldErrors, NamedObject } from '#platform/http/validation/schemas.ts'
import type { FieldError } from '#platform/problem.ts'

const STATUS = { ...STATUS_CODES, invalid: 400, unauthenticated: 403 } as const

/** Notes and documents answer with a number and a message; the rest of the group with `errors` alone. */
const NUMBERED = /^\/api\/v1\/(?:notes\/(?:employees|documents)|enterprise\/documents(?:\/[^/]+\/download)?)\/?$/
const isNumbered = (path: string) => NUMBERED.test(path)

/** A refusal that has a number of its own in the spec. */
const NUMBERED_CODE = /^\d{4}$/

/** Decisions 8.1: the number of a field that does not fit. */
const FIELD_NUMBERS: Record<string, number> = {
  required: 1408,
  too_short: 1408,
  wrong_type: 1411,
  invalid_moment: 1421,
  invalid_date: 1421,
}
const INCORRECT = 1409

const ByField = Type.Record(Type.String(), Type.Array(Type.String()))
const NumberedRefusal = NamedObject('V1NumberedError', {
  code: Type.Integer(),
  message: Type.String(),
  errors: Type.Optional(FieldErrors),
})
const Refusal = NamedObject('V1Error', { errors: Type.Union([Type.String(), ByField]) })
const TextRefusal = NamedObject('V1TextError', { errors: Type.String() })
const AccessRefusal = NamedObject('V1AccessError', {
  code: Type.Literal(403),
  message: Type.String(),
  detail: Type.String({ description: 'The same as `message`.' }),
})

function numberOf(code: string, [field]: FieldError[]): number | undefined {
  if (NUMBERED_CODE.test(code)) return Number(code)
  return field && (FIELD_NUMBERS[field.code] ?? INCORRECT)
}

/** Group B. */
export const v1Errors: ErrorShape = {
  owns: (path) => path === '/api/v1' || path.startsWith('/api/v1/') || path.startsWith('/projects/'),
  refusal({ kind, code, message, fields }, path) {
    const status = STATUS[kind]
    if (status === 403) return { status, body: { code: 403, message, detail: message } }
    // The address exists, but a resource that the call names does not.
    if (status === 404 && isNumbered(path)) return { status, body: { code: status, message } }
    if (status === 404 || status === 405) return { status, body: { errors: message } }
    const hasFields = fields.length > 0
    if (!isNumbered(path)) return { status, body: { errors: hasFields ? byField(fields) : message } }
    const number = (kind === 'unprocessable' ? undefined : numberOf(code, fields)) ?? status
    return { status, body: hasFields ? { code: number, message, errors: fields } : { code: number, message } }
  },
  failure(requestId, path) {
    const message = `Internal server error (request ${requestId}).`
    return isNumbered(path) ? { code: 500, message } : { errors: message }
  },
  describe(path, kind) {
    if (kind === 'failure') return { status: 500, schema: isNumbered(path) ? NumberedRefusal : TextRefusal }
    const status = STATUS[kind]
    if (status === 403) return { status, schema: AccessRefusal }
    if (isNumbered(path)) return { status, schema: NumberedRefusal }
    return { status, schema: status === 400 || status === 422 ? Refusal : TextRefusal }
  },
}
