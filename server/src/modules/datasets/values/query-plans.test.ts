import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { DoWork } from '#kernel/work.ts'
import { purgeDataset } from '#modules/datasets/jobs.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset } from '#test/harness/builders.ts'
import { deleteValue } from './delete-value.ts'
import { putValues } from './put-values.ts'

const service = await startApp()

type Step = (deps: { db: Db; doWork: DoWork }) => Promise<unknown>

async function blocksSoFar(db: Db): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ blocks: number }>`
    SELECT (heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS blocks
    FROM pg_statio_user_tables WHERE relname = 'dataset_values'`.execute(db)
  return rows[0]?.blocks ?? 0
}

/** How many blocks of values a step looks at, on one connection of its own, as a new installation would. */
async function blocksOf(step: Step): Promise<number> {
  const { db, close } = openDatabase(service.connection, { poolSize: 1 })
  try {
    const before = await blocksSoFar(db)
    await step({ db, doWork: unitOfWork({ db, clock: service.clock, insertJobs: service.jobs.insert }) })
    return (await blocksSoFar(db)) - before
  } finally {
    await close()
  }
}

/** Ten times as many values may cost each of them a little more, and not ten times as much. */
async function assertProportional(costOf: (values: number) => Promise<number>): Promise<void> {
  const few = (await costOf(200)) / 200
  const many = (await costOf(2000)) / 2000
  assert.ok(many < few * 2, `${few} blocks for each of 200 values, ${many} for each of 2000`)
}

const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ code: `${prefix}${index}`, localized_names: [] }))

async function keyOf(id: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM datasets WHERE id = ${id}`.execute(service.db)
  return rows[0]?.key ?? assert.fail('no such data set')
}

describe('the work on many values grows with their number, also on a database that was never analyzed', () => {
  test('when they are put below one parent', async () => {
    await assertProportional(async (count) => {
      const id = await aDataset(service, { values: ['p'] })
      return blocksOf(({ doWork }) => doWork(acme, (work) => putValues(work, id, named(count, 'p.'))))
    })
  })

  test('when a value is deleted with its children', async () => {
    await assertProportional(async (count) => {
      const id = await aDataset(service, { values: ['p'] })
      await service.doWork(acme, (work) => putValues(work, id, named(count, 'p.')))
      return blocksOf(({ doWork }) => doWork(acme, (work) => deleteValue(work, id, 'p')))
    })
  })

  test('when a deleted data set is purged', async () => {
    await assertProportional(async (count) => {
      const id = await aDataset(service)
      await service.doWork(acme, (work) => putValues(work, id, named(count, 'r')))
      const data = { client_id: 'acme', dataset_key: await keyOf(id) }
      await service.v2('DELETE', `/datasets/${id}`)
      const { signal } = new AbortController()
      return blocksOf(({ db, doWork }) => purgeDataset.run(data, { ...service, db, doWork, signal }))
    })
  })
})
