import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { walkKeys } from '#modules/articles/writing/queries.ts'
import { searchValues } from '#modules/datasets/values/list-values-query.ts'
import { EVENTS } from '#modules/events/jobs.ts'
import { findExisting, insertDueItems } from '#modules/governance/disposals/item-queries.ts'
import { makeDailyDisposals } from '#modules/governance/disposals/jobs.ts'
import { dueItems } from '#modules/governance/policies/decision/due-items.ts'
import { decisionOf } from '#modules/governance/policies/decision/load-decision.ts'
import { addReminders } from '#modules/notes/reminder-queries.ts'
import { findInParts } from '#modules/requests/listing/find-first.ts'
import { listAssigned } from '#modules/requests/submission/queries.ts'
import { bindCiphertexts } from '#platform/db/encryption/bind-ciphertexts.ts'
import { renewColumn } from '#platform/db/encryption/renew-ciphertexts.ts'
import { makePartitionsAhead } from '#platform/db/partitions/partitions.ts'
import { renewJobTexts } from '#platform/jobs/renew-job-texts.ts'
import { ENCRYPTED_COLUMNS, ENCRYPTED_JOB_FIELDS } from '#src/deps.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset } from '#test/harness/builders.ts'
import { aManager, aRole } from '#test/harness/features/directory/builders.ts'
import { disposalCalls } from '#test/harness/features/governance.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { ALL_CASES } from '#test/portal-api/cases/index.ts'
import { makeWorld } from '#test/portal-api/isolation-case.ts'
import { sourceFiles, sourceReader } from './claims.ts'
import { tableUses } from './client-bounds.ts'
import { compareRow } from './compare.ts'
import { Describer } from './describe-statement.ts'
import { exerciseLists } from './exercise-lists.ts'
import { exerciseRetention } from './exercise-retention.ts'
import { NEVER_NULL_IN_QUERIES } from './invariants.ts'
import { claimsOf, type QuerySite, querySitesIn, sitesByPosition } from './query-claims.ts'
import { type RecordedQuery, recordQueries } from './record-queries.ts'
import { spreadColumns } from './spread-tables.ts'

/*
 * Compares what the code claims of the SQL that it puts together at run time (``sql<Row>`…`.execute(db)``) with what
 * PostgreSQL says of it. Every such query is run here at least once, and every list with each of its filters; each text
 * that comes of it is described by PostgreSQL, as in `statements.test.ts`.
 *
 * Not covered: texts that only other filters together would make; fragments inside of queries of the query builder.
 */

const service = await startApp()
const { db } = service
const { queries, recorded } = recordQueries(db)

const reader = sourceReader()
const sites = querySitesIn(reader, sourceFiles())
const siteAt = sitesByPosition(sites)

/** Rows whose type is a parameter of a function that is called once, when a file is loaded. */
const TYPED_ELSEWHERE = ['modules/directory/coded-table.ts']

before(async () => {
  const { as } = portalCalls(service)
  const world = await makeWorld(service)
  for (const casesOf of ALL_CASES) {
    for (const { who, method, path, body, headers = {} } of await casesOf(world)) {
      await as(who)(method, path, { headers, ...(body === undefined ? {} : { body }) })
    }
  }
  await exerciseLists(service, { employee: 'E-PAR', manager: 'M-ALL' })
  await exerciseOthers()
})

/** What is not behind a list. */
async function exerciseOthers(): Promise<void> {
  const call = portalCalls(service).as('manager:M-ALL')
  const preview = (body: object) => call('POST', '/manager/bulk_actions/preview', { body })
  await aRole(service, { code: 'log-reader', permissions: ['events:read', 'employees:read'] })
  const profiles = [{ role: 'log-reader', organizations: ['HQ'], include_below: true }]
  await aManager(service, { technical_id: 'M-LOG', profiles })
  const webhook = await aWebhook(service)
  const datasetId = await aDataset(service)
  const [event] = (await service.v2('GET', '/events?per_page=1')).json()
  const scopeOfHold = { employee_technical_ids: ['E-PAR'] }
  const hold = await service.v2('POST', '/legal_holds', { body: { name: 'A', reason: 'B', scope: scopeOfHold } })
  await exerciseDisposals()
  const answers = [
    await service.v2('GET', `/legal_holds/${hold.json().id}/items?resource_type=employee`),
    await service.v2('GET', '/audit_entries?actor_id=payroll&resource_id=x'),
    await service.v2('GET', `/webhooks/${webhook.id}/deliveries`),
    await service.v2('GET', `/datasets/${datasetId}/values?q=a`),
    await service.v2('GET', `/events/${event.id}`),
    await portalCalls(service).as('manager:M-LOG')('GET', '/admin/events'),
    await call('GET', '/admin/people/manager:M-ALL'),
    await preview({ kind: 'people.invite', people: { q: 'a' } }),
    await preview({ kind: 'requests.close', requests: { state: 'open' } }),
  ]
  for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body)
  for (const ancestors of [undefined, [1]]) {
    await listAssigned(db, acme.client, { managers: ['M-ALL'], roles: ['everything'] }, ancestors)
  }
  const cost = { walks: [4000], mayBeSorted: true, mostSorted: 0, isMostOfAll: true }
  const search = { client: acme.client, datasetKey: '1', levels: [1, 2], pattern: '%a%', cost }
  await searchValues(db, search, {
    order: { column: 'code', descending: false },
    after: undefined,
    reversed: false,
    limit: 2,
  })
  const scope = [sql`request.client_id = 'acme'`]
  const sought = { scope, conditions: scope, beyond: [], isWithin: sql`true`, parts: [sql`true`] }
  const walked = { sequence: 'request.id', column: 'request.id', direction: 'ASC', isIndexed: false, limit: 1 }
  await findInParts(db, sought, walked)
  await walkKeys(db, acme.client, undefined, { order: 'title', descending: false, offset: 0, limit: 1 })
  await db.insertInto('installation').values({ secret_key_check: service.keyring.unboundCheck() }).execute()
  const inAYear = new Date(service.clock.now().getTime() + 365 * 24 * 3600 * 1000)
  await makePartitionsAhead(recorded, EVENTS, inAYear)
  const note = { client_id: acme.client.id, id: event.id, is_restricted: false }
  for (const subject of [
    { employee_key: '0', document_key: null },
    { employee_key: null, document_key: '0' },
  ]) {
    await recorded.transaction().execute((tx) => addReminders(tx, { ...note, ...subject }, inAYear))
  }
  await exerciseRetention(service, recorded, 'HQ')
  await bindCiphertexts(recorded, service.keyring, ENCRYPTED_COLUMNS)
  for (const column of ENCRYPTED_COLUMNS) await renewColumn(recorded, service.keyring, column)
  for (const field of ENCRYPTED_JOB_FIELDS) await renewJobTexts(recorded, service.keyring, field)
}

/** What disposals gather, of documents and of notes, whose keys are of another type. */
async function exerciseDisposals(): Promise<void> {
  const { aPolicy, make } = disposalCalls(service)
  const { client } = acme
  for (const type of ['employee_document', 'note'] as const) {
    const policy = await aPolicy('HQ', { resource_type: type })
    const { id } = (await make(policy)).json()
    await recorded.transaction().execute(async (tx) => {
      const decision = await decisionOf(tx, client, policy)
      if (!decision) throw new Error(`The policy ${policy} is not there.`)
      const due = dueItems(client, decision, { day: '2031-01-01', limit: 1 })
      await insertDueItems(tx, client, { id, type, status: 'waiting', due })
      await findExisting(tx, client, type, [])
    })
    assert.equal((await service.v2('GET', `/disposals/${id}/items?status=waiting`)).statusCode, 200)
  }
  await runJob(service, makeDailyDisposals, {})
}

const inSource = (at: string) => relative('server/src', at)

describe('every query that is put together at run time', () => {
  const connection = new pg.Client(service.connection)
  const describer = new Describer(connection)
  before(async () => {
    await connection.connect()
    await connection.query('BEGIN')
    await describer.load()
  })
  after(() => connection.end())

  test('is run here', () => {
    const run = new Set(queries.map(({ frames: [at = ''] }) => siteAt.get(at)))
    const others = sites.filter((site) => !run.has(site)).map(({ at }) => inSource(at))
    assert.deepEqual(others, [])
  })

  test('answers what its row type says', async () => {
    const complaints = new Set<string>()
    for (const query of queries) {
      const site = siteAt.get(query.frames[0] ?? '')
      for (const complaint of site ? await check(describer, site, query) : []) complaints.add(complaint)
    }
    assert.deepEqual([...complaints], [])
  })

  test('names its client for each of its tables, in the query that reads it', async () => {
    const columns = await spreadColumns(connection)
    const wrong = new Set<string>()
    let looked = 0
    for (const { text, parameters, frames } of queries) {
      const at = inSource(frames[0] ?? '').replace(/:.*/, '')
      // What goes through all clients names the one that it has come to.
      if (!parameters.includes(acme.client.id) || at.startsWith('platform/db/encryption/')) continue
      await connection.query('SAVEPOINT one')
      const uses = tableUses(await describer.understand(text), columns)
      await connection.query('ROLLBACK TO one')
      looked += uses.length
      for (const { alias } of uses.filter((use) => !use.isBound)) wrong.add(`${at}: ${alias}`)
    }
    assert.ok(looked > 400, `${looked} uses of tables`)
    assert.deepEqual([...wrong], [])
  })
})

async function check(describer: Describer, site: QuerySite, query: RecordedQuery): Promise<string[]> {
  const { text, parameters, frames } = query
  const file = inSource(site.at).replace(/:.*/, '')
  const [, ...callers] = frames
  if (TYPED_ELSEWHERE.includes(file)) return []
  const claims = claimsOf(reader, site, callers)
  const say = (what: string) => `${inSource(site.at)} from ${callers.map(inSource).join(' ')}: ${what}`
  if (!claims) return [say('the type of its rows was not found')]
  const given = (position: number) => parameters[position - 1]
  const columns = await describer.describe(text, {
    isNullable: (position) => given(position) === null,
    isElementNullable: (position) => [given(position)].flat().includes(null),
  })
  return compareRow(reader.checker, claims, columns)
    .filter(({ column }) => !isNeverNull(frames, column))
    .map((one) => say(one.text))
}

/** By a reason that holds for the query itself, or for the file that has chosen the columns. */
function isNeverNull(frames: string[], column: string | undefined): boolean {
  return NEVER_NULL_IN_QUERIES.some(
    ({ folder, columns }) =>
      columns.includes(column ?? '') && frames.some((frame) => inSource(frame).startsWith(`${folder}/`)),
  )
}
