import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { systemActor } from '#kernel/work.ts'
import { unique } from '#test/harness/builders.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import { flushEvents } from './outbox.ts'

type Thing = { id: string; name?: string }
const created = defineEvent<Thing>('organization.created')
const updated = defineEvent<Thing>('organization.updated')
const renamed = defineEvent<Thing>('custom_field.updated', ({ name }) => `by ${name}`)
const { db, doWork } = await startPlatform()

const eventsOf = (clientId: string) =>
  db.selectFrom('events').selectAll().where('client_id', '=', clientId).orderBy('id').execute()
const aCaller = () => ({ ...caller, client: { id: unique('client'), languages: [] } })

describe('emit', () => {
  test('writes what was emitted, with the client, the caller and the moment of the work', async () => {
    const who = aCaller()
    const thing = { id: 'o1', name: 'Été 🙂 "quoted" \\ {}' }

    const now = await doWork(who, async (work) => {
      emit(work, created, thing)
      return work.now
    })

    const [event, ...more] = await eventsOf(who.client.id)
    assert.deepEqual(more, [])
    assert.deepEqual(
      { ...event, id: '' },
      {
        client_id: who.client.id,
        id: '',
        type: 'organization.created',
        resource_id: 'o1',
        actor_type: 'application',
        actor_id: 'payroll',
        actor_name: 'Payroll',
        data: thing,
        created_at: now,
      },
    )
  })

  test('writes the system as a caller without id and name', async () => {
    const who = { ...aCaller(), actor: systemActor }

    await doWork(who, async (work) => emit(work, created, { id: 'o1' }))

    const [event] = await eventsOf(who.client.id)
    assert.deepEqual([event?.actor_type, event?.actor_id, event?.actor_name], ['system', null, null])
  })

  test('names the resource as its event says', async () => {
    const who = aCaller()

    await doWork(who, async (work) => emit(work, renamed, { id: 'o1', name: 'zoe' }))

    assert.equal((await eventsOf(who.client.id))[0]?.resource_id, 'by zoe')
  })

  test('keeps the data as it was at that time', async () => {
    const who = aCaller()

    await doWork(who, async (work) => {
      const thing = { id: 'o1', name: 'before' }
      emit(work, created, thing)
      thing.name = 'after'
    })

    assert.deepEqual((await eventsOf(who.client.id))[0]?.data, { id: 'o1', name: 'before' })
  })

  test('gives ids that ascend from work to work', async () => {
    const who = aCaller()

    for (const id of ['1', '2', '3', '4']) {
      await doWork(who, async (work) => emit(work, created, { id }))
      await untilNextMillisecond()
    }

    assert.deepEqual(
      (await eventsOf(who.client.id)).map((one) => one.resource_id),
      ['1', '2', '3', '4'],
    )
  })

  test('gives ids that ascend within one work, so that its events keep their order', async () => {
    const who = aCaller()
    const emitted = Array.from({ length: 50 }, (_, index) => String(index))

    await doWork(who, async (work) => {
      for (const id of emitted) emit(work, id === '0' ? created : updated, { id })
    })

    assert.deepEqual(
      (await eventsOf(who.client.id)).map((one) => one.resource_id),
      emitted,
    )
  })

  test('writes thousands of events in one work', async () => {
    const who = aCaller()

    await doWork(who, async (work) => {
      for (let index = 0; index < 10_000; index++) emit(work, updated, { id: String(index) })
    })

    const { count } = await db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('client_id', '=', who.client.id)
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 10_000)
  })
})

describe('flushEvents', () => {
  test('writes each event once, though called before the end of the work', async () => {
    const who = aCaller()

    await doWork(who, async (work) => {
      emit(work, created, { id: '1' })
      await flushEvents(work)
      emit(work, created, { id: '2' })
    })

    assert.deepEqual((await eventsOf(who.client.id)).map((one) => one.resource_id).toSorted(), ['1', '2'])
  })

  test('writes nothing that does not become part of the change', async () => {
    const who = aCaller()

    await assert.rejects(
      doWork(who, async (work) => {
        emit(work, created, { id: '1' })
        await flushEvents(work)
        throw new Error('later')
      }),
    )

    assert.deepEqual(await eventsOf(who.client.id), [])
  })
})

async function untilNextMillisecond(): Promise<void> {
  const now = Date.now()
  while (Date.now() <= now) await new Promise(setImmediate)
}
