import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { toDraft } from '../../server/src/modules/directory/employees/draft.ts'
import { presentEmployee } from '../../server/src/modules/directory/present.ts'
import { uuidv7 } from '../../server/src/platform/uuid.ts'
import { doJobs, settingsOfChild } from '../harness/child.ts'
import { newEmployee } from '../harness/content/people.ts'
import type { Connection } from '../harness/database.ts'
import { type Round, summarise } from '../harness/load/load.ts'

/** What storing employees costs when nothing is done but to insert finished rows: no HTTP, no checks, no upsert. */
export type InsertPeopleSettings = {
  connection: Connection
  name: string
  clientId: string
  rows: number
  office: { key: number; code: string; ancestors: number[] }
}
export type InsertPeopleJob = { seconds: number; serials: string }

const EMPLOYEE_COLUMNS = [
  'technical_id',
  'core_uuid',
  'first_name',
  'last_name',
  'email',
  'language',
  'address',
  'postcode',
  'city',
  'country',
  'custom_fields',
  'terminated',
  'ancestors',
  'sort_name',
  'sort_first_name',
  'search_text',
  'created_at',
  'updated_at',
] as const
const REGISTRATION_COLUMNS = ['position', 'organization_key', 'employee_number', 'active'] as const

const { connection, name, clientId, rows, office } = settingsOfChild<InsertPeopleSettings>()
const client = new pg.Client({ ...connection, application_name: name })
client.on('error', () => {})
await client.connect()

doJobs(insertAll)

async function insertAll({ seconds, serials }: InsertPeopleJob): Promise<Round> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000
  let spentOnRows = 0
  for (let batch = 0; performance.now() < deadline + spentOnRows; batch += 1) {
    const madeAt = performance.now()
    const people = Array.from({ length: rows }, (_, index) => rowOf(`${serials}x${batch}`, index))
    const now = performance.now()
    spentOnRows += now - madeAt
    await insertBatch(people)
    latencies.push(performance.now() - now)
  }
  return summarise(latencies, performance.now() - startedAt - spentOnRows)
}

type Person = ReturnType<typeof rowOf>

/** One INSERT of many rows for each table, in one transaction. */
async function insertBatch(people: Person[]): Promise<void> {
  await client.query('BEGIN')
  const made = await client.query<{ key: string }>(
    manyRows('employees', EMPLOYEE_COLUMNS, people.length, 'RETURNING key'),
    [clientId, ...people.flatMap(({ row }) => EMPLOYEE_COLUMNS.map((column) => row[column]))],
  )
  await client.query(manyRows('registrations', ['employee_key', ...REGISTRATION_COLUMNS], people.length), [
    clientId,
    ...people.flatMap(({ registration }, index) => [
      made.rows[index]?.key,
      ...REGISTRATION_COLUMNS.map((column) => registration[column]),
    ]),
  ])
  const event = ['id', 'type', 'resource_id', 'data', 'actor_type', 'actor_id', 'actor_name', 'created_at']
  await client.query(manyRows('events', event, people.length), [
    clientId,
    ...people.flatMap(({ row, data }) => [
      uuidv7(row.created_at),
      'employee.created',
      row.technical_id,
      data,
      'application',
      'bench',
      'Bench',
      row.created_at,
    ]),
  ])
  await client.query('COMMIT')
}

function manyRows(table: string, columns: readonly string[], count: number, rest = ''): string {
  const row = (index: number) => columns.map((_, column) => `$${2 + index * columns.length + column}`).join(', ')
  const values = Array.from({ length: count }, (_, index) => `($1, ${row(index)})`)
  return `INSERT INTO ${table} (client_id, ${columns.join(', ')}) VALUES ${values.join(', ')} ${rest}`
}

/** The same columns with contents of the same size as the service writes. */
function rowOf(serial: string, index: number) {
  const input = newEmployee(serial, index, office.code)
  const organizations = new Map([[office.code, office]])
  const fields = { code: 'grade', name: 'Grade', localized_names: {}, type: 'list', values: ['senior'] } as const
  const times = { created_at: new Date(), updated_at: new Date() }
  const draft = toDraft(input, {
    organizations,
    fields: new Map([['grade', { ...fields, values: [...fields.values], ...times }]]),
  })
  if ('errors' in draft) throw new Error(`${input.technical_id} is not usable.`)
  const row = { ...draft.written, core_uuid: randomUUID(), ...times }
  const shown = presentEmployee({ ...row, registrations: draft.registrations, deleted_at: null })
  const [registration] = draft.written.registrations
  if (!registration) throw new Error(`${input.technical_id} is registered nowhere.`)
  return { row, registration, data: JSON.stringify(shown) }
}
