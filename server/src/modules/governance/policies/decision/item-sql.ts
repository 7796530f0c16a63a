import type { HeldType } from '#kernel/legal-hold.ts'

/** Where the resources of a type are, and what policies may ask of them. */
type Source = {
  from: string
  columns: Partial<Record<keyof typeof ABSENT, string>> & { key: string; id: string; employee_key: string }
  condition?: string
  /** How one is named by callers. */
  name: string
  keyType: 'bigint' | 'uuid'
}

/** What a resource has not, by its type in SQL. */
const ABSENT = {
  key: '',
  id: '',
  employee_key: '',
  created_at: 'one.created_at',
  document_type_id: 'NULL::integer',
  form_code: 'NULL::text',
  organization_keys: "'{}'::integer[]",
  date: 'NULL::timestamptz',
  metas: 'NULL::json',
  ended_at: 'NULL::timestamptz',
  is_trashed: 'false',
  is_anonymised: 'false',
}

const documents = (kind: 'employee' | 'company'): Source => ({
  from: 'documents one',
  condition: `one.kind = '${kind}'`,
  columns: {
    key: 'one.key',
    id: 'one.id',
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
      id: 'one.id',
      employee_key: 'one.employee_key',
      form_code: 'one.form_code',
      ended_at: 'one.closed_at',
      is_anonymised: 'one.anonymised_as IS NOT NULL',
    },
    name: 'one.id = $id::bigint',
    keyType: 'bigint',
  },
  signature_process: {
    from: 'signature_processes one',
    columns: {
      key: 'one.key',
      id: 'one.id',
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
      id: 'one.id',
      employee_key: 'coalesce(one.employee_key, document.employee_key)',
      organization_keys: "coalesce(document.organization_keys, '{}')",
    },
    name: 'one.id = $id::uuid',
    keyType: 'uuid',
  },
  employee: {
    from: 'employees one',
    columns: { key: 'one.key', id: 'one.key', employee_key: 'one.key' },
    name: 'one.technical_id = $id AND one.deleted_at IS NULL',
    keyType: 'bigint',
  },
}

/** Which of the resources of a type are looked at. */
export type Looked = 'all' | 'one' | 'by_key'

function conditionOf({ name, columns, keyType }: Source, looked: Looked): string[] {
  switch (looked) {
    case 'all':
      return []
    case 'one':
      return [name]
    case 'by_key':
      return [`${columns.key} = ANY ($keys::${keyType}[])`]
  }
}

const DEPARTURE = `CASE WHEN NOT bool_or(registration.active) THEN max(registration.departure_date) END AS day
    FROM registrations registration WHERE registration.client_id = $client_id`

/** The first organization of an item itself. */
function places(ofPlaces: Beforehand | undefined): string {
  if (!ofPlaces?.size) return ''
  return `LEFT JOIN (
    SELECT organization.key, ${answersTo(ofPlaces)}
    FROM organizations organization WHERE organization.client_id = $client_id OFFSET bigint '0') place
    ON place.key = item.organization_keys[1]`
}

const answersTo = (asked: Beforehand) => [...asked].map(([condition, name]) => `${condition} AS ${name}`).join(', ')

/** Of all employees at once, or of the few that are looked at. */
const departures = (looked: Looked) =>
  looked === 'all'
    ? `LEFT JOIN (SELECT registration.employee_key, ${DEPARTURE} GROUP BY registration.employee_key) departure
      ON departure.employee_key = item.employee_key`
    : `LEFT JOIN LATERAL (SELECT ${DEPARTURE} AND registration.employee_key = item.employee_key) departure ON true`

/** Moments as policies see them: days in UTC, by an interval, which costs half of what the name of a zone costs. */
const DAYS: Partial<Record<string, string>> = { created_at: 'created_on', date: 'dated_on', ended_at: 'ended_on' }

function columnOf([name, value]: [string, string]): string {
  const day = DAYS[name]
  return day === undefined ? `${value} AS ${name}` : `(${value} AT TIME ZONE interval '0')::date AS ${day}`
}

/** What of a type can be found by an index: a condition on these columns goes where the table is read. */
type Filtered = Partial<Record<'document_type_id' | 'form_code', string>>

/** What is asked of employees or organizations, with how the answers are called: answered once for each of them. */
type Beforehand = ReadonlyMap<string, string>

type ItemOptions = { withDeparture: boolean; filtered?: Filtered; ofEmployees?: Beforehand; ofPlaces?: Beforehand }

function employees(ofEmployees: Beforehand | undefined): string {
  if (!ofEmployees?.size) return 'LEFT JOIN employees employee ON employee.client_id = $client_id'
  return `LEFT JOIN (
    SELECT employee.key, employee.custom_fields, ${answersTo(ofEmployees)}
    FROM employees employee WHERE employee.client_id = $client_id OFFSET bigint '0') employee ON true`
}

/**
 * Resources of a type, each as `item` with its `employee`, and the day on which that left as `departure`. `filtered` are the
 * values that some columns may have.
 */
export function itemsSql(type: HeldType, looked: Looked, options: ItemOptions): string {
  const { withDeparture, filtered = {}, ofEmployees, ofPlaces } = options
  const source = SOURCES[type]
  const all: Record<string, string> = { ...ABSENT, ...source.columns }
  const columns = [...Object.entries(all).map(columnOf), `${all.id}::text AS resource_id`]
  const conditions = [
    'one.client_id = $client_id',
    ...(source.condition ? [source.condition] : []),
    // What is left of an employee who was erased is not looked for again: its own request does the rest.
    ...(type === 'employee' && looked === 'all' ? ['one.erased_at IS NULL'] : []),
    ...conditionOf(source, looked),
    ...Object.entries(filtered).map(([name, values]) => `${all[name]} = ANY (${values})`),
  ]
  // The offset keeps what is computed here from being computed by each policy again.
  return `(SELECT ${columns.join(', ')} FROM ${source.from} WHERE ${conditions.join(' AND ')} OFFSET bigint '0') item
    ${employees(ofEmployees)} AND employee.key = item.employee_key
    ${places(ofPlaces)}
    ${withDeparture ? departures(looked) : ''}`
}
