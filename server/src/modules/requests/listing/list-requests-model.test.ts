import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { foldRequestCounts } from '#modules/requests/jobs.ts'
import { ORIGINS, OWN_SORTS, PRIORITIES, STATUSES } from '#modules/requests/schemas.ts'
import { sortText } from '#platform/text/search-text.ts'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { COUNTED } from './count-requests.ts'

const service = await startApp()
const { db } = service
const { call, patched } = requestCalls(service)

const SEED = randomInt(2 ** 32)
const REQUESTS = 150
const LISTS = 120

/** Random numbers that a seed repeats (mulberry32). */
let state = SEED
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] ?? assert.fail('it is empty')
const isIn = (percent: number) => random(100) < percent

/** Orders by columns that the rows here fill. */
const UNFILLED = ['custom_state', 'visible_by_employee', 'processing_start_date']
const SORTS = OWN_SORTS.filter((one) => !UNFILLED.includes(one))
const FORMS = ['default', 'leave', 'mobility']
const managers = await Promise.all([1, 2, 3].map(() => aManager(service)))
const employees = await Promise.all([1, 2, 3].map(() => anEmployee(service)))
// Somebody who is both, and somebody of another client who is called like one of this.
await aManager(service, { technical_id: employees[0] ?? '' })
await anEmployee(service, { owner: globex, technical_id: employees[1] ?? '' })
await applySetup(service, {
  clients: ['acme', 'globex'].map((id) => ({
    id,
    name: id,
    languages: ['en-us'],
    forms: ['leave', 'mobility'].map((code) => ({ code, title: code, fields: [] })),
  })),
})

type Person = { key: string; technical_id: string; core_uuid: string; client_id: string }
const users = await sql<Person>`SELECT key, technical_id, client_id FROM users`.execute(db)
const staff = await sql<Person>`SELECT key, technical_id, core_uuid, client_id FROM employees`.execute(db)
const keysOf = (people: { rows: Person[] }, technicalId: string) =>
  people.rows.filter((one) => one.client_id === 'acme' && one.technical_id === technicalId).map((one) => one.key)

/** Midnights, and what lies just before and after them, in microseconds. */
const DAYS = [0, 1, 2, 3, 4, 5].map((day) => BigInt(Date.UTC(2024, 1, 27 + day)) * 1000n)
function aMoment(): bigint {
  const beside = [-1_000_001n, -1_000_000n, -1000n, -1n, 0n, 1n, 999_999n, 1_000_000n, 43_200_000_000n]
  return oneOf(DAYS) + (isIn(70) ? oneOf(beside) : BigInt(random(86_400)) * 1_000_000n)
}
const asText = (micros: bigint) =>
  `${new Date(Number(micros / 1_000_000n) * 1000).toISOString().slice(0, 19)}.${String(micros % 1_000_000n).padStart(6, '0')}Z`

function aRow(id: number) {
  const subject =
    oneOf(['Été', 'ete', 'ETE', 'Zoé', 'zoe', 'Straße', 'strasse', '', 'a', 'B']) + oneOf(['', ' 1', ' 2'])
  const isByUser = isIn(70)
  const employee_key = isIn(80) ? oneOf(staff.rows).key : null
  const isClosed = isIn(40)
  const first = aMoment()
  const second = aMoment()
  // Nothing is closed before it was made.
  const [created, closed] = first < second ? [first, second] : [second, first]
  return {
    client_id: isIn(90) ? 'acme' : 'globex',
    id,
    form_code: oneOf(FORMS),
    form_version: 1,
    custom_state: '',
    subject: subject || '-',
    sort_subject: sortText(subject || '-'),
    origin: oneOf(ORIGINS),
    manager_keys: [],
    priority: oneOf(PRIORITIES),
    status: isClosed ? 'closed' : oneOf(STATUSES.slice(0, 3)),
    employee_key,
    creator_user_key: isByUser ? oneOf(users.rows).key : null,
    creator_employee_key: isByUser ? null : oneOf(staff.rows).key,
    processing_date_due: isIn(60) ? asText(aMoment()) : null,
    closed_at: isClosed ? asText(closed) : null,
    visible_by_employee: employee_key !== null && isIn(50),
    created_at: asText(created),
    updated_at: asText(aMoment()),
  }
}

async function storeSome(): Promise<void> {
  // Not in the order of their numbers, which would settle ties by chance.
  const rows = Array.from({ length: REQUESTS }, (_, index) => aRow(((index * 7) % REQUESTS) + 1))
  const columns = sql.raw(COUNTED.join(', '))
  await sql`WITH made AS (
      INSERT INTO requests SELECT * FROM json_populate_recordset(NULL::requests, ${JSON.stringify(rows)}) RETURNING *
    ) INSERT INTO request_changes_to_count (client_id, change, ${columns})
    SELECT client_id, 1, ${columns} FROM made`.execute(db)
  await sql`SELECT setval('request_ids', ${REQUESTS})`.execute(db)
}

const MOMENTS = ['created_at', 'updated_at', 'closed_at', 'processing_date_due'] as const
type Held = Record<'id' | 'form_code' | 'sort_subject' | 'origin' | 'priority' | 'status', string> &
  Record<'employee_key' | 'creator_user_key' | 'creator_employee_key', string | null> &
  Record<(typeof MOMENTS)[number], bigint | null> & { visible_by_employee: boolean }

/** What is stored for acme, read without the help of what is tested; moments in microseconds. */
async function held(): Promise<Held[]> {
  const micros = MOMENTS.map((one) => sql`(extract(epoch FROM ${sql.ref(one)}) * 1000000)::bigint AS ${sql.ref(one)}`)
  const { rows } = await sql<Held>`
    SELECT id, form_code, sort_subject, origin, priority, status, employee_key, creator_user_key, creator_employee_key,
      visible_by_employee, ${sql.join(micros)} FROM requests WHERE client_id = 'acme'`.execute(db)
  const inNumbers = (row: Held) => MOMENTS.map((one) => [one, row[one] === null ? null : BigInt(row[one])])
  return rows.map((row) => ({ ...row, ...Object.fromEntries(inNumbers(row)) }))
}

type Query = Record<string, string>

function aQuery(): Query {
  const query: Query = {}
  // One filter alone is counted in another way than several.
  const chance = oneOf([0, 8, 8, 30])
  const person = () => (isIn(90) ? oneOf([...managers, ...employees]) : unique('nobody'))
  const uuid = () => (isIn(80) ? oneOf(staff.rows).core_uuid : crypto.randomUUID())
  const filters: Record<string, () => string> = {
    form_code: () => oneOf([...FORMS, 'nosuch']),
    employee_technical_id: person,
    creator_technical_id: person,
    visible_by_technical_id: person,
    visible_by_core_uuid: uuid,
    status: () => oneOf([...STATUSES, 'opened']),
    origin: () => oneOf(ORIGINS),
    created_at_since: aBound,
    created_at_until: aBound,
    closed_at_since: aBound,
    closed_at_until: aBound,
  }
  for (const [name, value] of Object.entries(filters)) if (isIn(chance)) query[name] = value()
  if (isIn(75)) query.order_by = oneOf(['', '-']) + oneOf(SORTS)
  if (isIn(60)) query.per_page = String(oneOf([1, 3, 10, 50, 100]))
  if (isIn(40)) query.page = String(1 + random(6))
  return query
}

/** A moment in some zone, with or without parts of a second; also the time of the clock, when requests are moved. */
function aBound(): string {
  const micros = isIn(10) ? BigInt(service.clock.now().getTime() - random(7200) * 1000) * 1000n : aMoment()
  const [sign, hours] = oneOf([
    ['+', 0],
    ['+', 5],
    ['-', 11],
    ['+', 14],
  ] as const)
  const local = asText(micros + BigInt(sign === '+' ? hours : -hours) * 3_600_000_000n).slice(0, -1)
  const zone = hours === 0 ? oneOf(['Z', '+00:00']) : `${sign}${String(hours).padStart(2, '0')}:00`
  return (isIn(50) ? local.slice(0, 19) : local) + zone
}

const second = (micros: bigint) => micros / 1_000_000n
const secondOf = (text: string) => BigInt(Math.floor(Date.parse(text) / 1000))

/** Whether a request fits: what the contract says, in plain words. */
function fits(row: Held, query: Query): boolean {
  const { status, creator_technical_id: creator, visible_by_core_uuid: uuid } = query
  const isOf = (technicalId: string) => keysOf(staff, technicalId).includes(row.employee_key ?? '')
  const within = (name: 'created_at' | 'closed_at') => {
    const since = query[`${name}_since`]
    const until = query[`${name}_until`]
    const at = row[name]
    if (since === undefined && until === undefined) return true
    if (at === null) return false
    return (!since || second(at) >= secondOf(since)) && (!until || second(at) <= secondOf(until))
  }
  return (
    (query.form_code === undefined || row.form_code === query.form_code) &&
    (status === undefined || row.status === (status === 'opened' ? 'open' : status)) &&
    (query.origin === undefined || row.origin === query.origin) &&
    (query.employee_technical_id === undefined || isOf(query.employee_technical_id)) &&
    (query.visible_by_technical_id === undefined || (row.visible_by_employee && isOf(query.visible_by_technical_id))) &&
    (uuid === undefined ||
      (row.visible_by_employee &&
        staff.rows.some(
          (one) => one.client_id === 'acme' && one.core_uuid === uuid && one.key === row.employee_key,
        ))) &&
    (creator === undefined ||
      keysOf(users, creator).includes(row.creator_user_key ?? '') ||
      keysOf(staff, creator).includes(row.creator_employee_key ?? '')) &&
    within('created_at') &&
    within('closed_at')
  )
}

const RANKS: Record<string, readonly string[]> = { status: STATUSES, priority: PRIORITIES, origin: ORIGINS.toSorted() }

function compare(one: Held, other: Held, name: string): number {
  const sortedBy = (row: Held): bigint | Buffer | number | null => {
    if (name === 'id') return BigInt(row.id)
    if (name === 'subject') return Buffer.from(row.sort_subject)
    return RANKS[name]?.indexOf(String(row[name as 'status'])) ?? row[name as 'created_at']
  }
  const left = sortedBy(one)
  const right = sortedBy(other)
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (left instanceof Buffer && right instanceof Buffer) return Buffer.compare(left, right)
  return left < right ? -1 : left > right ? 1 : 0
}

function expected(rows: Held[], query: Query) {
  const sort = query.order_by ?? '-created_at'
  const name = sort.replace(/^-/, '')
  const keys = [name, ...(name in RANKS ? ['created_at'] : []), 'id']
  const order = (one: Held, other: Held) => keys.map((key) => compare(one, other, key)).find((sign) => sign !== 0) ?? 0
  const found = rows.filter((row) => fits(row, query)).toSorted(order)
  if (sort.startsWith('-')) found.reverse()
  const size = Number(query.per_page ?? 20)
  const page = Number(query.page ?? 1)
  const last = Math.max(1, Math.ceil(found.length / size))
  const rels = [...(page > 1 && page <= last + 1 ? ['previous'] : []), ...(page < last ? ['next'] : [])]
  return { ids: found.slice((page - 1) * size, page * size).map((one) => one.id), total: String(found.length), rels }
}

/** Asks for many lists, each of which must be what the model says. */
async function compareLists(): Promise<void> {
  const rows = await held()
  let shown = 0
  for (let done = 0; done < LISTS; done += 8) {
    const queries = Array.from({ length: 8 }, aQuery)
    const answers = await Promise.all(queries.map((one) => call('GET', `/requests/?${new URLSearchParams(one)}`)))
    for (const [index, answer] of answers.entries()) {
      const query = queries[index] ?? {}
      const what = `seed ${SEED}: ${JSON.stringify(query)}`
      assert.equal(answer.statusCode, 200, what)
      const ids: string[] = answer.json().map((one: { id: string }) => one.id)
      const rels = [...String(answer.headers.link ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
      assert.deepEqual({ ids, total: answer.headers['x-total-count'], rels }, expected(rows, query), what)
      shown += ids.length
    }
  }
  assert.ok(shown > LISTS, `too few requests were found by ${LISTS} lists: ${shown}`)
}

/** Moves or deletes some requests by calls, as far as the moves allow. */
async function changeSome(count: number): Promise<void> {
  const rows = await held()
  for (let done = 0; done < count; done += 1) {
    const [row] = rows.splice(random(rows.length), 1)
    const { id, status, creator_user_key } = row ?? assert.fail('too few are left')
    service.clock.advance(random(20_000) / 10)
    const next = status === 'closed' ? 'open' : status === 'pending' ? 'closed' : oneOf(['pending', 'closed'])
    if (isIn(30)) assert.equal((await call('DELETE', `/requests/${id}/`)).statusCode, 204)
    else await patched(id, { status: next, ...(creator_user_key === null ? {} : { visible_to_employee: false }) })
  }
}

test('GET /api/requests/ 200 answers what a plain model of it says, whatever is asked for', async (t) => {
  await storeSome()
  await t.test('before anything is folded', compareLists)

  // From now on PostgreSQL knows how few there are, and sorts them instead of following an index.
  await sql`ANALYZE requests`.execute(db)
  await runJob(service, foldRequestCounts, {})
  await t.test('when all of it is folded', compareLists)

  await changeSome(40)
  await t.test('when some of it was moved or deleted since', compareLists)

  await runJob(service, foldRequestCounts, {})
  await runJob(service, foldRequestCounts, {})
  await t.test('when that is folded too, twice', compareLists)
  assert.deepEqual((await sql`SELECT FROM request_changes_to_count`.execute(db)).rows, [])
})
