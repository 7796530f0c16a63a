import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import { listPartitions } from '#platform/db/partitions/partitions.ts'
import { momentOf } from '#platform/uuid.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { EVENTS, partitionEvents } from './jobs.ts'
import { listEvents } from './list-events.ts'

const DAY_SECONDS = 86_400
const service = await startApp()
const { db, clock, doWork } = service
const updated = defineEvent<{ id: string }>('employee.updated')

const run = (changes: Pick<JobContext, 'eventRetentionDays'> = {}) =>
  partitionEvents.run({}, { ...service, ...changes, signal: new AbortController().signal } as unknown as JobContext)
const emitOne = (id: string) => doWork(acme, async (work) => emit(work, updated, { id }).id)

/** Whose events these are, the oldest first. Not by a call: the clock is far beyond the life of any token. */
async function listed(): Promise<string[]> {
  const reader = { actor: acme.actor, permissions: ['*'] }
  const { rows } = await listEvents(db, acme.client, { reader, query: { type: 'employee.updated' } }, { perPage: 20 })
  return rows.map((one) => one.resource_id).toReversed()
}

describe('the partitions of events', () => {
  test('are made a quarter ahead, and events are found across them', async () => {
    await emitOne('first')
    clock.advance(200 * DAY_SECONDS)
    await run()
    await emitOne('second')
    clock.advance(100 * DAY_SECONDS)
    await run()
    await emitOne('third')

    const partitions = await listPartitions(db, EVENTS)
    const ends = partitions.map(({ from }) => (from ? momentOf(from).getTime() : 0))
    assert.ok((ends.at(-1) ?? 0) > clock.now().getTime() + 90 * DAY_SECONDS * 1000)
    assert.deepEqual(await listed(), ['first', 'second', 'third'])
  })

  test('stay for ever, unless it is said how long', async () => {
    await emitOne('old')
    clock.advance(500 * DAY_SECONDS)
    await emitOne('young')

    await run()
    assert.deepEqual(await listed(), ['first', 'second', 'third', 'old', 'young'])
    await run({ eventRetentionDays: 100 })

    assert.deepEqual(await listed(), ['young'])
  })
})
