import { Type } from 'typebox'
import { byField } from '#apis/by-field.ts'
import type { ErrorShape } from '#platform/http/server.ts'
import { STATUS_CODES } from '#platform/http/status-codes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'

const STATUS = { ...STATUS_CODES, invalid: 400, unauthenticated: 403 } as const

const Refusal = NamedObject('UnversionedError', { detail: Type.String() })
const FieldsRefusal = Type.Array(Type.Record(Type.String(), Type.Array(Type.String())), {
  title: 'UnversionedFieldErrors',
  description: 'Each field with its messages; `base` is for errors of the call as a whole.',
})
const NumberedRefusal = NamedObject('ManagerImportError', { code: Type.Integer(), message: Type.String() })

/** Group C: 400 is a list of `{ field: [messages] }`, with `base` for what concerns no single field; the rest `{ detail }`. */
export const unversionedErrors: ErrorShape = {
  owns: (path) => path === '/api' || path.startsWith('/api/'),
  refusal({ kind, code, message, fields }, path) {
    const status = STATUS[kind]
    if (status !== 400) return { status, body: { detail: message } }
    if (isManagerImport(path)) return { status, body: { code: NUMBERS[code] ?? MISSING_PART, message } }
    const entries = Object.entries(fields.length > 0 ? byField(fields) : { base: [message] })
    return { status, body: entries.map(([field, messages]) => ({ [field]: messages })) }
  },
  failure: (requestId) => ({ detail: `Internal server error (request ${requestId}).` }),
  describe(path, kind) {
    const status = kind === 'failure' ? 500 : STATUS[kind]
    if (status !== 400) return { status, schema: Refusal }
    return { status, schema: isManagerImport(path) ? NumberedRefusal : FieldsRefusal }
  },
}

/** The import of managers answers 400 with a number: decisions 6.3. A body that is not a form has no parts. */
const MISSING_PART = 1408
const NUMBERS: Record<string, number> = { missing_part: MISSING_PART, not_utf8: 1409, too_few_lines: 1410 }

function isManagerImport(path: string): boolean {
  return /^\/api\/managers\/import\/?$/.test(path)
}
