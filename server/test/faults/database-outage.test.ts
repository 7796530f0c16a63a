import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { aDataset, basic, storedPaths, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { assertComplete, openLedger, settle, taken } from './callbacks/ledger.ts'
import { openCrashingServer } from './crashing-server.ts'
import { inLength } from './length.ts'
import { startSender } from './processes.ts'

const database = await openCrashingServer()
const service = await startApp()
after(database.close)

/** A call waits ten seconds for a connection, or fifteen for an answer; twice, if its credentials are looked up first. */
const WITHIN_MS = 35_000

type Answer = { statusCode: number; headers: Record<string, unknown>; json(): unknown }
type Calls = typeof CALLS extends readonly (infer Name extends string)[] ? Record<Name, () => Promise<Answer>> : never

const CALLS = ['group A reads', 'group A changes', 'with a key', 'group B', 'group C', 'the portal', 'a token'] as const

/** One call of each API group that reads, and one that changes something. */
async function callsOfEachGroup({ app, v2, as }: TestApp): Promise<Calls> {
  const datasetId = await aDataset(service)
  const employee = await anEmployee(service)
  const portal = portalCalls(service).as(`employee:${employee}`)
  await as('payroll')
  await portal('GET', '/session')
  const key = { 'x-api-key': 'acme-api-key' }
  const notes = { employee_technical_id: employee, description: 'any' }
  return {
    'group A reads': () => v2('GET', `/datasets/${datasetId}`),
    'group A changes': () =>
      v2('PUT', `/datasets/${datasetId}/values/${unique('v')}`, { body: { localized_names: [] } }),
    'with a key': () =>
      v2('POST', '/webhooks', {
        body: { name: 'any', callback_url: 'https://example.com/hook', events: ['dataset.*'] },
        headers: { 'idempotency-key': unique('key') },
      }),
    'group B': () => app.inject({ method: 'POST', url: '/api/v1/notes/employees/', headers: key, payload: notes }),
    'group C': () => app.inject({ method: 'GET', url: '/api/articles/', headers: key }),
    'the portal': () => portal('GET', '/session'),
    'a token': () =>
      app.inject({
        method: 'POST',
        url: '/api/v2/client/tokens',
        headers: {
          authorization: basic('payroll', 'payroll-secret'),
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'grant_type=client_credentials&scope=client&client_id=acme',
      }),
  }
}

async function timed(call: () => Promise<Answer>) {
  const startedAt = performance.now()
  const answer = await call()
  return { answer, ms: performance.now() - startedAt }
}

/** Every group refuses in its own words, soon, and with the time of the next try. */
async function assertRefused(calls: Partial<Calls>): Promise<void> {
  const told = await Promise.all(Object.entries(calls).map(async ([name, call]) => ({ name, ...(await timed(call)) })))
  for (const { name, answer, ms } of told) {
    assert.equal(answer.statusCode, 503, `${name}: ${JSON.stringify(answer.json())}`)
    assert.equal(answer.headers['retry-after'], '5', name)
    assert.ok(ms < WITHIN_MS, `${name}: ${ms} ms`)
    assert.match(JSON.stringify(answer.json()), /The database cannot be used at the moment\. Try again\./, name)
  }
}

async function assertAnswered(calls: Calls): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call()
    assert.ok(answer.statusCode < 300, `${name}: ${answer.statusCode} ${JSON.stringify(answer.json())}`)
  }
}

const isBack = async (call: () => Promise<Answer>) => (await call()).statusCode < 300

describe('a database that is gone', () => {
  test('killed: 503 in the words of each API, and all is well once it is back', async () => {
    const calls = await callsOfEachGroup(service)
    await assertAnswered(calls)

    await database.kill()
    await assertRefused(calls)
    await database.start()

    await assertAnswered(calls)
  })

  test('frozen: nobody waits for ever, and all is well once it answers', async () => {
    const calls = await callsOfEachGroup(service)
    await assertAnswered(calls)

    database.freeze()
    await assertRefused(calls).finally(database.thaw)

    await eventually(() => isBack(calls['group A changes']))
    await assertAnswered(calls)
  })

  test('read-only: what changes something is refused, and works again on new connections', async () => {
    const calls = await callsOfEachGroup(service)

    await database.setReadOnly(true)
    await eventually(async () => (await calls['group A changes']()).statusCode === 503)
    await assertRefused({ 'group A changes': calls['group A changes'] })
    await database.setReadOnly(false)

    await eventually(() => isBack(calls['group A changes']))
    await assertAnswered(calls)
  })
})

const OUTAGES = inLength(3, 12)

describe('a database that comes and goes under load', () => {
  test(`${OUTAGES} times: every acknowledged change is there and told, and no call fails otherwise`, async () => {
    const ledger = await openLedger(service)
    const worker = await startSender(service)
    const writing = new AbortController()
    after(() => writing.abort())
    const seen = { acknowledged: [] as string[], codes: new Map<number, number>(), slowestMs: 0 }
    const writers = [1, 2, 3].map(async (writer) => {
      for (let n = 0; !writing.signal.aborted; n += 1) {
        const path = `w${writer}n${n}`
        const put = () =>
          service.v2('PUT', `/datasets/${ledger.datasetId}/values/${path}`, { body: { localized_names: [] } })
        const { answer, ms } = await timed(put)
        seen.codes.set(answer.statusCode, (seen.codes.get(answer.statusCode) ?? 0) + 1)
        seen.slowestMs = Math.max(seen.slowestMs, ms)
        if (answer.statusCode < 300) seen.acknowledged.push(path)
        await delay(answer.statusCode === 503 ? 100 : 5)
      }
    })

    for (let outage = 0; outage < OUTAGES; outage += 1) {
      const before = seen.acknowledged.length
      await eventually(() => seen.acknowledged.length > before + 20, { withinSeconds: 60 })
      await [breakOff, freezeShortly, database.killBackend][outage % 3]?.()
    }
    const before = taken(ledger).length
    await eventually(() => taken(ledger).length > before, { withinSeconds: 65 })
    writing.abort()
    await Promise.all(writers)
    await settle(ledger, 90)
    assert.equal(await worker.end('SIGTERM'), 0)

    const stored = new Set(await storedPaths(service.db, ledger.datasetId))
    assert.deepEqual(
      [...seen.codes.keys()].filter((code) => code !== 201 && code !== 503),
      [],
    )
    assert.deepEqual(
      seen.acknowledged.filter((path) => !stored.has(path)),
      [],
    )
    assert.ok(seen.slowestMs < WITHIN_MS, `${seen.slowestMs} ms`)
    // What was taken without an answer comes again, once its lease is over.
    await assertComplete(
      ledger,
      ledger.entries.map(({ id }) => id),
    )
  })
})

async function breakOff(): Promise<void> {
  await database.kill()
  await delay(500)
  await database.start()
}

async function freezeShortly(): Promise<void> {
  database.freeze()
  await delay(17_000)
  database.thaw()
}
