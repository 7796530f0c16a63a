import { Type } from 'typebox'
import type { ErrorShape } from '#platform/http/server.ts'
import { STATUS_CODES } from '#platform/http/status-codes.ts'
import { FieldErrors, NamedObject } from '#platform/http/validation/schemas.ts'

const PREFIX = '/api/v2/client'
const TOKEN_PATHS = [`${PREFIX}/tokens`, `${PREFIX}/revoke_token`]

const Refusal = NamedObject('V2Error', { code: Type.String(), message: Type.String() })
const FieldsRefusal = NamedObject('V2ValidationError', { ...Refusal.properties, errors: FieldErrors })
const TokenRefusal = NamedObject('TokenError', { error: Type.String(), error_description: Type.String() })

/** Group A: `{ code, message, errors? }`; `errors` only with 422. The token endpoints speak OAuth instead. */
export const v2Errors: ErrorShape = {
  owns: (path) => path === PREFIX || path.startsWith(`${PREFIX}/`),
  refusal({ kind, code, message, fields }, path) {
    if (isTokenPath(path) && kind !== 'method_not_allowed') {
      const error = kind === 'invalid' ? 'invalid_request' : code
      const description = [message, ...fields.map((one) => `${one.field}: ${one.message}`)].join(' ')
      return { status: kind === 'invalid' ? 400 : STATUS_CODES[kind], body: { error, error_description: description } }
    }
    const status = STATUS_CODES[kind]
    return { status, body: status === 422 ? { code, message, errors: fields } : { code, message } }
  },
  failure: (requestId) => ({
    code: 'internal_error',
    message: `Internal server error (request ${requestId}).`,
  }),
  describe(path, kind) {
    if (kind === 'failure') return { status: 500, schema: Refusal }
    const status = STATUS_CODES[kind]
    if (isTokenPath(path)) return { status: kind === 'invalid' ? 400 : status, schema: TokenRefusal }
    return { status, schema: status === 422 ? FieldsRefusal : Refusal }
  },
}

function isTokenPath(path: string): boolean {
  return TOKEN_PATHS.some((one) => path === one || path === `${one}/`)
}
