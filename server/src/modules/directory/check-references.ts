import type { FieldError } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'

/** Those of a list of codes that name nothing, or that were given before; `fieldOf` names one by its position. */
export function checkReferences(
  codes: readonly string[],
  isKnown: (code: string) => boolean,
  fieldOf: (index: number) => string,
  unknown: (field: string, code: string) => FieldError,
): FieldError[] {
  const repeats = repeatsIn(codes)
  return codes.flatMap((code, index) => {
    const field = fieldOf(index)
    if (repeats.has(index)) return [{ field, code: 'repeated', message: 'This is a duplicate.' }]
    return isKnown(code) ? [] : [unknown(field, code)]
  })
}

export function unknownOrganization(field: string, code: string): FieldError {
  return { field, code: 'unknown_organization', message: `Organization ${code} not found.` }
}

export function unknownRole(field: string, code: string): FieldError {
  return { field, code: 'unknown_role', message: `Role ${code} not found.` }
}
