import type { Attribute } from '#modules/documents/types/schemas.ts'
import type { FieldError } from '#platform/problem.ts'
import { isCleanText } from '#platform/text/text.ts'
import { isDate } from '#platform/time/moment.ts'

/** What of a document is checked against its type: its metas, which describe it, and its filters, which limit access. */
type Checked = 'metas' | 'filters'
type Values = Record<string, unknown>

const MAX_CHARACTERS = 1000

/** What is wrong with the metas or filters of a document, by the rules of its type. */
export function checkAttributes(which: Checked, attributes: readonly Attribute[], values: Values): FieldError[] {
  const known = new Map(attributes.map((one) => [one.code, one]))
  const field = (code: string) => `document_type_${which}.${code}`
  const given = Object.keys(values).flatMap((code) => {
    const attribute = known.get(code)
    const error = attribute ? checkValue(attribute, values[code]) : unknown(which, code)
    return error ? [{ field: field(code), ...error }] : []
  })
  const missing = attributes.filter((one) => one.required && !Object.hasOwn(values, one.code))
  return [
    ...given,
    ...missing.map(({ code }) => ({
      field: field(code),
      code: 'required',
      message: 'This is required for documents of this type.',
    })),
  ]
}

type Mistake = Omit<FieldError, 'field'>

function unknown(which: Checked, code: string): Mistake {
  return which === 'metas'
    ? { code: 'unknown_meta', message: `Meta ${code} not found in this document type.` }
    : { code: 'unknown_filter', message: `Filter ${code} not found in this document type.` }
}

function checkValue({ type, values }: Attribute, value: unknown): Mistake | undefined {
  if (value === null || value === '') return { code: 'empty', message: 'This must not be empty.' }
  if (type === 'integer') {
    return Number.isSafeInteger(value) ? checkChoice(values, String(value)) : wrongValue('This must be an integer.')
  }
  if (typeof value !== 'string') return wrongValue('This must be a string.')
  if (type === 'date') {
    return isDate(value)
      ? undefined
      : { code: 'invalid_date', message: 'This is not a valid date (expected YYYY-MM-DD).' }
  }
  if (!isCleanText(value)) return wrongValue('This contains characters that cannot be stored.')
  if ([...value].length > MAX_CHARACTERS) return wrongValue(`This exceeds ${MAX_CHARACTERS} characters.`)
  return checkChoice(values, value)
}

function checkChoice(values: readonly string[] | undefined, value: string): Mistake | undefined {
  if (!values || values.includes(value)) return undefined
  return wrongValue(
    values.length > 20 ? 'This is not one of the allowed values.' : `This must be one of ${values.join(', ')}.`,
  )
}

function wrongValue(message: string): Mistake {
  return { code: 'wrong_value', message }
}
