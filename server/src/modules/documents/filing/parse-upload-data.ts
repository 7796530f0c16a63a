import { UploadData } from '#modules/documents/schemas.ts'
import { parseJsonText } from '#platform/http/bodies/json-shape.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { type FieldError, Problem } from '#platform/problem.ts'
import { ERROR_NUMBER, errorNumberOf } from './error-numbers.ts'

/** Reads the `data` of an upload; what cannot be read is refused with its number. */
export function parseUploadData(text: string): UploadData {
  const data = parseObject(text)
  const errors = checkAgainst(UploadData, data)
  if (errors.length > 0) throw numberedRefusal(errors, data as Partial<UploadData>)
  const { organization_code, ...rest } = data as UploadData
  return organization_code === undefined ? rest : { organization_codes: [organization_code], ...rest }
}

/** Null stands for what is left out. */
function parseObject(text: string): object {
  let parsed: unknown
  try {
    parsed = parseJsonText(text)
  } catch {
    throw refusal(ERROR_NUMBER.wrongType, 'The part data must be valid JSON.')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw refusal(ERROR_NUMBER.wrongType, 'The part data must be a JSON object.')
  }
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null))
}

/** Which mistake gives the answer its number, when there are several. */
const FIRST: readonly number[] = [
  ERROR_NUMBER.wrongType,
  ERROR_NUMBER.missing,
  ERROR_NUMBER.missingType,
  ERROR_NUMBER.incorrect,
]
const CONFLICTS: readonly number[] = [ERROR_NUMBER.takenId, ERROR_NUMBER.foreignOrganization]

export function numberedRefusal(errors: FieldError[], data: Partial<UploadData>): Problem {
  const hasEmployee = data.employee_technical_id !== undefined
  const numbered = errors.map((error) => ({ error, number: errorNumberOf(error, { hasEmployee }) }))
  const rank = ({ number }: { number: number }) => {
    if (CONFLICTS.includes(number)) return FIRST.length + 1
    return FIRST.includes(number) ? FIRST.indexOf(number) : FIRST.length
  }
  const [first] = numbered.toSorted((left, right) => rank(left) - rank(right))
  if (!first) throw new Error('There are no mistakes to refuse.')
  const { field, message } = first.error
  return refusal(first.number, `${field}: ${message}`, errors)
}

export function refusal(number: number, message: string, fields: FieldError[] = [], cause?: unknown): Problem {
  const kind = CONFLICTS.includes(number) ? 'conflict' : 'invalid'
  return new Problem(kind, String(number), message, { fields, cause })
}
