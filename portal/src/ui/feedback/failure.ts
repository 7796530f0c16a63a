export type FieldError = { field: string; code: string; message: string }

/** Something that was asked for and refused, or that failed. `status` is 0 without an answer. */
export abstract class Failure extends Error {
  abstract readonly status: number
  abstract readonly code: string
  abstract readonly fields: FieldError[]
  /** What the operator finds in the log of the server. */
  abstract readonly requestId: string | undefined
}
