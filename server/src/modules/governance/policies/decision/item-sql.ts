import type { HeldType } from '#kernel/legal-hold.ts'

/** Where the resources of a type are, and what policies may ask of them. */
type Source = {
  from: string
  columns: Partial<Record<keyof typeof ABSENT, string>> & { key: string; resource_id: string; employee_key: string }
  condition?: string
  /** How one is named by callers. */
  name: string
  keyType: 'bigint' | 'uuid'
}

/** What a resource has not, by its type in SQL. */
const ABSENT = {
  key: '',
  resource_id: '',
  employee_key: '',
  created_at: 'one.created_at',
  document_type_id: 'NULL::integer',
  form_code: 'NULL::text',
  organization_keys: "'{}'::integer[]",
  date: 'NULL::timestamptz',
  metas: 'NULL::json',
  ended_at: 'NULL::timestamptz',
  is_trashed: 'false',
}

const documents = (kind: 'employee' | 'company'): Source => ({
  from: 'documents one',
  condition: `one.kind = '${kind}'`,
  columns: {
    key: 'one.key',
    resource_id: 'one.id::text',
    employee_key: 'one.employee_key',
    document_type_id: 'one.document_type_id',
    organization_keys: 'one.organization_keys',
    date: 'one.date',
    metas: 'one.metas',
    is_trashed: 'one.trashed_at IS NOT NULL',
  },
  name: 'one.id = $id::uuid',
  keyType: 'bigint',
})

const SOURCES: Record<HeldType, Source> = {
  employee_document: documents('employee'),
  company_document: documents('company'),
  request: {
    from: 'requests one',
    columns: {
      key: 'one.id',
      resource_id: 'one.id::text',
      employee_key: 'one.employee_key',
      form_code: 'one.form_code',
      ended_at: 'one.closed_at',
    },
    name: 'one.id = $id::bigint',
    keyType: 'bigint',
  },
  signature_process: {
    from: 'signature_processes one',
    columns: {
      key: 'one.key',
      resource_id: 'one.id::text',
      employee_key: 'one.employee_key',
      ended_at: 'one.ended_at',
    },
    name: 'one.id = $id::uuid',
    keyType: 'bigint',
  },
  // A note is about an employee, or about a document and its employee.
  note: {
    from: `notes one LEFT JOIN documents document ON document.client_id = $client_id AND document.key = one.document_key`,
    columns: {
      key: 'one.id',
      resource_id: 'one.id::text',
      employee_key: 'coalesce(one.employee_key, document.employee_key)',
      organization_keys: "coalesce(document.organization_keys, '{}')",
    },
    name: 'one.id = $id::uuid',
    keyType: 'uuid',
  },
  employee: {
    from: 'employees one',
    columns: { key: 'one.key', resource_id: 'one.key::text', employee_key: 'one.key' },
    name: 'one.technical_id = $id',
    keyType: 'bigint',
  },
}

/** Which of the resources of a type are looked at. */
export type Looked = 'all' | 'one' | 'by_key'

function conditionOf({ name, columns, keyType }: Source, looked: Looked): string[] {
  if (looked === 'all') return []
  return [looked === 'one' ? name : `${columns.key} = ANY ($keys::${keyType}[])`]
}

const DEPARTURE = `CASE WHEN NOT bool_or(registration.active) THEN max(registration.departure_date) END AS day
    FROM registrations registration WHERE registration.client_id = $client_id`

/** Of all employees at once, or of the few that are looked at. */
const departures = (looked: Looked) =>
  looked === 'all'
    ? `LEFT JOIN (SELECT registration.employee_key, ${DEPARTURE} GROUP BY registration.employee_key) departure
      ON departure.employee_key = item.employee_key`
    : `LEFT JOIN LATERAL (SELECT ${DEPARTURE} AND registration.employee_key = item.employee_key) departure ON true`

/** Resources of a type, each as `item` with its `employee`, and the day on which that left as `departure`. */
export function itemsSql(type: HeldType, looked: Looked, { withDeparture }: { withDeparture: boolean }): string {
  const source = SOURCES[type]
  const columns = Object.entries({ ...ABSENT, ...source.columns }).map(([name, value]) => `${value} AS ${name}`)
  const conditions = [
    'one.client_id = $client_id',
    ...(source.condition ? [source.condition] : []),
    ...conditionOf(source, looked),
  ]
  return `(SELECT ${columns.join(', ')} FROM ${source.from} WHERE ${conditions.join(' AND ')}) item
    LEFT JOIN employees employee ON employee.client_id = $client_id AND employee.key = item.employee_key
    ${withDeparture ? departures(looked) : ''}`
}
