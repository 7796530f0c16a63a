import { parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { FieldError } from '#platform/problem.ts'
import { MAX_DIMENSIONS } from './dimension.ts'
import type { DimensionRow } from './queries.ts'
import type { DimensionInput } from './schemas.ts'

/**
 * Decisions 3.1: a known dimension is renamed in place, a new one is appended, a new one before a known one is refused;
 * nothing is ever removed or reordered.
 */
export function mergeDimensions(
  before: DimensionRow[],
  given: DimensionInput[],
): { dimensions: DimensionRow[]; errors: FieldError[] } {
  const known = new Set(before.map((one) => one.id))
  const lastKnown = given.findLastIndex((one) => known.has(one.id))
  const merged = new Map(before.map((one) => [one.id, one]))
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, { id, localized_names }] of given.entries()) {
    const field = `dimensions.${index}`
    const names = parseLocalizedNames(localized_names, `${field}.localized_names`)
    errors.push(...names.errors)
    if (seen.has(id))
      errors.push({ field: `${field}.id`, code: 'repeated', message: 'This dimension appears more than once.' })
    if (!known.has(id) && index < lastKnown) errors.push(newBeforeKnown(`${field}.id`))
    seen.add(id)
    if (!merged.has(id) && merged.size === MAX_DIMENSIONS) errors.push(tooMany(field))
    merged.set(id, { id, localized_names: names.translations })
  }
  return { dimensions: [...merged.values()], errors }
}

function newBeforeKnown(field: string): FieldError {
  return { field, code: 'misplaced', message: 'A new dimension must come after the existing ones.' }
}

function tooMany(field: string): FieldError {
  return { field, code: 'too_many', message: `A data set can have at most ${MAX_DIMENSIONS} dimensions.` }
}
