import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { listFittingPolicies } from '#modules/governance/policies/explanation/queries.ts'
import { deletePolicy, putPolicy } from '#modules/governance/policies/put-policy.ts'
import type { RetentionPolicyInput } from '#modules/governance/policies/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { findStillDue, listDueItems } from './due-items.ts'

const service = await startApp()
const { db, doWork } = service

/*
 * Compares what the database decides of documents, one by one and all at once, with a model that is written another way.
 */

const above = await anOrganization(service)
const [left, right] = [
  await anOrganization(service, { parent: above }),
  await anOrganization(service, { parent: above }),
]
const field = await aCustomField(service, { type: 'list', values: ['a', 'b', 'c'] })
const born = await aCustomField(service, { type: 'date' })
const metas = [{ code: 'signed_on', type: 'date' as const }]
const types = [
  await aDocumentType(service, { metas }),
  await aDocumentType(service, { metas, retention: { months: 13, from: 'date' } }),
  await aDocumentType(service, { metas, retention: { months: 1, from: 'departure' } }),
]

/** Adds by the civil calendar, without dates of JavaScript and without PostgreSQL. */
function addDelay(day: string, delay: string): string {
  const [, ...parts] = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/.exec(delay) ?? []
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.map((part) => Number(part ?? 0))
  let [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const counted = year * 12 + month - 1 + years * 12 + months
  year = Math.floor(counted / 12)
  month = (counted % 12) + 1
  date = Math.min(date, lengthOf(year, month))
  for (let left = weeks * 7 + days; left > 0; left -= 1) {
    date += 1
    if (date <= lengthOf(year, month)) continue
    date = 1
    month += 1
    if (month <= 12) continue
    month = 1
    year += 1
  }
  return [String(year).padStart(4, '0'), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-')
}

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

type Person = { organizations: string[]; values: Record<string, string>; departure: string | null }
const people: Record<string, Person> = {}

async function person(organizations: string[], values: Record<string, string>, departures: (string | null)[]) {
  const registrations = organizations.map((organization_code, index) => {
    const departure_date = departures[index] ?? null
    return { organization_code, employee_number: String(index), active: departure_date === null, departure_date }
  })
  const technical_id = await anEmployee(service, { registrations, custom_fields: values })
  const isGone = departures.length > 0 && departures.every((one) => one !== null)
  // Those that were left count once all were.
  const own = isGone ? organizations : organizations.filter((_, index) => !departures[index])
  const departure = isGone ? (departures.toSorted().at(-1) ?? null) : null
  people[technical_id] = { organizations: own, values, departure }
}
await person([left], { [field]: 'a', [born]: '2000-02-29' }, [null])
await person([right], { [field]: 'b' }, ['2020-02-29'])
await person([left, right], { [born]: '1999-12-31' }, ['2019-01-31', '2018-08-30'])
await person([above], {}, ['2019-01-31'])
await person([left, right], { [field]: 'c' }, ['2019-01-31', null])

type Item = {
  id: string
  key: string
  own: string[]
  type: number
  person: Person
  created: string
  date: string
  signed: string | null
}
const days = ['2019-12-31', '2020-01-31', '2020-02-29', '2020-03-01', '2021-02-28', '2024-02-29']
const items: Item[] = []
for (const technicalId of Object.keys(people)) {
  for (const type of types.keys()) {
    for (let number = 0; number < 3; number += 1) items.push(await item(technicalId, type, items.length))
  }
}

async function item(technicalId: string, type: number, number: number): Promise<Item> {
  const [created = '', date = '', meta = ''] = [0, 1, 2].map((shift) => days[(number + shift * 2) % days.length])
  const signed = number % 3 === 0 ? null : meta
  const own = [[], [left], [right, above], [right, left]][number % 4] ?? []
  const { rows } = await sql<{ id: string; key: string }>`
    INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, date, metas, filters,
      filename, content_type, size, sha256, origin, is_linked, search_text, created_at, updated_at)
    SELECT 'acme', gen_random_uuid(), 'employee', type.id, employee.key,
      ARRAY(SELECT key FROM organizations WHERE client_id = 'acme' AND code = ANY (${own}::text[]) ORDER BY code), 'T', ${`${date}T23:59:59Z`},
      ${JSON.stringify(signed === null ? { signed_on: 'soon' } : { signed_on: signed })}, '{}', 'f', 'application/pdf', 1, 'x', 'api', false, '',
      ${`${created}T00:00:00Z`}, now()
    FROM document_types type, employees employee
    WHERE type.client_id = 'acme' AND type.code = ${types[type]} AND employee.client_id = 'acme' AND employee.technical_id = ${technicalId}
    RETURNING id, key`.execute(db)
  const owner = people[technicalId]
  if (!rows[0] || !owner) throw new Error('The document was not made.')
  return { ...rows[0], own, type, person: owner, created, date, signed }
}

const DELAYS = ['P0D', 'P1M', 'P13M', 'P1Y', 'P1M1D', 'P2W', 'P4Y', 'P1Y2M10D']
const triggers = fc.constantFrom<RetentionPolicyInput['trigger']>(
  { event: 'created' },
  { event: 'document_date' },
  { event: 'employee_departure' },
  { event: 'employee_custom_field', code: born },
  { event: 'fixed_date', date: '2020-02-29' },
  { event: 'document_meta', code: 'signed_on' },
)
const policies = fc
  .record({
    enabled: fc.boolean(),
    types: fc.subarray([0, 1, 2]),
    organizations: fc.subarray([above, left, right]),
    include_below: fc.boolean(),
    values: fc.subarray(['a', 'b', 'c']),
    trigger: triggers,
    delay: fc.constantFrom(...DELAYS),
    needs_approval: fc.nat(2),
  })
  .map(({ types: chosen, organizations, values, trigger, ...rest }) => {
    const of = trigger.event === 'document_meta' && chosen.length === 0 ? [1] : chosen
    return { ...rest, types: of, organizations, values, trigger }
  })
type Policy = (typeof policies extends fc.Arbitrary<infer One> ? One : never) & { id: string }

const inputOf = ({ types: chosen, organizations, include_below, values, ...rest }: Policy): RetentionPolicyInput => {
  const { id, ...given } = rest
  return {
    ...given,
    name: id,
    resource_type: 'employee_document',
    action: 'delete',
    filters: {
      document_type_codes: chosen.map((type) => types[type] ?? ''),
      organization_codes: organizations,
      include_below,
      custom_fields: values.length > 0 ? { [field]: values } : {},
    },
  }
}

function fits(policy: Policy, { type, own, person: owner }: Item): boolean {
  const wanted = policy.organizations
  const isAbove = policy.include_below && wanted.includes(above)
  return (
    (policy.types.length === 0 || policy.types.includes(type)) &&
    (wanted.length === 0 || isAbove || [...own, ...owner.organizations].some((one) => wanted.includes(one))) &&
    (policy.values.length === 0 || policy.values.includes(owner.values[field] ?? ''))
  )
}

function startOf({ event, date }: RetentionPolicyInput['trigger'], item: Item): string | null {
  const { departure, values } = item.person
  const days = {
    created: item.created,
    document_date: item.date,
    document_meta: item.signed,
    employee_departure: departure,
    employee_custom_field: values[born] ?? null,
    fixed_date: date ?? null,
    request_closed: null,
    process_ended: null,
  }
  return days[event]
}

/** Those of the types, as policies. */
const ofTypes = [
  { type: 1, trigger: { event: 'document_date' as const }, delay: 'P13M' },
  { type: 2, trigger: { event: 'employee_departure' as const }, delay: 'P1M' },
].map(({ type, ...rest }) => {
  const all = { enabled: true, organizations: [], include_below: true, values: [], needs_approval: 1 }
  return { ...all, ...rest, types: [type], id: `type:${types[type]}` }
})

/** What fits an item, what decides first. */
function modelOf(all: readonly Policy[], item: Item): { id: string; due: string | null }[] {
  const LATEST = '9999-99-99'
  return [...all, ...ofTypes]
    .filter((policy) => policy.enabled && fits(policy, item))
    .map(({ id, trigger, delay, needs_approval }) => {
      const start = startOf(trigger, item)
      return { id, needs_approval, due: start === null ? null : addDelay(start, delay) }
    })
    .sort((one, other) => {
      const [due, otherDue] = [one.due ?? LATEST, other.due ?? LATEST]
      if (due !== otherDue) return due < otherDue ? 1 : -1
      return other.needs_approval - one.needs_approval || (one.id < other.id ? -1 : 1)
    })
    .map(({ id, due }) => ({ id, due }))
}

async function expectAsModelled(all: readonly Policy[], day: string): Promise<void> {
  const modelled = items.map((one) => ({ item: one, fitting: modelOf(all, one) }))
  for (const { item, fitting } of modelled) {
    const rows = await listFittingPolicies(db, acme.client, 'employee_document', item.id)
    const found = rows.flatMap(({ id, due_on }) => (id === null ? [] : [{ id, due: due_on }]))
    assert.deepEqual(found, fitting)
  }
  const keys = items.map(({ key }) => key)
  for (const { id } of [...all, ...ofTypes]) {
    const due = modelled.filter(({ fitting: [first] }) => first?.id === id && first.due !== null && first.due <= day)
    const expected = due.map(({ item, fitting: [first] }) => `${item.id} ${first?.due}`).toSorted()
    const listed = await listDueItems(db, acme.client, id, { day, limit: 1000 })
    assert.deepEqual(listed.map(({ resource_id, due_on }) => `${resource_id} ${due_on}`).toSorted(), expected, id)
    const still = await db.transaction().execute((tx) => findStillDue(tx, acme.client, id, { keys, day }))
    assert.deepEqual([...still].toSorted(), due.map(({ item }) => item.key).toSorted(), id)
  }
}

describe('what policies decide', () => {
  test('is the same of one item, of all items and by the model, whatever the policies are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(policies, { maxLength: 6 }),
        fc.constantFrom('2020-03-29', '2021-02-28', '2024-03-01', '2028-02-29'),
        async (some, day) => {
          const all = some.map((one, index) => ({ ...one, id: `${'-zA_0b'[index]}${index}` }))
          for (const one of all) await doWork(acme, (work) => putPolicy(work, one.id, inputOf(one)))
          try {
            await expectAsModelled(all, day)
          } finally {
            for (const { id } of all) await doWork(acme, (work) => deletePolicy(work, id))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is nothing of another client', async () => {
    const input = inputOf({
      ...ofTypes[0],
      id: 'all',
      types: [],
      delay: 'P0D',
      trigger: { event: 'created' },
    } as Policy)
    await doWork(globex, (work) => putPolicy(work, 'theirs', { ...input, filters: {} }))

    assert.deepEqual(await listDueItems(db, globex.client, 'theirs', { day: '2099-01-01', limit: 10 }), [])
    assert.deepEqual(await listDueItems(db, acme.client, 'theirs', { day: '2099-01-01', limit: 10 }), [])
    const [first] = items
    assert.deepEqual(await listFittingPolicies(db, globex.client, 'employee_document', first?.id ?? ''), [])
  })
})

test('a day and a delay are added as the model adds them, for any day', async () => {
  const delays = fc.record({ years: fc.nat(200), months: fc.nat(30), weeks: fc.nat(60), days: fc.nat(800) })
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(dates, delays), { minLength: 50, maxLength: 50 }), async (pairs) => {
      const cases = pairs.map(([date, { years, months, weeks, days }]) => ({
        day: date.toISOString().slice(0, 10),
        delay: `P${years}Y${months}M${weeks}W${days}D`,
      }))
      const { rows } = await sql<{ due: string }>`
        SELECT (one.day::date + one.delay::interval)::date AS due
        FROM json_to_recordset(${JSON.stringify(cases)}) AS one (day text, delay text)`.execute(db)
      assert.deepEqual(
        rows.map(({ due }) => due),
        cases.map(({ day, delay }) => addDelay(day, delay)),
      )
    }),
    { numRuns: 40 },
  )
})
