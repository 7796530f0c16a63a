import type { Employee } from '#modules/directory/employees/schemas.ts'
import type { FieldError } from '#platform/problem.ts'
import { isCleanText } from '#platform/text/text.ts'
import { isDate } from '#platform/time/moment.ts'
import type { CustomFieldRow } from './queries.ts'

const MAX_CHARACTERS = 1000

type Values = Employee['custom_fields']

/** The values that are set, and those that do not fit their field. */
export function checkCustomFields(
  given: Record<string, unknown>,
  fields: ReadonlyMap<string, CustomFieldRow>,
): { values: Values; errors: FieldError[] } {
  const set = Object.entries(given).filter(([, value]) => value !== null)
  const errors = set.flatMap(([code, value]) => {
    const field = fields.get(code)
    const mistake = field ? mistakeInValue(field, value) : unknown(code)
    return mistake ? [{ field: `custom_fields.${code}`, ...mistake }] : []
  })
  // Zero has a sign in JSON, but none in the database.
  const stored = set.map(([code, value]) => [code, Object.is(value, -0) ? 0 : value])
  return { values: Object.fromEntries(stored) as Values, errors }
}

type Mistake = { code: string; message: string }

function unknown(code: string): Mistake {
  return { code: 'unknown_custom_field', message: `Custom field ${code} not found.` }
}

/** What is wrong with a value of a custom field, if anything. */
export function mistakeInValue(field: CustomFieldRow, value: unknown): Mistake | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType('a boolean')
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : wrongType('an integer')
    default:
      return typeof value === 'string' ? mistakeInText(field, value) : wrongType('a string')
  }
}

function mistakeInText({ type, values }: CustomFieldRow, text: string): Mistake | undefined {
  if (type === 'list') {
    return values.includes(text) ? undefined : { code: 'unknown_choice', message: choicesIn(values) }
  }
  if (type === 'date') {
    return isDate(text)
      ? undefined
      : { code: 'invalid_date', message: 'This is not a valid date (expected YYYY-MM-DD).' }
  }
  if (!isCleanText(text)) return { code: 'invalid_text', message: 'This contains characters that cannot be stored.' }
  const message = `This exceeds ${MAX_CHARACTERS} characters.`
  return [...text].length > MAX_CHARACTERS ? { code: 'too_long', message } : undefined
}

/** More than this many choices are no help in a message, and a thousand employees may each need one. */
const MAX_NAMED_CHOICES = 20

function choicesIn(values: readonly string[]): string {
  if (values.length > MAX_NAMED_CHOICES) return `This is not one of the ${values.length} allowed values.`
  return `This must be one of ${values.join(', ')}.`
}

function wrongType(wanted: string): Mistake {
  return { code: 'wrong_type', message: `This must be ${wanted}.` }
}
