import type { HeldType, Sample, Scope } from './holds.api.ts'

/** What is chosen on the page, by the name that it is shown by. */
export type Choice = { value: string; label: string }

export type ScopeValues = {
  employees: Choice[]
  documents: Choice[]
  document_type_codes: string[]
  organization_codes: string[]
  include_below: boolean
  date_since: string | null
  date_until: string | null
  resource_types: HeldType[]
}

export const HELD_TYPES: readonly HeldType[] = [
  'employee',
  'employee_document',
  'company_document',
  'request',
  'signature_process',
  'note',
]

export const NOTHING: ScopeValues = {
  employees: [],
  documents: [],
  document_type_codes: [],
  organization_codes: [],
  include_below: true,
  date_since: null,
  date_until: null,
  resource_types: [],
}

/** Whether anything is named: dates and kinds alone are no scope. */
export function isScoped({ employees, documents, document_type_codes, organization_codes }: ScopeValues): boolean {
  return [employees, documents, document_type_codes, organization_codes].some((list) => list.length > 0)
}

/** As the server takes it: without what was not chosen. */
export function toScope(values: ScopeValues): Scope {
  const { employees, documents, document_type_codes, organization_codes, include_below, resource_types } = values
  const { date_since, date_until } = values
  return {
    ...(employees.length > 0 ? { employee_technical_ids: employees.map(({ value }) => value) } : {}),
    ...(documents.length > 0 ? { document_ids: documents.map(({ value }) => value) } : {}),
    ...(document_type_codes.length > 0 ? { document_type_codes } : {}),
    ...(organization_codes.length > 0 ? { organization_codes, include_below } : {}),
    ...(date_since === null ? {} : { date_since }),
    ...(date_until === null ? {} : { date_until }),
    ...(resource_types.length > 0 ? { resource_types } : {}),
  }
}

/** What is covered when no kind is chosen: documents where they are named, else everything. */
export function coversDocumentsOnly({ documents, document_type_codes }: ScopeValues): boolean {
  return documents.length > 0 || document_type_codes.length > 0
}

const SCOPE_FIELDS: Record<string, keyof ScopeValues> = {
  employee_technical_ids: 'employees',
  document_ids: 'documents',
  document_type_codes: 'document_type_codes',
  organization_codes: 'organization_codes',
  date_since: 'date_since',
  date_until: 'date_until',
  resource_types: 'resource_types',
}

/** Where on the page a refusal of the server belongs: `scope.document_ids.3` is about the documents. */
export function fieldOf(refused: string): string {
  const [first = '', list = ''] = refused.split('.')
  if (first !== 'scope') return refused
  return list === '' ? 'scope' : `scope.${SCOPE_FIELDS[list] ?? list}`
}

/** The types that a hold covers, with how many of each, in the order in which pages show them. */
export function countsOf(counts: Readonly<Record<string, number>>): { type: HeldType; count: number }[] {
  return HELD_TYPES.flatMap((type) => (counts[type] ? [{ type, count: counts[type] }] : []))
}

export function totalOf(counts: Readonly<Record<string, number>>): number {
  return countsOf(counts).reduce((sum, { count }) => sum + count, 0)
}

/** Beyond this, lists do not count the things of a type. */
const MAX_LISTED = 1000

/** How much a hold of a list covers, or at least covers. */
export function listedTotal(counts: Readonly<Record<string, number>>): { count: number; isMore: boolean } {
  const each = Object.values(counts)
  const count = each.reduce((sum, one) => sum + Math.min(one, MAX_LISTED), 0)
  return { count, isMore: each.some((one) => one > MAX_LISTED) }
}

/** The page of something that a hold covers. Nothing leads to what its reader may not read. */
export function pageOf({ resource_type, resource_id, title, employee, document_id }: Sample): string | undefined {
  const folder = employee && `/portal/manager/employees/${encodeURIComponent(employee.technical_id)}`
  if (resource_type === 'employee') return folder ?? undefined
  if (resource_type === 'note') {
    if (document_id !== null) return `/portal/manager/documents/${document_id}`
    return folder ? `${folder}/notes` : undefined
  }
  if (title === null) return undefined
  return `/portal/manager/${PLACES[resource_type]}/${encodeURIComponent(resource_id)}`
}

const PLACES = {
  employee_document: 'documents',
  company_document: 'documents',
  request: 'requests',
  signature_process: 'signatures',
} as const
