import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { putValues } from '#modules/datasets/index.ts'
import type { Attempt } from '#modules/webhooks/subscriptions/schemas.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { inLength } from '#test/faults/length.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme, inEnglish } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { type Receiver, type Reply, startReceiver } from '#test/harness/features/webhooks/receiver.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { type Hostile, startHostile, startUnaccepting, TRICKS } from './hostile-receiver.ts'
import { assertComplete, type Ledger, openLedger, settle } from './ledger.ts'

const TIMEOUT_MS = inLength(2000, 15_000)
const MEGABYTE = 2 ** 20

/** What is told of the first try at each of them. */
const OUTCOMES: Record<string, string> = {
  'never accepts': 'timed_out',
  'never answers': 'timed_out',
  'stops in the midst of a header': 'timed_out',
  'drips a body': 'timed_out',
  'sends a gigabyte': '200',
  'sends a gigabyte of headers': 'protocol_error',
  'closes after the status line': 'reset',
  'resets after the status line': 'reset',
  'resets in the midst of the body': 'reset',
  'closes without a word': 'reset',
  'talks of something else': 'protocol_error',
}

type Case = { hostile: Hostile; webhookId: string; first: Attempt[]; last: Attempt[] }

const { cases, healthy, eventId, peakBytes } = await callThemAll()

describe('a receiver that', () => {
  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    test(`${name} counts as ${outcome}, and gets the same callback in the end`, () => {
      const { hostile, first, last } = cases.get(name) as Case
      // On a slow machine, or with all patience, those that fail at once are tried again meanwhile.
      assert.deepEqual(new Set(first.map(told)), new Set([outcome]))
      assert.match(told(last.at(-1) as Attempt), /^2\d\d$/)
      assert.deepEqual(new Set(last.slice(0, -1).map(told)), new Set(outcome === '200' ? [] : [outcome]))
      assert.deepEqual(hostile.ids, Array(last.length).fill(eventId))
    })
  }

  test('is well gets its callback once, beside all the others', async () => {
    await assertComplete(healthy)
  })

  test('sends without end is not listened to, and nothing of it is kept', () => {
    for (const name of ['sends a gigabyte', 'sends a gigabyte of headers']) {
      assert.ok((cases.get(name) as Case).hostile.sentBytes() < 16 * MEGABYTE, name)
    }
    assert.ok(peakBytes < 64 * MEGABYTE, `${Math.round(peakBytes / MEGABYTE)} MB`)
  })
})

/** All of them at once, beside one that is well: the time-out is waited for once. */
async function callThemAll() {
  const service = await startApp()
  const cases = new Map<string, Case>()
  for (const name of Object.keys(OUTCOMES)) cases.set(name, await aCase(service, name))
  const healthy = await openLedger(service)
  const memory = memoryWatch()
  // Each look collects all garbage twice: oftener, and a busy machine does little else.
  const watching = setInterval(memory.look, 500)
  startDispatcher(service, { outbound: impatient(service, TIMEOUT_MS) })

  const eventId = await changeOne(healthy, 'n1')
  await eventually(async () => (await allTried(service)) === cases.size, { withinSeconds: 60 })
  clearInterval(watching)
  for (const one of cases.values()) one.first = await attemptsOf(service, one.webhookId)

  for (const { hostile } of cases.values()) hostile.behave()
  service.clock.advance(40)
  await settle(healthy, 60)
  for (const one of cases.values()) one.last = await attemptsOf(service, one.webhookId)
  return { cases, healthy, eventId, peakBytes: memory.peakBytes() }
}

async function aCase(service: TestApp, name: string): Promise<Case> {
  const trick = TRICKS[name as keyof typeof TRICKS]
  const hostile = await (trick ? startHostile(trick) : startUnaccepting())
  const { id } = await aWebhook(service, { url: hostile.url, events: ['dataset_value.*'] })
  return { hostile, webhookId: id, first: [], last: [] }
}

/** The short form has less patience than a service. */
function impatient({ outbound }: TestApp, timeoutMs: number): Outbound {
  return { ...outbound, call: (request) => outbound.call({ ...request, timeoutMs }) }
}

describe('an answer of 2xx that comes after the time-out', () => {
  test('does not count: the same bytes are sent again under the same id', async () => {
    const service = await startApp()
    const { promise: tooLate, resolve: answerLate } = Promise.withResolvers<Reply>()
    const ledger = await openLedger(service, () => tooLate)
    startDispatcher(service, { outbound: impatient(service, TIMEOUT_MS) })
    const id = await changeOne(ledger, 'n1')
    await eventually(async () => (await attemptsOf(service, ledger.webhook.id)).length === 1, { withinSeconds: 30 })
    answerLate(200)

    service.clock.advance(7)
    await settle(ledger)

    const attempts = await attemptsOf(service, ledger.webhook.id)
    assert.deepEqual(attempts.map(told), ['timed_out', '200'])
    assert.deepEqual(
      ledger.entries.map((entry) => entry.id),
      [id, id],
    )
    await assertComplete(ledger, [id])
  })
})

describe('a redirect', () => {
  test('is never followed, whatever its kind', async () => {
    const service = await startApp()
    const elsewhere: Receiver = await startReceiver()
    const STATUSES = [300, 301, 302, 303, 307, 308]
    const hooks = new Map<number, string>()
    for (const status of STATUSES) {
      const answer = () => ({ status, headers: { location: elsewhere.url } })
      hooks.set(status, (await aReceivingWebhook(service, { answer, events: ['dataset_value.*'] })).webhook.id)
    }
    const ledger = await openLedger(service)
    startDispatcher(service)

    await changeOne(ledger, 'n1')
    await eventually(async () => (await allTried(service)) === STATUSES.length)

    for (const [status, webhookId] of hooks) {
      assert.deepEqual((await attemptsOf(service, webhookId)).map(told), [String(status)])
    }
    const deliveries = await service.db.selectFrom('callback_queue').select('tries').execute()
    assert.deepEqual(
      deliveries.map(({ tries }) => tries),
      STATUSES.map(() => 1),
    )
    assert.deepEqual(elsewhere.received, [])
    await elsewhere.close()
  })
})

const told = ({ outcome, status_code }: Attempt) => (status_code === null ? outcome : String(status_code))

/** Changes a value, and gives the id of its event. */
async function changeOne({ service, datasetId }: Ledger, code: string): Promise<string> {
  return service.doWork(acme, async (work) => {
    await putValues(work, datasetId, [{ code, localized_names: inEnglish(code) }])
    return work.pendingEvents[0]?.id ?? ''
  })
}

async function attemptsOf({ db }: TestApp, webhookId: string): Promise<Attempt[]> {
  const query = db.selectFrom('callback_deliveries').select('attempts').where('endpoint_id', '=', webhookId)
  return ((await query.executeTakeFirst())?.attempts ?? []) as unknown as Attempt[]
}

/** How many deliveries were tried, beside that of the ledger. */
async function allTried({ db }: TestApp): Promise<number> {
  const rows = await db.selectFrom('callback_deliveries').select('attempts').execute()
  return rows.filter(({ attempts }) => (attempts as unknown as Attempt[]).length > 0).length - 1
}
