import type { ProblemKind } from '#platform/problem.ts'

/** The status that HTTP has for each kind of problem. An API may answer some of them with another. */
export const STATUS_CODES = {
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
