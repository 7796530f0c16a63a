import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SessionPerson } from '../../server/src/kernel/access/session-person.ts'
import type { Client } from '../../server/src/kernel/work.ts'
import { countOrganizations, countVisibleEmployees } from '../../server/src/modules/directory/people/queries.ts'
import { listDocuments } from '../../server/src/modules/documents/list-documents.ts'
import { listDocumentsForManager } from '../../server/src/modules/documents/list-documents-for-manager.ts'
import {
  countManagerRequests,
  listManagerRequests,
} from '../../server/src/modules/requests/listing/list-manager-requests.ts'
import { requestPerimeter } from '../../server/src/modules/requests/request-perimeter.ts'
import { listProcesses } from '../../server/src/modules/signatures/processes/list-processes.ts'
import { countSignatures } from '../../server/src/modules/signatures/processes/managers/manager-options.ts'
import { listManagerProcesses } from '../../server/src/modules/signatures/processes/managers/manager-processes.ts'
import { signaturePerimeterOf } from '../../server/src/modules/signatures/processes/managers/perimeter.ts'
import { holdingsOf } from '../../server/src/modules/system/queries.ts'
import { type Db, openDatabase } from '../../server/src/platform/db/db.ts'
import type { Bench } from '../harness/bench.ts'
import { COMPANIES, MANAGERS, type ManagerId, type Size } from '../harness/content/people.ts'
import { decimals } from '../harness/table.ts'
import type { Findings } from '../report/findings.ts'

const RUNS = 15
/** A call that takes longer is not asked as often. */
const SLOW_MS = 500

type Place = { db: Db; client: Client }
type Call = { name: string; run(place: Place): Promise<unknown> }

const nobodyElse = { permissions: [], admin_permissions: [], language: null }
const personOf = (id: ManagerId) => ({ technical_id: id, ...nobodyElse }) as unknown as SessionPerson
const page = { perPage: 20 }

function documentsOf(id: ManagerId): Call[] {
  const reader = { technical_id: id, language: null }
  const queries = { all: {}, 'q word': { q: 'contract' }, 'q number': { q: '00000123' }, 'q no match': { q: 'zzyzx' } }
  return Object.entries({ ...queries, 'type by date': { document_type_code: 'contract', sort: 'date' as const } }).map(
    ([name, query]) => ({
      name: `documents, ${name}, of ${MANAGERS[id]}`,
      run: ({ db, client }) => listDocumentsForManager(db, client, { reader, kind: 'employee', query }, page),
    }),
  )
}

function requestsOf(id: ManagerId): Call[] {
  const now = new Date()
  const perimeterIn = ({ db, client }: Place) => requestPerimeter(db, client, personOf(id), 'requests:read')
  const queries = {
    all: {},
    open: { state: 'open' as const },
    overdue: { overdue: true, sort: 'processing_date_due' as const },
    'assigned to nobody': { assigned: 'nobody' as const, state: 'open' as const },
    'closed lately': { state: 'closed' as const, sort: '-closed_at' as const },
    q: { q: '12345' },
  }
  const lists = Object.entries(queries).map(([name, query]) => ({
    name: `requests, ${name}, of ${MANAGERS[id]}`,
    run: async (place: Place) => {
      const asking = { perimeter: await perimeterIn(place), now, language: undefined, query }
      return listManagerRequests(place.db, place.client, asking, page)
    },
  }))
  const run = async (place: Place) =>
    countManagerRequests(place.db, place.client, { perimeter: await perimeterIn(place), now })
  return [...lists, { name: `requests, counts, of ${MANAGERS[id]}`, run }]
}

function signaturesOf(id: ManagerId): Call[] {
  const perimeterIn = ({ db, client }: Place) => signaturePerimeterOf(db, client, personOf(id), 'read')
  const queries = { all: {}, signed: { state: 'signed' as const }, mine: { mine: true }, q: { q: '12345' } }
  const lists = Object.entries(queries).map(([name, query]) => ({
    name: `signatures, ${name}, of ${MANAGERS[id]}`,
    run: async (place: Place) =>
      listManagerProcesses(place.db, place.client, { perimeter: await perimeterIn(place), query }, page),
  }))
  const run = async (place: Place) => countSignatures(place.db, place.client, await perimeterIn(place), personOf(id))
  return [...lists, { name: `signatures, counts, of ${MANAGERS[id]}`, run }]
}

const ids = Object.keys(MANAGERS) as ManagerId[]
const CALLS: Call[] = [
  ...[{ q: '00000123' }, { q: '0000' }, { q: 'contract' }, { trashed: true, q: 'contract' }].map((query) => ({
    name: `documents, ${JSON.stringify(query)}`,
    run: ({ db, client }: Place) => listDocuments(db, client, { kind: 'employee', query }, page),
  })),
  ...[{ signer_technical_id: 'office' }, { status: 'draft' as const, q: '12345' }, { q: 'contract' }].map((query) => ({
    name: `signatures, ${JSON.stringify(query)}`,
    run: ({ db, client }: Place) => listProcesses(db, client, { query }, page),
  })),
  ...ids.flatMap((id) => [...documentsOf(id), ...requestsOf(id), ...signaturesOf(id)]),
  ...ids.map((id) => ({
    name: `employees whom the manager sees, of ${MANAGERS[id]}`,
    run: ({ db, client }: Place) => countVisibleEmployees(db, client, id),
  })),
  { name: 'organizations with counts', run: ({ db, client }) => countOrganizations(db, client, null) },
  { name: 'holdings of the system page', run: ({ db, client }) => holdingsOf(db, client) },
]

type Taken = { p50: number; p95: number; cpu: number }

/** Lists and counts of the portal in the large company against the same in the small one, as the database answers them. */
export async function measureManagerLists({ database }: Bench): Promise<Findings> {
  const { db, close } = openDatabase({ connectionString: database.url }, { poolSize: 1 })
  const rows: string[][] = []
  try {
    for (const call of CALLS) {
      const small = await take(db, call, 'small')
      const large = await take(db, call, 'large')
      const cells = [small.p50, large.p50, large.p95, large.p50 / small.p50, small.cpu, large.cpu]
      rows.push([call.name, ...cells.map((one) => decimals(one, 2))])
    }
  } finally {
    await close()
  }
  const head = ['list or count', 'small p50', 'large p50', 'p95 ms', 'large/small', 'CPU ms small', 'large']
  return { tables: [{ head, rows }], figures: [] }
}

async function take(db: Db, { run }: Call, size: Size): Promise<Taken> {
  const place = { db, client: { id: COMPANIES[size], languages: [] } as Client }
  const times: number[] = []
  const cpus: number[] = []
  for (let count = 0; count < RUNS && (times.at(-1) ?? 0) < SLOW_MS; count += 1) {
    const before = await cpuOf(db)
    const startedAt = performance.now()
    await run(place)
    times.push(performance.now() - startedAt)
    cpus.push((await cpuOf(db)) - before)
  }
  const at = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0
  return { p50: at(times, 0.5), p95: at(times, 0.95), cpu: at(cpus, 0.5) }
}

/** The CPU time of the connections of this process, in milliseconds: it suffers less from neighbours than the time does. */
async function cpuOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name = current_setting('application_name')`.execute(
    db,
  )
  const read = rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0'))
  return (await Promise.all(read)).reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}
