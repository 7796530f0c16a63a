import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { isAddressRange } from '#platform/net/address-range.ts'
import { isEmail } from '#platform/net/email.ts'
import { isWebAddress } from '#platform/net/web-address.ts'
import { type FieldError, invalidFields, MAX_FIELD_ERRORS, malformed, Problem } from '#platform/problem.ts'
import { isLanguageCode } from '#platform/text/language.ts'
import { isCleanText } from '#platform/text/text.ts'
import { isDate, isMoment, isWhen } from '#platform/time/moment.ts'
import { isUuid } from '#platform/uuid.ts'
import { boundedAjv } from './bounded-validation.ts'

const formats = {
  text: isCleanText,
  language: isLanguageCode,
  moment: isMoment,
  date: isDate,
  when: isWhen,
  email: isEmail,
  uuid: isUuid,
  'web-address': isWebAddress,
  'address-range': isAddressRange,
}
const ajv = boundedAjv({
  removeAdditional: false,
  useDefaults: true,
  coerceTypes: false,
  strictTypes: false,
  verbose: true,
  formats,
})

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  whenCalled(() => (httpPart === 'body' ? ajv.compile(schema) : asText(schema)))

/** Compiled by the first call: a start does not pay for hundreds of routes that may never be called. */
function whenCalled(compile: () => ValidateFunction): ValidateFunction {
  let validate: ValidateFunction | undefined
  const wrapper = (data: unknown) => {
    validate ??= compile()
    const isValid = validate(data)
    wrapper.errors = validate.errors
    return isValid
  }
  wrapper.errors = undefined as ValidateFunction['errors']
  return wrapper as ValidateFunction
}

/** Everything in a query or a path is text; only there may it stand for a number or a boolean. */
function asText(schema: object): ValidateFunction {
  const validate = ajv.compile(schema)
  const types = Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {})
  const readers = types.flatMap(([name, { type }]) => (type && READERS[type] ? [[name, READERS[type]] as const] : []))
  if (readers.length === 0) return validate
  const wrapper = (data: Record<string, unknown>) => {
    for (const [name, read] of readers) if (typeof data[name] === 'string') data[name] = read(data[name])
    const isValid = validate(data)
    wrapper.errors = validate.errors
    return isValid
  }
  wrapper.errors = validate.errors
  return wrapper as ValidateFunction
}

/** What cannot be read stays text, and is refused for it. */
const READERS: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

/** The mistakes of a document that came from elsewhere than a call. */
export function checkAgainst(schema: object, content: unknown): FieldError[] {
  const validate = ajv.compile(schema)
  return validate(content) ? [] : uniqueFields((validate.errors ?? []).map(toFieldError))
}

/** The refusal of input that does not fit its schema. */
export function toProblem(errors: FastifySchemaValidationError[], part: string | undefined, method: string): Problem {
  const fields = uniqueFields((errors as ErrorObject[]).map(toFieldError))
  if (part === 'body') {
    return fields.some((one) => one.field === '') ? malformed('The body must be a JSON object.') : invalidFields(fields)
  }
  if (part === 'params') {
    // Spec, Group A error body: 404 for an invalid URI, 422 for invalid fields on create or update.
    return ['PUT', 'PATCH', 'POST'].includes(method)
      ? invalidFields(fields)
      : new Problem('not_found', 'not_found', 'No resource exists at this URL.')
  }
  return malformed(fields.map((one) => `${one.field}: ${one.message}`).join(' '), fields)
}

/** One error for each field: the first one says most. */
function uniqueFields(errors: FieldError[]): FieldError[] {
  const unique = new Map(errors.toReversed().map((error) => [error.field, error]))
  return [...unique.values()].reverse().slice(0, MAX_FIELD_ERRORS)
}

function toFieldError(error: ErrorObject): FieldError {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  if (error.keyword === 'knownKeys') path.push(String(error.params.key))
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty))
  return { field: path.join('.'), ...describe(error) }
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function describe({ keyword, params, parentSchema, message }: ErrorObject): { code: string; message: string } {
  switch (keyword) {
    case 'required':
      return { code: 'required', message: 'This field is required.' }
    case 'knownKeys':
      return { code: 'unknown_field', message: `Unknown field. ${namesOf(params.settable)}` }
    case 'additionalProperties':
      return { code: 'unknown_field', message: 'Unknown field.' }
    case 'type':
      return { code: 'wrong_type', message: `This must be ${aOrAn(String(params.type))}.` }
    case 'maxLength':
      return { code: 'too_long', message: `This exceeds ${counted(keyword, params.limit)}.` }
    case 'maxItems':
    case 'maxProperties':
      return { code: 'too_long', message: `This must have at most ${counted(keyword, params.limit)}.` }
    case 'minLength':
    case 'minItems':
      return { code: 'too_short', message: `This must have at least ${counted(keyword, params.limit)}.` }
    case 'pattern':
      // People read the description, if there is one, rather than the pattern.
      return {
        code: 'invalid',
        message: `This does not match the expected format: ${parentSchema?.description ?? params.pattern}`,
      }
    case 'enum':
      return { code: 'unknown_choice', message: choicesOf(params.allowedValues) }
    case 'format':
      return FORMAT_ERRORS[String(params.format)] ?? { code: 'invalid', message: 'This is not valid.' }
    case 'minimum':
    case 'maximum':
      return { code: 'out_of_range', message: `This must be ${params.comparison} ${params.limit}.` }
    default:
      return { code: 'invalid', message: `This ${message ?? 'is not valid'}.` }
  }
}

const FORMAT_ERRORS: Record<string, { code: string; message: string }> = {
  text: { code: 'invalid_text', message: 'This contains characters that cannot be stored.' },
  language: { code: 'invalid_language', message: 'This is not a valid BCP 47 language tag.' },
  moment: { code: 'invalid_moment', message: 'This is not a valid date-time (expected ISO 8601 with an offset).' },
  date: { code: 'invalid_date', message: 'This is not a valid date (expected YYYY-MM-DD).' },
  when: {
    code: 'invalid_date',
    message: 'This is not a valid date or date-time (expected YYYY-MM-DD or ISO 8601 with an offset).',
  },
  email: { code: 'invalid_email', message: 'This is not a valid e-mail address.' },
  uuid: { code: 'invalid_uuid', message: 'This is not a valid UUID.' },
  'web-address': { code: 'invalid_url', message: 'This is not a valid http or https URL.' },
  'address-range': {
    code: 'invalid_address',
    message: 'This is neither an IP address nor a range such as 10.0.0.0/8.',
  },
}

/** More than this many choices are no help in a message. */
const MAX_CHOICES = 20

function choicesOf(allowed: unknown[]): string {
  const values = [...new Set(allowed.map(String))]
  if (values.length > MAX_CHOICES) return `This is not one of the ${values.length} allowed values.`
  return `This must be one of ${values.join(', ')}.`
}

/** The names that a call knows, for a caller who misspelt one. */
export function namesOf(known: string[]): string {
  if (known.length === 0) return 'None are allowed here.'
  return known.length > MAX_CHOICES ? `${known.length} others are allowed.` : `Expected: ${known.join(', ')}.`
}

function aOrAn(types: string): string {
  return types
    .split(',')
    .map((type) => (type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`))
    .join(' or ')
}

function counted(keyword: string, limit: number): string {
  const unit = keyword.endsWith('Length') ? 'character' : keyword.endsWith('Items') ? 'item' : 'field'
  return `${limit} ${unit}${limit === 1 ? '' : 's'}`
}
