import type { FieldOfEmployees } from './retention.api.ts'

/** For each field the values of which an employee has one. */
export type FieldConditions = Record<string, unknown[]>

/** The conditions on these fields: those that were there keep their values. */
export function withFields(wanted: FieldConditions, codes: readonly string[]): FieldConditions {
  return Object.fromEntries(codes.map((code) => [code, wanted[code] ?? []]))
}

/** Values as they are typed and chosen. */
export const textsOf = (values: readonly unknown[]): string[] => values.map(String)

/** What was typed, as the field has it. Text that is not a number stays as it is: the server refuses it by name. */
export function valuesIn(type: FieldOfEmployees['type'] | undefined, texts: readonly string[]): unknown[] {
  switch (type) {
    case 'boolean':
      return texts.map((text) => text === 'true')
    case 'integer':
      return texts.map((text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text))
    default:
      return [...texts]
  }
}

/** The fields that were chosen without a value. */
export function isMissingValue(wanted: FieldConditions): boolean {
  return Object.values(wanted).some((values) => values.length === 0)
}

/** What is sent: a field without a value is none yet. */
export function givenFields(wanted: FieldConditions): FieldConditions {
  return Object.fromEntries(Object.entries(wanted).filter(([, values]) => values.length > 0))
}
