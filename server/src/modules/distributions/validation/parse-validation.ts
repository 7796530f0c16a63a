import { ValidationInput } from '#modules/distributions/projects/schemas.ts'
import { withKnownKeys } from '#platform/http/validation/known-keys.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { invalidFields, malformed } from '#platform/problem.ts'

/** Group A refuses fields that it does not know (decisions 1.5). */
const StrictInput = withKnownKeys(ValidationInput)

/** The body of a validation, which may be left out: a schema of the route would refuse that. */
export function parseValidation(body: unknown, { isStrict = false } = {}): ValidationInput {
  if (body === undefined || body === null || body === '') return {}
  const errors = checkAgainst(isStrict ? StrictInput : ValidationInput, body)
  if (errors.some(({ field }) => field === '')) throw malformed('The body must be a JSON object.')
  if (errors.length > 0) throw invalidFields(errors)
  return body as ValidationInput
}
