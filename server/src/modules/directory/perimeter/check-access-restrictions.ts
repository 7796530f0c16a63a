import { isDeepStrictEqual } from 'node:util'
import type { Client } from '#kernel/work.ts'
import type { AccessRestrictionInput } from '#modules/directory/users/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { FieldError } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { isCleanText } from '#platform/text/text.ts'
import type { AccessRestriction } from './access-restrictions.ts'

type Filter = { code: string; type: string; values?: string[] }
export type RestrictedType = { id: number; code: string; filters: Filter[] }

const findTypes = statement<RestrictedType, { client_id: string; codes: string[] }>(`
  SELECT id, code, filters FROM document_types WHERE client_id = $client_id AND code = ANY ($codes)`)

/** The document types that restrictions name, by their code. */
export async function findRestrictedTypes(
  db: Db,
  client: Client,
  restrictions: readonly AccessRestrictionInput[],
): Promise<Map<string, RestrictedType>> {
  const codes = [...new Set(restrictions.map((one) => one.document_type_code))]
  const found = codes.length === 0 ? [] : await findTypes(db, { client_id: client.id, codes })
  return new Map(found.map((one) => [one.code, one]))
}

/**
 * What is wrong with the restrictions of a profile, by the filters of the document types. One that the manager has already
 * is not checked again: its filter may have gone since, and dropping it would show more documents.
 */
export function checkAccessRestrictions(
  restrictions: readonly AccessRestrictionInput[],
  types: Map<string, RestrictedType>,
  known: readonly AccessRestrictionInput[],
): FieldError[] {
  const repeats = repeatsIn(
    restrictions.map(({ document_type_code, filter_code }) => `${document_type_code} ${filter_code}`),
  )
  return restrictions.flatMap((restriction, index) => {
    const errors = known.some((one) => isDeepStrictEqual(one, restriction)) ? [] : checkOne(restriction, types)
    const repeated = { field: 'filter_code', code: 'repeated', message: 'This filter is restricted more than once.' }
    return [...(repeats.has(index) ? [repeated] : []), ...errors].map((one) => ({
      ...one,
      field: `access_restrictions.${index}.${one.field}`,
    }))
  })
}

function checkOne(
  { document_type_code, filter_code, values }: AccessRestrictionInput,
  types: Map<string, RestrictedType>,
): FieldError[] {
  const type = types.get(document_type_code)
  if (!type) {
    const message = `Document type ${document_type_code} not found.`
    return [{ field: 'document_type_code', code: 'unknown_document_type', message }]
  }
  const filter = type.filters.find((one) => one.code === filter_code)
  if (!filter) {
    const message = `Filter ${filter_code} not found in document type ${document_type_code}.`
    return [{ field: 'filter_code', code: 'unknown_filter', message }]
  }
  const repeats = repeatsIn(values.map(String))
  return values.flatMap((value, index): FieldError[] => {
    const field = `values.${index}`
    if (repeats.has(index)) return [{ field, code: 'repeated', message: 'This is a duplicate.' }]
    const message = checkValue(filter, value)
    return message === undefined ? [] : [{ field, code: 'wrong_value', message }]
  })
}

function checkValue({ type, values }: Filter, value: string | number): string | undefined {
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'This must be an integer.'
  if (type !== 'integer' && typeof value !== 'string') return 'This must be a string.'
  if (!isCleanText(String(value))) return 'This contains characters that cannot be stored.'
  if (values && !values.includes(String(value))) return 'This is not a value of the filter.'
  return undefined
}

/** Restrictions as they are stored: with the number of the type. */
export function storedRestrictions(
  restrictions: readonly AccessRestrictionInput[],
  types: Map<string, RestrictedType>,
): AccessRestriction[] {
  return restrictions.map(({ document_type_code, filter_code, values }) => ({
    document_type_id: types.get(document_type_code)?.id ?? 0,
    filter_code,
    values,
  }))
}
