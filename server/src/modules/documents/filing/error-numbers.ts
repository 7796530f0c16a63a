import type { FieldError } from '#platform/problem.ts'

/** Spec, Group B errors, and decisions 7.2: the number of each refusal of an upload. */
export const ERROR_NUMBER = {
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
  required: ERROR_NUMBER.missingMeta,
  empty: ERROR_NUMBER.emptyMeta,
  unknown_meta: ERROR_NUMBER.unknownMeta,
  wrong_value: ERROR_NUMBER.wrongMeta,
}
const OF_FILTERS: Record<string, number> = {
  required: ERROR_NUMBER.missingFilter,
  empty: ERROR_NUMBER.wrongFilter,
  unknown_filter: ERROR_NUMBER.unknownFilter,
  wrong_value: ERROR_NUMBER.wrongFilter,
}
const OF_OTHERS: Record<string, number> = {
  required: ERROR_NUMBER.missing,
  wrong_type: ERROR_NUMBER.wrongType,
  invalid_date: ERROR_NUMBER.invalidDate,
  taken: ERROR_NUMBER.takenId,
  not_of_employee: ERROR_NUMBER.foreignOrganization,
}

/** `hasEmployee`: whether the upload names an employee. */
export function errorNumberOf({ field, code }: FieldError, { hasEmployee }: { hasEmployee: boolean }): number {
  if (code === 'invalid_date') return ERROR_NUMBER.invalidDate
  if (field.startsWith('document_type_metas.')) return OF_METAS[code] ?? ERROR_NUMBER.wrongMeta
  if (field.startsWith('document_type_filters.')) return OF_FILTERS[code] ?? ERROR_NUMBER.wrongFilter
  if (field === 'document_type_code' && code === 'required' && hasEmployee) return ERROR_NUMBER.missingType
  // A text of no characters is a text that is missing.
  if (code === 'too_short') return ERROR_NUMBER.missing
  return OF_OTHERS[code] ?? ERROR_NUMBER.incorrect
}
