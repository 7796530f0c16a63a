import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  advanceTo,
  anOwner,
  aReceiver,
  aReceivingHook,
  deliveriesAt,
  emitEvents,
  endpointAt,
  idsOf,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import type { Reply } from '#test/harness/features/webhooks/receiver.ts'

const { service, dispatch } = await startSending()
// Only a test moves it on: a slow machine takes longer than the pause before a retry.
service.clock.stop()
dispatch()

/** Decisions 5.6, in seconds. */
const WAITS = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
const DAY = 86_400

const first = <T>(list: T[]): T => list[0] ?? assert.fail('it is empty')

/** How many seconds there are between the last attempt of the one delivery to an endpoint and the next. */
async function waitOf(endpointId: string): Promise<number> {
  const delivery = await deliveriesAt(service, endpointId)
  const waiting = await waitingAt(service, endpointId)
  const last = first(delivery).attempts.at(-1) ?? assert.fail('there was no attempt')
  const answeredAt = Date.parse(last.attempted_at) + last.duration_ms
  return (first(waiting).due_at.getTime() - answeredAt) / 1000
}

/** A webhook whose endpoint answers so, after its first callback. */
async function afterOneCallback(answer: () => Reply) {
  const owner = await anOwner(service)
  const { receiver, webhook } = await aReceivingHook(service, owner, { answer })
  await emitEvents(service, owner)
  await eventually(() => receiver.received.length === 1)
  await untilQuiet(service)
  return { receiver, webhook, owner }
}

function assertBetween(value: number, least: number, most: number): void {
  assert.ok(value >= least && value <= most, `${value} is not between ${least} and ${most}`)
}

describe('an endpoint that always fails', () => {
  test('gets eleven attempts, each as long after the last as the table says, and then the delivery has failed', async () => {
    const owner = await anOwner(service)
    const hooks = await Promise.all(
      Array.from({ length: 8 }, () => aReceivingHook(service, owner, { answer: () => 500 })),
    )
    const [event] = await emitEvents(service, owner)

    const waits: number[] = []
    for (const [index, expected] of WAITS.entries()) {
      await eventually(() => hooks.every(({ receiver }) => receiver.received.length === index + 1))
      await untilQuiet(service)
      for (const { webhook } of hooks) {
        const seconds = await waitOf(webhook.id)
        // A duration and a moment come from two clocks, which drift apart when the machine corrects one of them.
        assertBetween(seconds, expected * 0.8 - 0.5, expected * 1.2 + 1)
        assert.equal(first(await waitingAt(service, webhook.id)).tries, index + 1)
        waits.push(seconds / expected)
      }
      const dueAt = await Promise.all(
        hooks.map(async ({ webhook }) => first(await waitingAt(service, webhook.id)).due_at),
      )
      advanceTo(service, new Date(Math.max(...dueAt.map(Number))))
    }
    await eventually(() => hooks.every(({ receiver }) => receiver.received.length === 11))
    await untilQuiet(service)

    assert.ok(Math.max(...waits) - Math.min(...waits) > 0.1, 'they are spread')
    service.clock.advance(3 * DAY)
    await new Promise((done) => setTimeout(done, 600))
    for (const { receiver, webhook } of hooks) {
      const delivery = first(await deliveriesAt(service, webhook.id))
      assert.ok(delivery.failed_at && !delivery.succeeded_at)
      assert.equal(delivery.attempts.length, 11)
      assert.deepEqual(await waitingAt(service, webhook.id), [])
      assert.deepEqual(new Set(idsOf(receiver)), new Set([event]))
      assert.equal(receiver.received.length, 11)
    }
  })

  test('is not tried before the time, and has succeeded as soon as it answers well', async () => {
    const answers = [500, 204]
    const { receiver, webhook } = await afterOneCallback(() => answers.shift() ?? 500)
    service.clock.advance(3)
    await new Promise((done) => setTimeout(done, 600))
    assert.equal(receiver.received.length, 1)

    advanceTo(service, first(await waitingAt(service, webhook.id)).due_at)
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)

    const delivery = first(await deliveriesAt(service, webhook.id))
    assert.ok(delivery.succeeded_at && !delivery.failed_at)
    assert.deepEqual(
      delivery.attempts.map((one) => one.status_code),
      [500, 204],
    )
    assert.deepEqual(await waitingAt(service, webhook.id), [])
  })
})

describe('Retry-After', () => {
  const dateIn = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000).toUTCString()
  const cases: [string, number, () => string, least: number, most: number][] = [
    ['seconds on 429 are waited', 429, () => '120', 119, 121],
    ['seconds on 503 are waited', 503, () => '3600', 3599, 3601],
    ['a date is waited for', 503, () => dateIn(600), 590, 601],
    ['more than a day is a day', 429, () => '999999999999', DAY - 1, DAY + 1],
    ['a date beyond a day is a day', 429, () => dateIn(90 * DAY), DAY - 1, DAY + 1],
    ['less than the table says changes nothing', 429, () => '1', 4, 7],
    ['a date that has passed changes nothing', 503, () => dateIn(-600), 4, 7],
    ['words change nothing', 429, () => 'soon', 4, 7],
    ['a negative number changes nothing', 503, () => '-30', 4, 7],
    ['no word changes nothing', 429, () => '', 4, 7],
    ['on 500 it changes nothing', 500, () => '120', 4, 7],
    ['on 404 it changes nothing', 404, () => '120', 4, 7],
  ]
  for (const [what, status, header, least, most] of cases) {
    test(what, async () => {
      const { webhook } = await afterOneCallback(() => ({ status, headers: { 'retry-after': header() } }))

      assertBetween(await waitOf(webhook.id), least, most)
      assert.equal(first(await waitingAt(service, webhook.id)).tries, 1)
    })
  }
})

describe('answers', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    test(`${status} is success`, async () => {
      const { webhook } = await afterOneCallback(() => status)

      const delivery = first(await deliveriesAt(service, webhook.id))
      assert.ok(delivery.succeeded_at && !delivery.failed_at)
      assert.equal(delivery.attempts[0]?.status_code, status)
    })
  }

  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is a failure, and is not followed`, async () => {
      const elsewhere = await aReceiver()
      const { webhook } = await afterOneCallback(() => ({ status, headers: { location: elsewhere.url } }))

      assert.deepEqual(elsewhere.received, [])
      assertBetween(await waitOf(webhook.id), 4, 7)
      assert.equal(first(await deliveriesAt(service, webhook.id)).attempts[0]?.status_code, status)
    })
  }

  for (const status of [400, 401, 404, 500, 503]) {
    test(`${status} is tried again`, async () => {
      const { webhook } = await afterOneCallback(() => status)

      assertBetween(await waitOf(webhook.id), 4, 7)
    })
  }
})

describe('what is not the endpoint’s fault', () => {
  test('a key that cannot be read uses up no try, and is sent a minute after it can be', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    const key = sql<{ sealed_key: string }>`SELECT sealed_key FROM callback_endpoints WHERE id = ${webhook.id}`
    const sealed = first((await key.execute(service.db)).rows).sealed_key
    const setKey = (text: string) =>
      sql`UPDATE callback_endpoints SET sealed_key = ${text} WHERE id = ${webhook.id}`.execute(service.db)
    await setKey(Buffer.alloc(60).toString('base64'))
    const [event] = await emitEvents(service, owner)
    await eventually(() =>
      service.logged.some((line) => line.includes('webhook.not_sent') && line.includes(`${event}`)),
    )
    await untilQuiet(service)

    const waiting = first(await waitingAt(service, webhook.id))
    assert.deepEqual([waiting.tries, waiting.is_retry], [0, false])
    assertBetween((waiting.due_at.getTime() - service.clock.now().getTime()) / 1000, 40, 60)
    assert.deepEqual(first(await deliveriesAt(service, webhook.id)).attempts, [])
    assert.equal((await endpointAt(service, webhook.id)).failures_in_row, 0)

    await setKey(sealed)
    service.clock.advance(61)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)
    assert.equal(first(await deliveriesAt(service, webhook.id)).attempts.length, 1)
  })

  test('one that cannot be sent keeps no other waiting', async () => {
    const owner = await anOwner(service)
    const broken = await aReceivingHook(service, owner)
    const healthy = await aReceivingHook(service, owner)
    await sql`UPDATE callback_endpoints SET sealed_key = 'nonsense' WHERE id = ${broken.webhook.id}`.execute(service.db)

    const events = await emitEvents(service, owner, { count: 30 })
    await eventually(() => healthy.receiver.received.length === 30)
    await untilQuiet(service)

    assert.deepEqual(idsOf(healthy.receiver).toSorted(), events)
    assert.deepEqual(idsOf(broken.receiver), [])
    assert.deepEqual(
      (await waitingAt(service, broken.webhook.id)).map((one) => one.tries),
      Array(30).fill(0),
    )
  })
})

describe('an address that is not allowed', () => {
  test('is never called, though the webhook was saved, and that is a failure like others', async (t) => {
    const { service: strict, dispatch: dispatchStrictly } = await startSending()
    const outbound = openOutbound({ allowPrivate: false })
    t.after(() => outbound.close())
    const owner = await anOwner(strict)
    const { receiver, webhook } = await aReceivingHook(strict, owner)
    await emitEvents(strict, owner)
    dispatchStrictly({ outbound })

    const delivery = await eventually(async () =>
      (await deliveriesAt(strict, webhook.id)).find((one) => one.attempts.length === 1),
    )

    assert.deepEqual([delivery.attempts[0]?.outcome, delivery.attempts[0]?.response_body], ['private_address', null])
    assert.deepEqual(receiver.received, [])
    assert.equal(first(await waitingAt(strict, webhook.id)).tries, 1)
  })
})
