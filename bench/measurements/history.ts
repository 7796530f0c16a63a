import assert from 'node:assert/strict'
import type { EventReader } from '../../server/src/modules/auth/index.ts'
import { getDocument } from '../../server/src/modules/documents/get-document.ts'
import { listDocuments } from '../../server/src/modules/documents/list-documents.ts'
import type { ListDocumentsQuery } from '../../server/src/modules/documents/schemas.ts'
import { listEvents } from '../../server/src/modules/events/list-events.ts'
import { findEvent } from '../../server/src/modules/events/queries.ts'
import type { ListEventsQuery } from '../../server/src/modules/events/schemas.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { openDatabase } from '../../server/src/platform/db/db.ts'
import type { Bench } from '../harness/bench.ts'
import { DOCUMENTS_OF_EMPLOYEE, loadDocuments, loadEvents } from '../harness/content/load-history.ts'
import { loadPeople } from '../harness/content/load-people.ts'
import { COMPANIES, companyOf } from '../harness/content/people.ts'
import { withoutIndexes } from '../harness/content/without-indexes.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { explainList, type Plan } from '../harness/explain.ts'
import type { Round } from '../harness/load/load.ts'
import { loading } from '../harness/say.ts'
import { endProcess, type Session, startService } from '../harness/service.ts'
import { PEOPLE_READER } from '../harness/set-up.ts'
import { decimals } from '../harness/table.ts'
import type { Findings } from '../report/findings.ts'
import { reportTimes, timeCall } from './list-times.ts'

const DAY_MS = 24 * 3600 * 1000
const EVENTS_OF_DOCUMENT = 10
const CLIENT_ID = COMPANIES.large
const CLIENT = { id: CLIENT_ID, languages: [] }
const APPLICATION_ACTOR = { type: 'application' as const, id: 'bench', name: 'Bench' }
const READERS = {
  all: { actor: APPLICATION_ACTOR, permissions: ['*'] },
  people: { actor: APPLICATION_ACTOR, permissions: ['events:read', 'employees:read', 'employee_documents:read'] },
}
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - days * DAY_MS).toISOString()

const EVENT_LISTS: { name: string; query: ListEventsQuery }[] = [
  { name: 'events', query: {} },
  { name: 'events, page of 100', query: { per_page: 100 } },
  { name: 'events, oldest first', query: { sort: 'created_at' } },
  { name: 'events of two years ago', query: { created_at_until: daysAgo(730) } },
  { name: 'events of a day', query: { created_at_since: daysAgo(400), created_at_until: daysAgo(399) } },
  { name: 'events of half of all', query: { type: 'dataset_value.updated' } },
  { name: 'events of one in ten thousand', query: { type: 'article.created' } },
  { name: 'events of a type that there is not', query: { type: 'note.created' } },
  { name: 'events of a resource', query: { resource_id: 'E0000007' } },
  { name: 'events of a resource, oldest first', query: { resource_id: 'E0000007', sort: 'created_at' } },
  { name: 'events of a caller', query: { actor: 'app-7' } },
  { name: 'events of a caller, one in a million', query: { actor: 'app-7', type: 'article.created' } },
]
const EVENTS_OF_PEOPLE = EVENT_LISTS.filter(({ query }) => query.type === undefined)
const DOCUMENT_LISTS: { name: string; query: ListDocumentsQuery }[] = [
  { name: 'documents', query: {} },
  { name: 'documents by date', query: { sort: 'date' } },
  { name: 'documents of an employee', query: { employee_technical_id: 'E0000007' } },
  { name: 'documents of a type', query: { document_type_code: 'contract' } },
  { name: 'documents of a day', query: { created_at_since: daysAgo(500), created_at_until: daysAgo(499) } },
  { name: 'documents by external id', query: { external_unique_id: 'x-00000123' } },
  { name: 'documents, q one', query: { q: 'x-00000123' } },
  { name: 'documents, q what all have', query: { q: 'payslip' } },
  { name: 'documents, q no match', query: { q: 'zzyzx' } },
]

type Sample = { event: string; document: string }
type Place = { bench: Bench; sessions: { all: Session; people: Session }; database: Database; sample: Sample }

/** Lists and look-ups of events and documents that have gathered for years, against the same with a hundredth of them. */
export async function measureHistory(bench: Bench): Promise<Findings> {
  const small = await measureWith(bench, Math.floor(bench.options.events / 100))
  const large = await measureWith(bench, bench.options.events)
  const calls = large.calls.flatMap(({ name, round, plan }, index) => {
    const before = small.calls[index]
    return before ? [{ name, small: before.round, large: round, plan }] : []
  })
  return { title: `${small.loaded}\n${large.loaded}`, ...reportTimes(calls) }
}

async function measureWith(bench: Bench, events: number) {
  const documents = Math.floor(events / EVENTS_OF_DOCUMENT)
  const startedAt = performance.now()
  const database = await startDatabase({
    settings: { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' },
  })
  const service = await startService(database, bench.options)
  const session = await service.as(CLIENT_ID)
  for (const code of ['payslip', 'contract']) await session.call('PUT', `/document_types/${code}`, { kind: 'employee' })
  const employees = Math.max(3000, Math.floor(documents / DOCUMENTS_OF_EMPLOYEE))
  await loading(`${events} events and ${documents} documents`, () =>
    withoutIndexes(database.client, ['employees', 'registrations', 'documents'], async () => {
      await loadPeople(database.client, CLIENT_ID, companyOf(employees))
      await loadDocuments(database.client, CLIENT_ID, documents)
      const { db, close } = openDatabase({ connectionString: database.url })
      await loadEvents(db, database.client, CLIENT_ID, events)
      await close()
    }),
  )
  const minutes = decimals((performance.now() - startedAt) / 60_000, 1)
  const sessions = { all: session, people: await service.as(CLIENT_ID, PEOPLE_READER) }
  const place = { bench: { ...bench, database, service }, sessions, database, sample: await sampleOf(database) }
  await check(place, documents)
  const calls = await measureCalls(place)
  await endProcess(service)
  const { rows } = await database.client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  )
  return { loaded: `${events} events, ${documents} documents: ${rows[0]?.size}, loaded in ${minutes} minutes`, calls }
}

/** One of long ago of each. */
async function sampleOf({ client }: Database): Promise<Sample> {
  const { rows } = await client.query<Sample>(
    `
    SELECT (SELECT id FROM events WHERE client_id = $1 ORDER BY id OFFSET 999 LIMIT 1) AS event,
      (SELECT id FROM documents WHERE client_id = $1 AND external_unique_id = 'x-00000123') AS document`,
    [CLIENT_ID],
  )
  return rows[0] ?? assert.fail('Nothing was loaded.')
}

/** What was loaded must be what the service finds. */
async function check({ sessions: { all }, sample, database: { client } }: Place, documents: number): Promise<void> {
  const found = await all.call<{ resource_id: string }>('GET', `/events/${sample.event}`)
  assert.match(found.body.resource_id, /^E\d{7}$/)
  const { rows } = await client.query('SELECT count(*)::int AS count FROM documents')
  assert.deepEqual(rows, [{ count: documents }])
  const { body } = await all.call<{ id: string }[]>('GET', '/employee_documents?q=x-00000123')
  assert.deepEqual(
    body.map(({ id }) => id),
    [sample.document],
  )
}

type Measured = { name: string; round: Round; plan: Plan }

async function measureCalls({ bench, sessions, database: { connection }, sample }: Place): Promise<Measured[]> {
  const measured: Measured[] = []
  const measure = async (name: string, call: { session?: Session; rest: string }, [table, list]: Statement) => {
    const round = await timeCall(bench, call.session ?? sessions.all, call.rest)
    measured.push({ name, round, plan: await explainList(connection, table, list) })
  }
  await measure('event by id', { rest: `/events/${sample.event}` }, [
    'events',
    (db) => findEvent(db, CLIENT, READERS.all, sample.event),
  ])
  for (const { name, query } of EVENT_LISTS) {
    await measure(name, { rest: pathOf('/events', query) }, eventList(READERS.all, query))
  }
  for (const { name, query } of EVENTS_OF_PEOPLE) {
    const call = { session: sessions.people, rest: pathOf('/events', query) }
    await measure(`${name}, for whom sees people only`, call, eventList(READERS.people, query))
  }
  await measure('document by id', { rest: `/employee_documents/${sample.document}` }, [
    'documents',
    (db) => getDocument(db, CLIENT, 'employee', sample.document),
  ])
  for (const { name, query } of DOCUMENT_LISTS) {
    await measure(name, { rest: pathOf('/employee_documents', query) }, [
      'documents',
      (db) => listDocuments(db, CLIENT, { kind: 'employee', query }, { perPage: 20 }),
    ])
  }
  return measured
}

/** The table that it reads, and how the service makes it. */
type Statement = [table: string, make: (db: Db) => Promise<unknown>]

function eventList(reader: EventReader, query: ListEventsQuery): Statement {
  return ['events', (db) => listEvents(db, CLIENT, { reader, query }, { perPage: query.per_page ?? 20 })]
}

function pathOf(path: string, query: object): string {
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`])
  return `${path}?${new URLSearchParams(given)}`
}
