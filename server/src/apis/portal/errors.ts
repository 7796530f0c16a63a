import { Type } from 'typebox'
import type { ErrorShape } from '#platform/http/server.ts'
import { FieldErrors, NamedObject } from '#platform/http/validation/schemas.ts'
import type { ProblemKind } from '#platform/problem.ts'

const STATUS = {
  malformed: 400,
  too_large: 413,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_many: 429,
  unavailable: 503,
  unsatisfiable: 416,
  precondition_failed: 412,
  unsupported_coding: 415,
  expectation_failed: 417,
  unprocessable: 422,
} as const satisfies Record<ProblemKind, number>

const Refusal = NamedObject('PortalError', {
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(FieldErrors),
})

/** The portal's own calls, and every page that belongs to no API. */
export const portalErrors: ErrorShape = {
  owns: () => true,
  refusal: ({ kind, code, message, fields }) => ({
    status: STATUS[kind],
    body: { code, message, ...(fields.length > 0 ? { errors: fields } : {}) },
  }),
  failure: (requestId) => ({
    code: 'internal_error',
    message: `Internal server error (request ${requestId}).`,
  }),
  describe: (_path, kind) => ({ status: kind === 'failure' ? 500 : STATUS[kind], schema: Refusal }),
}
