import type { FieldError } from '#platform/problem.ts'

/** Spec, Group B errors, and decisions 7.2: the number of each refusal of an upload. */
export const NUMBER = {
  missing: 1408,
  incorrect: 1409,
  missingType: 1410,
  wrongType: 1411,
  emptyMeta: 1412,
  missingFilter: 1414,
  unknownFilter: 1415,
  wrongFilter: 1417,
  missingMeta: 1418,
  unknownMeta: 1419,
  wrongMeta: 1420,
  invalidDate: 1421,
  notStored: 1426,
  takenId: 1428,
  foreignOrganization: 1429,
} as const

const OF_METAS: Record<string, number> = {
  required: NUMBER.missingMeta,
  empty: NUMBER.emptyMeta,
  unknown_meta: NUMBER.unknownMeta,
  wrong_value: NUMBER.wrongMeta,
}
const OF_FILTERS: Record<string, number> = {
  required: NUMBER.missingFilter,
  empty: NUMBER.wrongFilter,
  unknown_filter: NUMBER.unknownFilter,
  wrong_value: NUMBER.wrongFilter,
}
const OF_OTHERS: Record<string, number> = {
  required: NUMBER.missing,
  wrong_type: NUMBER.wrongType,
  invalid_date: NUMBER.invalidDate,
  taken: NUMBER.takenId,
  not_of_employee: NUMBER.foreignOrganization,
}

/** `hasEmployee`: whether the upload names an employee. */
export function numberOf({ field, code }: FieldError, { hasEmployee }: { hasEmployee: boolean }): number {
  if (code === 'invalid_date') return NUMBER.invalidDate
  if (field.startsWith('document_type_metas.')) return OF_METAS[code] ?? NUMBER.wrongMeta
  if (field.startsWith('document_type_filters.')) return OF_FILTERS[code] ?? NUMBER.wrongFilter
  if (field === 'document_type_code' && code === 'required' && hasEmployee) return NUMBER.missingType
  // A text of no characters is a text that is missing.
  if (code === 'too_short') return NUMBER.missing
  return OF_OTHERS[code] ?? NUMBER.incorrect
}
