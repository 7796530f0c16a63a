import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { reading } from '#platform/db/replica/reading.ts'
import { statement } from '#platform/db/statement.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { openReplicatedServer } from '#test/harness/database/replicated-server.ts'
import { eventually } from '#test/harness/eventually.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { aReceivingWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { outcomesIn, twoProcesses, untilUsed, v2Of } from './two-processes.ts'

const server = await openReplicatedServer()
const replica = await server.startReplica()
const { service, other } = await twoProcesses(replica.connection, { guard: { allowPrivate: true } })
after(server.close)
const { v2 } = service
const LAG_MS = 5000

const organization = await anOrganization(service)
const manager = await aManager(service, {
  profiles: [{ role: await aRole(service), organizations: [organization], include_below: true }],
})
const portal = portalCalls(service).as(`manager:${manager}`)
await portal('GET', '/session')

async function lag(milliseconds: number): Promise<void> {
  await replica.delayBy(milliseconds)
  if (milliseconds > 0) return
  await untilUsed(service)
  await untilUsed(other)
}

/** Writes something, and looks for it with the very next call: in each group, and in another process. */
const PAIRS: Record<string, () => Promise<{ wanted: string; found: string[] }>> = {
  async 'group A: a look-up'() {
    const code = unique('o')
    await v2('PUT', `/organizations/${code}`, { body: { name: code } })
    return { wanted: code, found: [(await v2('GET', `/organizations/${code}`)).json().code] }
  },
  async 'group A: a list'() {
    const code = unique('group')
    await v2('PUT', `/organization_groups/${code}`, { body: { name: code, organizations: [] } })
    return { wanted: code, found: codesIn(await v2('GET', '/organization_groups?per_page=100')) }
  },
  async 'group A, in another process: a list'() {
    const code = unique('group')
    await v2('PUT', `/organization_groups/${code}`, { body: { name: code, organizations: [] } })
    return { wanted: code, found: codesIn(await v2Of(other, service, '/organization_groups?per_page=100')) }
  },
  async 'group B writes, group A reads'() {
    const employee = await anEmployee(service)
    const id = await noteCalls(service).written('employees', { employee_technical_id: employee })
    return { wanted: id, found: [(await v2('GET', `/notes/${id}`)).json().id] }
  },
  async 'group C: a list'() {
    const { anArticle, keyed } = articleCalls(service)
    const slug = await anArticle()
    const articles = (await keyed('/articles/')).json() as { slug: string }[]
    return { wanted: slug, found: articles.map((one) => one.slug) }
  },
  async 'the portal: a list'() {
    const employee = await anEmployee(service, { organizations: [organization] })
    const body = { kind: 'employee', employee_technical_id: employee, description: 'Called back' }
    const written = await portal('POST', '/manager/notes', { body })
    assert.equal(written.statusCode, 201, written.body)
    const listed = await portal('GET', `/manager/notes?employee_technical_id=${employee}`)
    return {
      wanted: written.json().id,
      found: (listed.json().notes ?? listed.json()).map(({ id }: { id: string }) => id),
    }
  },
  async 'the event log'() {
    const code = unique('o')
    await v2('PUT', `/organizations/${code}`, { body: { name: code } })
    const events = (await v2('GET', '/events?per_page=5')).json() as { resource_id: string }[]
    return { wanted: code, found: events.map((one) => one.resource_id) }
  },
}

function codesIn(answer: { json(): unknown }): string[] {
  return (answer.json() as { code: string }[]).map(({ code }) => code)
}

async function assertNothingIsOld(): Promise<void> {
  for (const [name, run] of Object.entries(PAIRS)) {
    const { wanted, found } = await run()
    assert.ok(found.includes(wanted), `${name}: ${wanted} is not among ${found}`)
  }
}

describe('a replica that is near', () => {
  beforeEach(() => lag(0))

  test('answers lists, look-ups, searches and the log of each group, with what was written just before', async () => {
    const outcomes = await outcomesIn(service, assertNothingIsOld)

    assert.ok(outcomes.answered > 10, JSON.stringify(outcomes))
    assert.equal(outcomes.failed, 0)
  })

  test('is not asked by calls that change something, nor for credentials', async () => {
    const outcomes = await outcomesIn(service, async () => {
      await v2('PUT', `/organizations/${organization}`, { body: { name: 'Other' } })
      await v2('PATCH', `/organizations/${organization}`, { body: { name: 'Another' } })
      await service.requestToken('reader')
      await portal('POST', '/session/end')
    })

    assert.deepEqual(outcomes, { answered: 0, behind: 0, unavailable: 0, failed: 0 })
  })
})

describe('a replica that lags by five seconds', () => {
  test('answers nothing older than what was written, by whatever process', async () => {
    await lag(LAG_MS)
    const rounds: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now()
      await assertNothingIsOld()
      rounds.push(performance.now() - startedAt)
    }
    const told = service.replica?.state.lagSeconds ?? 0

    assert.match(service.replica?.state.reason ?? '', /lags|mark/)
    assert.ok(told < 7, `${told} s`)
    await lag(0)
    assert.ok(Math.min(...rounds) < LAG_MS, `${rounds}`)
  })

  test('is passed over after one wait: many calls at once take no longer than one', async () => {
    await lag(LAG_MS)
    await v2('PUT', `/organizations/${organization}`, { body: { name: unique('name') } })
    const startedAt = performance.now()

    const outcomes = await outcomesIn(service, () =>
      Promise.all(Array.from({ length: 100 }, () => v2('GET', '/roles'))),
    )
    const ms = performance.now() - startedAt

    await lag(0)
    assert.equal(outcomes.answered, 0)
    assert.ok(ms < 3000, `${ms} ms`)
  })

  test('whoever is told by a callback finds what it tells of, in another process', async () => {
    const datasetId = await aDataset(service)
    const misses: string[] = []
    let looked = 0
    await aReceivingWebhook(service, {
      events: ['dataset_value.created'],
      async answer({ json }) {
        const found = await v2Of(other, service, `/datasets/${datasetId}/values/${json.data.path}`)
        const listed = await v2Of(other, service, `/datasets/${datasetId}/values?per_page=100`)
        const paths = (listed.json() as { path: string }[]).map(({ path }) => path)
        if (found.statusCode !== 200 || !paths.includes(json.data.path)) misses.push(json.data.path)
        looked += 1
        return 200
      },
    })
    startDispatcher(service)
    await lag(LAG_MS)

    for (let n = 0; n < 20; n += 1) {
      await v2('PUT', `/datasets/${datasetId}/values/v${n}`, { body: { localized_names: [] } })
      await delay(20)
    }
    await eventually(() => looked >= 20)

    await lag(0)
    assert.deepEqual(misses, [])
  })

  test('a list goes on elsewhere: no page repeats or leaves out what was there', async () => {
    const codes = Array.from({ length: 9 }, (_, n) => `page${n}`)
    for (const code of codes) await v2('PUT', `/custom_fields/${code}`, { body: { name: code, type: 'string' } })
    const seen: string[] = []
    let next: string | undefined = '/custom_fields?per_page=2'
    const sources: string[] = []
    while (next !== undefined) {
      const at: string = next
      const outcomes = await outcomesIn(service, async () => {
        const answer = await v2('GET', at)
        seen.push(...codesIn(answer))
        const cursor = answer.headers['next-cursor']
        next = cursor === undefined ? undefined : `/custom_fields?per_page=2&cursor=${cursor}`
      })
      sources.push(outcomes.answered > 0 ? 'replica' : 'primary')
      if (sources.length === 2) {
        await lag(LAG_MS)
        await v2('PUT', '/custom_fields/page41', { body: { name: 'New', type: 'string' } })
      }
    }

    await lag(0)
    assert.deepEqual(new Set(sources), new Set(['replica', 'primary']))
    assert.deepEqual(
      seen.filter((code) => code.startsWith('page')),
      codes.toSpliced(5, 0, 'page41'),
    )
  })
})

const countCodes = statement<{ count: string }, { client_id: string; code: string }>(
  'SELECT count(*) FROM organizations WHERE client_id = $client_id AND code = $code',
)
const rename = statement<never, { id: string; name: string }>('UPDATE clients SET name = $name WHERE id = $id')
const sleepLong = statement<{ is_over: boolean }>(`SELECT pg_sleep(1) IS NOT NULL AS is_over`)

describe('a call that only reads', () => {
  beforeEach(() => lag(0))

  test('reads what it has written, should it write', async () => {
    await lag(LAG_MS)
    const { db, doWork } = service
    const code = unique('o')

    const outcomes = await outcomesIn(service, () =>
      reading(async () => {
        await countCodes(db, { client_id: 'acme', code })
        await anOrganization({ doWork }, { code })
        assert.equal((await countCodes(db, { client_id: 'acme', code }))[0]?.count, '1')
        const rows = await db.selectFrom('organizations').selectAll().where('code', '=', code).execute()
        assert.equal(rows.length, 1)
      }),
    )

    await lag(0)
    assert.equal(outcomes.failed, 0)
  })

  test('is answered by the primary where the replica cancels its statement', async () => {
    const found = reading(() => sleepLong(service.db))
    const cancelled = await eventually(async () => {
      const rows = await replica.query(`
        SELECT pg_cancel_backend(pid) AS is_done FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1)%' AND state = 'active'
          AND pid <> pg_backend_pid()`)
      return rows.length > 0
    })

    assert.ok(cancelled)
    assert.deepEqual(await found, [{ is_over: true }])
  })

  test('writes on the primary, should it write outside of a transaction', async () => {
    const { db } = service
    const outcomes = await outcomesIn(service, async () => {
      await reading(() => rename(db, { id: 'globex', name: 'Globex One' }))
      await reading(() => db.updateTable('clients').set({ name: 'Globex Two' }).where('id', '=', 'globex').execute())
    })
    const [row] = await db.selectFrom('clients').select('name').where('id', '=', 'globex').execute()

    assert.equal(row?.name, 'Globex Two')
    assert.equal(outcomes.answered, 0)
  })
})
