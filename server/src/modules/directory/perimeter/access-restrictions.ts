import { type RawBuilder, sql } from 'kysely'
import { ROLE_RESOURCES } from '#kernel/access/resources.ts'

/** Limits a profile to documents of a type whose filter has one of these values. Other types are not limited. */
export type AccessRestriction = { document_type_id: number; filter_code: string; values: (string | number)[] }

/** What of a document, or of something that becomes one, restrictions look at. */
export type DocumentAttributes = { document_type_id: number | null; filters: Record<string, unknown> }

/**
 * Whether restrictions allow a document, as a condition of SQL over expressions: every restriction on its type names its
 * value. A document without a value is allowed by none.
 */
export const allowsSql = (restrictions: string, typeId: string, filters: string) => `NOT EXISTS (
  SELECT FROM jsonb_to_recordset(${restrictions})
    AS restriction (document_type_id integer, filter_code text, "values" jsonb)
  WHERE restriction.document_type_id = ${typeId} AND NOT EXISTS (
    SELECT FROM jsonb_array_elements_text(restriction."values") AS named (value)
    WHERE named.value = ${filters} ->> restriction.filter_code))`

/** The same for a list, where `row` has the columns `document_type_id` and `filters`: cheap for each row, and never NULL. */
export function isAllowed(restrictions: readonly AccessRestriction[], row: string): RawBuilder<boolean> {
  if (restrictions.length === 0) return sql`true`
  const conditions = restrictions.map(({ document_type_id, filter_code, values }) => {
    const isNamed = sql`${sql.ref(`${row}.filters`)} ->> ${filter_code} = ANY (${values.map(String)}::text[])`
    return sql`(${sql.ref(`${row}.document_type_id`)} IS DISTINCT FROM ${document_type_id}::integer
      OR coalesce(${isNamed}, false))`
  })
  return sql`(${sql.join(conditions, sql` AND `)})`
}

/**
 * The same for rows of one document type, in the form that the index of filter values understands; undefined when there is
 * no restriction on the type. Filters of integers may hold their values as texts: the type may have changed.
 */
export function findsAllowed(
  restrictions: readonly AccessRestriction[],
  typeId: number,
  row: string,
): RawBuilder<boolean> | undefined {
  const own = restrictions.filter((one) => one.document_type_id === typeId)
  if (own.length === 0) return undefined
  const filters = sql.ref(`${row}.filters`)
  const conditions = own.map(({ filter_code, values }) => {
    // `007` is a text only: as the number 7 it would find documents that the restriction does not allow.
    const isInteger = (value: string | number) =>
      Number.isSafeInteger(Number(value)) && String(Number(value)) === String(value)
    const forms = values.flatMap((value) => (isInteger(value) ? [String(value), Number(value)] : [value]))
    const contained = forms.map((value) => sql`${filters}::jsonb @> ${JSON.stringify({ [filter_code]: value })}::jsonb`)
    return sql`(${sql.join(contained, sql` OR `)})`
  })
  return sql`(${filters}::text <> '{}' AND ${sql.join(conditions, sql` AND `)})`
}

/** Whether everything that `narrower` allows is allowed by `wider` too. */
export function includes(wider: readonly AccessRestriction[], narrower: readonly AccessRestriction[]): boolean {
  return wider.every(({ document_type_id, filter_code, values }) => {
    const texts = new Set(values.map(String))
    return narrower.some(
      (one) =>
        one.document_type_id === document_type_id &&
        one.filter_code === filter_code &&
        one.values.every((value) => texts.has(String(value))),
    )
  })
}

/** What shows or counts documents, their titles, or notes on them: a profile with restrictions gives it for some documents only. */
const OF_DOCUMENTS: readonly (keyof typeof ROLE_RESOURCES)[] = [
  'employee_documents',
  'company_documents',
  'notes',
  'signatures',
  'distributions',
  'legal_holds',
  'retention_policies',
  'disposals',
  'audit_entries',
  'system',
]

const EVERYTHING = `'{${Object.keys(ROLE_RESOURCES)
  .map((resource) => `${resource}:*`)
  .join(',')}}'::text[]`

/**
 * The permissions that a profile gives whatever the document, as an expression of SQL over the tables `profile` and `role`:
 * those of the role, and with restrictions only what has nothing to do with documents.
 */
export const UNRESTRICTED_PERMISSIONS = `CASE WHEN profile.access_restrictions = '[]' THEN role.permissions ELSE ARRAY(
  SELECT permission FROM unnest(CASE WHEN '*' = ANY (role.permissions) THEN ${EVERYTHING} ELSE role.permissions END)
    AS permission
  WHERE split_part(permission, ':', 1) <> ALL ('{${OF_DOCUMENTS.join(',')}}')) END`
