import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EventName } from '#kernel/events/catalogue.ts'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { unique } from '#test/harness/builders.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import { forgetSubscriber, outboxDepth, subscribe, takeEvents, unsubscribe, wantedEvents } from './subscriptions.ts'

const { db, doWork } = await startPlatform()
type Who = ReturnType<typeof aCaller>
type HandedOut = { client_id: string; subscriber_id: string; event_id: string; type: string }

const takeSome = statement<HandedOut, { limit: number }>(`
  WITH ${takeEvents({ isOfClient: false })} SELECT client_id, subscriber_id, event_id, type FROM handed_out ORDER BY event_id`)
const take = (from: Db = db, most = 500) => takeSome(from, { limit: most })

function aCaller() {
  return { ...caller, client: { id: unique('client'), languages: [] } }
}
const emitIn = (work: Work, type: EventName) => emit(work, defineEvent<{ id: string }>(type), { id: 'thing' }).id
const tell = (who: Who, ...types: EventName[]) => doWork(who, async (work) => types.map((type) => emitIn(work, type)))

async function aSubscriber(who: Who, ...patterns: string[]): Promise<string> {
  const id = randomUUID()
  await doWork(who, ({ tx, client }) => subscribe(tx, client, id, patterns))
  return id
}
const end = (who: Who, id: string) => doWork(who, ({ tx, client }) => unsubscribe(tx, client, id))

async function inOutbox({ client }: Who): Promise<string[]> {
  const rows = await db
    .selectFrom('event_outbox')
    .select('event_id')
    .where('client_id', '=', client.id)
    .orderBy('event_id')
    .execute()
  return rows.map((one) => one.event_id)
}
/** The events of what was handed out to a subscriber. */
const ofSubscriber = (handedOut: HandedOut[], id: string) =>
  handedOut.filter((one) => one.subscriber_id === id).map((one) => one.event_id)

/** A work that has begun, and ends when it is told to. */
async function openWork(who: Who) {
  const begun = Promise.withResolvers<Work>()
  const go = Promise.withResolvers<'commit' | 'roll back'>()
  const ended = doWork(who, async (work) => {
    await sql`SELECT 1`.execute(work.tx)
    begun.resolve(work)
    if ((await go.promise) === 'roll back') throw new Error('rolled back')
  })
  return {
    work: await begun.promise,
    async commit() {
      go.resolve('commit')
      await ended
    },
    async rollBack() {
      go.resolve('roll back')
      await assert.rejects(ended, /rolled back/)
    },
  }
}

describe('who gets an event', () => {
  const cases: [string[], EventName[]][] = [
    [['*'], ['organization.created', 'organization.updated', 'organization_group.created', 'role.created']],
    [['organization.*'], ['organization.created', 'organization.updated']],
    [['organization.updated'], ['organization.updated']],
    [
      ['role.created', 'organization_group.*'],
      ['organization_group.created', 'role.created'],
    ],
    [['vault_link.*'], []],
  ]
  for (const [patterns, expected] of cases) {
    test(`${patterns.join(' and ')}: ${expected.join(', ') || 'none of these'}`, async () => {
      const who = aCaller()
      const id = await aSubscriber(who, ...patterns)
      await tell(who, 'organization.created', 'organization.updated', 'organization_group.created', 'role.created')

      const handedOut = await take()

      assert.deepEqual(
        handedOut.map((one) => [one.client_id, one.subscriber_id, one.type]),
        expected.map((type) => [who.client.id, id, type]),
      )
    })
  }

  test('it is handed out once to whom several patterns name it', async () => {
    const who = aCaller()
    await aSubscriber(who, '*', 'role.*', 'role.created')
    const [event] = await tell(who, 'role.created')

    assert.deepEqual(
      (await take()).map((one) => one.event_id),
      [event],
    )
  })

  test('each subscriber of its client gets it, and none of another client', async () => {
    const who = aCaller()
    const other = aCaller()
    const ids = [await aSubscriber(who, '*'), await aSubscriber(who, 'role.*')]
    await aSubscriber(other, '*')
    await tell(who, 'role.created')

    assert.deepEqual((await take()).map((one) => one.subscriber_id).toSorted(), ids.toSorted())
  })

  test('nobody who subscribed after it was written', async () => {
    const who = aCaller()
    const early = await aSubscriber(who, '*')
    const [before] = await tell(who, 'role.created')
    const late = await aSubscriber(who, '*')
    const [after] = await tell(who, 'role.created')

    const handedOut = await take()

    assert.deepEqual(ofSubscriber(handedOut, early), [before, after])
    assert.deepEqual(ofSubscriber(handedOut, late), [after])
  })

  test('the subscriber of the same work', async () => {
    const who = aCaller()
    const id = randomUUID()

    const event = await doWork(who, async (work) => {
      await subscribe(work.tx, work.client, id, ['role.*'])
      return emitIn(work, 'role.created')
    })

    assert.deepEqual(ofSubscriber(await take(), id), [event])
  })

  test('who has ended, as long as it was written before', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    const witness = await aSubscriber(who, '*')
    const [before] = await tell(who, 'role.created')
    await end(who, id)
    const [after] = await tell(who, 'role.created')

    const handedOut = await take()

    assert.deepEqual(ofSubscriber(handedOut, id), [before])
    assert.deepEqual(ofSubscriber(handedOut, witness), [before, after])
  })

  test('who ended and began again, but for what came in between', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    await aSubscriber(who, '*')
    await end(who, id)
    await tell(who, 'role.created')
    await doWork(who, ({ tx, client }) => subscribe(tx, client, id, ['*']))
    const [after] = await tell(who, 'role.updated')

    assert.deepEqual(ofSubscriber(await take(), id), [after])
  })

  test('who ended and began again, with what was written before it ended', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    const [before] = await tell(who, 'role.created')
    await end(who, id)
    await doWork(who, ({ tx, client }) => subscribe(tx, client, id, ['*']))

    assert.deepEqual(ofSubscriber(await take(), id), [before])
  })

  test('who had named it when it was written, though other patterns are named by now', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, 'role.*')
    const [role] = await tell(who, 'role.created', 'user.created')
    await doWork(who, ({ tx, client }) => subscribe(tx, client, id, ['user.*']))
    const [, user] = await tell(who, 'role.updated', 'user.updated')

    assert.deepEqual(ofSubscriber(await take(), id), [role, user])
  })

  test('once, who names it before and after a change of the patterns, also within one work', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, 'role.*')
    const events = await doWork(who, async (work) => {
      const emitted = [emitIn(work, 'role.created')]
      await subscribe(work.tx, work.client, id, ['role.created', 'user.*'])
      await unsubscribe(work.tx, work.client, id)
      await subscribe(work.tx, work.client, id, ['*'])
      return [...emitted, emitIn(work, 'user.created')]
    })
    await doWork(who, ({ tx, client }) => subscribe(tx, client, id, ['*', 'role.*']))
    events.push(...(await tell(who, 'role.updated')))

    assert.deepEqual(ofSubscriber(await take(), id), events)
  })

  test('nobody who was forgotten', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    const witness = await aSubscriber(who, '*')
    const [event] = await tell(who, 'role.created')
    await doWork(who, ({ tx, client }) => forgetSubscriber(tx, client, id))

    assert.deepEqual(
      (await take()).map((one) => [one.subscriber_id, one.event_id]),
      [[witness, event]],
    )
  })

  test('a change that rolls back changes no subscription', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    for (const change of [unsubscribe, forgetSubscriber]) {
      await assert.rejects(
        doWork(who, async ({ tx, client }) => {
          await change(tx, client, id)
          throw new Error('rolled back')
        }),
      )
    }
    const [event] = await tell(who, 'role.created')

    assert.deepEqual(ofSubscriber(await take(), id), [event])
  })
})

describe('works that overlap', () => {
  test('an event is handed out though a later one was handed out before it was committed', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    const open = await openWork(who)
    const early = emitIn(open.work, 'role.created')
    const [late] = await tell(who, 'role.updated')

    assert.deepEqual(ofSubscriber(await take(), id), [late])
    await open.commit()

    assert.ok(early < String(late))
    assert.deepEqual(ofSubscriber(await take(), id), [early])
  })

  test('none is lost nor doubled when many works of all lengths end while others take', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    let isOver = false
    const taken: HandedOut[] = []
    const taker = (async () => {
      while (!isOver) taken.push(...(await take(db, 7)))
    })()

    const emitted = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        doWork(who, async (work) => {
          const event = emitIn(work, 'role.created')
          await sql`SELECT 1`.execute(work.tx)
          await wait((index * 7) % 40)
          return event
        }),
      ),
    )
    isOver = true
    await taker
    taken.push(...(await take()))

    assert.deepEqual(ofSubscriber(taken, id).toSorted(), emitted.toSorted())
  })

  test('one that began before the subscription did is not for it, though it ends later', async () => {
    const who = aCaller()
    await aSubscriber(who, '*')
    const open = await openWork(who)
    await wait(2)
    const id = await aSubscriber(who, '*')
    emitIn(open.work, 'role.created')
    await open.commit()

    assert.deepEqual(ofSubscriber(await take(), id), [])
  })

  test('one that began before the subscription ended is for it, though it ends later', async () => {
    const who = aCaller()
    const [id] = [await aSubscriber(who, '*'), await aSubscriber(who, '*')]
    const open = await openWork(who)
    await wait(2)
    await end(who, id)
    const event = emitIn(open.work, 'role.created')
    await open.commit()

    assert.deepEqual(ofSubscriber(await take(), id), [event])
  })
})

describe('the outbox', () => {
  test('takes no event of a client that nobody has subscribed to', async () => {
    const who = aCaller()
    const other = aCaller()
    await aSubscriber(other, '*')

    await tell(who, 'role.created')
    await tell(who, 'role.created', 'role.updated')

    assert.deepEqual(await inOutbox(who), [])
  })

  test('takes none once the last subscription has ended, and again when one begins', async () => {
    const who = aCaller()
    const id = await aSubscriber(who, '*')
    await end(who, id)
    await tell(who, 'role.created')
    assert.deepEqual(await inOutbox(who), [])

    await doWork(who, ({ tx, client }) => subscribe(tx, client, id, ['*']))
    const events = await tell(who, 'role.created', 'role.updated')

    assert.deepEqual(await inOutbox(who), events)
    await take()
  })

  test('holds nothing of a work that rolled back', async () => {
    const who = aCaller()
    await aSubscriber(who, '*')
    const open = await openWork(who)
    emitIn(open.work, 'role.created')
    await open.rollBack()

    assert.deepEqual(await inOutbox(who), [])
  })

  test('loses what was taken, also what nobody wanted', async () => {
    const who = aCaller()
    await aSubscriber(who, 'user.*')
    await tell(who, 'role.created', 'user.created')

    assert.equal((await take()).length, 1)

    assert.deepEqual(await inOutbox(who), [])
    assert.deepEqual(await take(), [])
  })

  test('knows how many events wait, and since when', async () => {
    assert.deepEqual(await outboxDepth(db, 1000), { waiting: 0, oldest: null })
    const who = aCaller()
    await aSubscriber(who, '*')
    await tell(who, 'role.created', 'role.updated')

    const { waiting, oldest } = await outboxDepth(db, 1000)

    assert.equal(waiting, 2)
    assert.ok(oldest && Math.abs(oldest.getTime() - Date.now()) < 60_000)
    await take()
  })
})

describe('taking events', () => {
  test('the clients take turns, each with its oldest first', async () => {
    const busy = [aCaller(), aCaller()]
    const quiet = aCaller()
    for (const who of [...busy, quiet]) await aSubscriber(who, '*')
    const many = await Promise.all(busy.map((who) => tell(who, ...Array(50).fill('role.created'))))
    const few = await tell(quiet, 'role.created', 'role.updated')

    const taken = await take(db, 12)

    const eventsOf = ({ client }: Who) => taken.filter((one) => one.client_id === client.id).map((one) => one.event_id)
    assert.deepEqual(eventsOf(quiet), few)
    busy.forEach((who, index) => {
      assert.deepEqual(eventsOf(who), many[index]?.slice(0, 5))
    })
    assert.equal((await take()).length, 90)
  })

  test('what one is taking is left to it by others, and comes back should it fail', async () => {
    const who = aCaller()
    await aSubscriber(who, '*')
    const events = await tell(who, ...Array(10).fill('role.created'))
    const first = await openWork(who)

    assert.deepEqual(
      (await take(first.work.tx, 6)).map((one) => one.event_id),
      events.slice(0, 6),
    )
    assert.deepEqual(
      (await take()).map((one) => one.event_id),
      events.slice(6),
    )
    await first.rollBack()

    assert.deepEqual(
      (await take()).map((one) => one.event_id),
      events.slice(0, 6),
    )
  })

  test('many at once take each event once', async () => {
    const callers = [aCaller(), aCaller(), aCaller()]
    for (const who of callers) await aSubscriber(who, '*')
    const events = (await Promise.all(callers.map((who) => tell(who, ...Array(100).fill('role.created'))))).flat()

    const taken: string[] = []
    const takeAll = async () => {
      while ((await outboxDepth(db, 1000)).waiting > 0) taken.push(...(await take(db, 20)).map((one) => one.event_id))
    }
    await Promise.all([takeAll(), takeAll(), takeAll(), takeAll()])

    assert.deepEqual(taken.toSorted(), events.toSorted())
  })
})

describe('wantedEvents', () => {
  const asked: EventName[] = [
    'organization.created',
    'organization.updated',
    'organization_group.created',
    'role.created',
  ]
  const cases: [string[][], EventName[]][] = [
    [[], []],
    [[['*']], asked],
    [[['organization.*']], ['organization.created', 'organization.updated']],
    [[['organization.updated']], ['organization.updated']],
    [
      [['role.*'], ['organization.created', 'role.created']],
      ['organization.created', 'role.created'],
    ],
    [[['vault_link.*', 'organization.deleted']], []],
  ]
  for (const [subscriptions, wanted] of cases) {
    test(`are ${wanted.join(', ') || 'none'} for subscriptions to ${JSON.stringify(subscriptions)}`, async () => {
      const who = aCaller()
      for (const patterns of subscriptions) await aSubscriber(who, ...patterns)

      assert.deepEqual(await wantedEvents(db, who.client, asked), new Set(wanted))
    })
  }

  test('are none of those that another client subscribed to, or that are not asked for', async () => {
    const who = aCaller()
    const other = aCaller()
    await aSubscriber(other, '*')
    await aSubscriber(who, 'role.created')

    assert.deepEqual(await wantedEvents(db, who.client, asked), new Set(['role.created']))
    assert.deepEqual(await wantedEvents(db, other.client, []), new Set())
  })

  test('are no longer wanted when the subscription has changed, has ended or is forgotten', async () => {
    const who = aCaller()
    const changed = await aSubscriber(who, 'organization.*')
    const ended = await aSubscriber(who, 'role.*')
    const forgotten = await aSubscriber(who, 'organization_group.*')

    await doWork(who, ({ tx, client }) => subscribe(tx, client, changed, ['organization.updated']))
    await end(who, ended)
    await doWork(who, ({ tx, client }) => forgetSubscriber(tx, client, forgotten))

    assert.deepEqual(await wantedEvents(db, who.client, asked), new Set(['organization.updated']))
  })

  test('are seen within the transaction that subscribes', async () => {
    const who = aCaller()

    const wanted = await doWork(who, async ({ tx, client }) => {
      await subscribe(tx, client, randomUUID(), ['role.*'])
      return wantedEvents(tx, client, asked)
    })

    assert.deepEqual(wanted, new Set(['role.created']))
  })
})
