import { HELD_TYPES, type HeldType } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import { statement } from '#platform/db/statement.ts'
import { type FieldError, invalid, invalidFields } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import type { HoldCriteria } from './queries.ts'
import type { ScopeInput } from './schemas.ts'

const LISTS = ['employee_technical_ids', 'document_ids', 'document_type_codes', 'organization_codes'] as const
type List = (typeof LISTS)[number]

type Found = { list: List; name: string; key: string }

// An employee who was deleted is known as long as there is a record.
const find = statement<Found, { client_id: string } & Record<List, string[]>>(`
  SELECT 'employee_technical_ids' AS list, technical_id AS name, key::text AS key FROM employees
    WHERE client_id = $client_id AND technical_id = ANY ($employee_technical_ids::text[])
  UNION ALL SELECT 'document_ids', id::text, key::text FROM documents
    WHERE client_id = $client_id AND id = ANY ($document_ids::uuid[])
  UNION ALL SELECT 'document_type_codes', code, id::text FROM document_types
    WHERE client_id = $client_id AND code = ANY ($document_type_codes::text[])
  UNION ALL SELECT 'organization_codes', code, key::text FROM organizations
    WHERE client_id = $client_id AND code = ANY ($organization_codes::text[])`)

const UNKNOWN: Record<List, { code: string; name: string }> = {
  employee_technical_ids: { code: 'unknown_employee', name: 'Employee' },
  document_ids: { code: 'unknown_document', name: 'Document' },
  document_type_codes: { code: 'unknown_document_type', name: 'Document type' },
  organization_codes: { code: 'unknown_organization', name: 'Organization' },
}

/** What a scope means: the keys of what it names. Refuses one that names nothing, or what there is not. */
export async function resolveScope({ tx, client }: Work, scope: ScopeInput): Promise<HoldCriteria> {
  const { date_since = null, date_until = null, include_below = true } = scope
  if (LISTS.every((list) => !scope[list]?.length)) {
    throw invalid('scope', 'required', `must name something in ${LISTS.join(', ')}`)
  }
  if (date_since && date_until && date_until < date_since) {
    throw invalid('scope.date_until', 'before_date_since', 'must not be before date_since')
  }
  const found = await find(tx, {
    client_id: client.id,
    employee_technical_ids: scope.employee_technical_ids ?? [],
    document_ids: (scope.document_ids ?? []).filter(isUuid),
    document_type_codes: scope.document_type_codes ?? [],
    organization_codes: scope.organization_codes ?? [],
  })
  refuseUnknown(scope, found)
  const keysOf = (list: List) =>
    scope[list]?.length ? found.filter((one) => one.list === list).map(({ key }) => key) : null
  const organizations = keysOf('organization_codes')?.map(Number) ?? null
  return {
    employee_keys: keysOf('employee_technical_ids'),
    document_keys: keysOf('document_ids'),
    document_type_ids: keysOf('document_type_codes')?.map(Number) ?? null,
    organization_keys: include_below ? organizations : (organizations?.map((key) => -key) ?? null),
    date_since,
    date_until,
    resource_types: resourceTypesOf(scope),
  }
}

function refuseUnknown(scope: ScopeInput, found: readonly Found[]): void {
  const known = new Set(found.map(({ list, name }) => `${list} ${name}`))
  const errors: FieldError[] = LISTS.flatMap((list) =>
    (scope[list] ?? []).flatMap((name, index) => {
      const field = `scope.${list}.${index}`
      const isKnown = known.has(`${list} ${list === 'document_ids' ? name.toLowerCase() : name}`)
      return isKnown ? [] : [{ field, code: UNKNOWN[list].code, message: `${UNKNOWN[list].name} ${name} not found.` }]
    }),
  )
  if (errors.length > 0) throw invalidFields(errors)
}

function resourceTypesOf({ resource_types, document_ids, document_type_codes }: ScopeInput): HeldType[] {
  if (resource_types?.length) return [...new Set(resource_types)]
  if (document_ids?.length || document_type_codes?.length) return ['employee_document', 'company_document']
  return [...HELD_TYPES]
}
