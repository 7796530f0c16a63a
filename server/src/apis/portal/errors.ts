import { Type } from 'typebox'
import type { ErrorShape } from '#platform/http/server.ts'
import { STATUS_CODES } from '#platform/http/status-codes.ts'
import { FieldErrors, NamedObject } from '#platform/http/validation/schemas.ts'

const Refusal = NamedObject('PortalError', {
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(FieldErrors),
})

/** The portal's own calls, and every page that belongs to no API. */
export const portalErrors: ErrorShape = {
  owns: () => true,
  refusal: ({ kind, code, message, fields }) => ({
    status: STATUS_CODES[kind],
    body: { code, message, ...(fields.length > 0 ? { errors: fields } : {}) },
  }),
  failure: (requestId) => ({
    code: 'internal_error',
    message: `Internal server error (request ${requestId}).`,
  }),
  describe: (_path, kind) => ({ status: kind === 'failure' ? 500 : STATUS_CODES[kind], schema: Refusal }),
}
