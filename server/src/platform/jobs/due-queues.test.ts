import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type pg from 'pg'
import { type AnyJob, defineJob } from '#kernel/jobs.ts'
import { openLog } from '#platform/log.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import { enqueue } from './define-job.ts'
import { watchQueues } from './due-queues.ts'

const jobs: AnyJob[] = Array.from({ length: 40 }, () => defineJob(unique('test.job'), async () => {}))
const names = jobs.map(({ name }) => name)
const { pool, doWork } = await startPlatform(jobs)
const log = openLog('silent')

describe('a worker process', () => {
  test('asks for all queues in one query', async () => {
    let queries = 0
    const counting = {
      query(...given: Parameters<pg.Pool['query']>) {
        queries += 1
        return pool.query(...given)
      },
    }
    const woken: string[] = []
    const watched = watchQueues(counting as unknown as pg.Pool, names, (name) => woken.push(name), log)
    const [due, later] = jobs as [AnyJob, AnyJob]

    await doWork(caller, async (work) => {
      enqueue(work, due, {})
      enqueue(work, later, {}, new Date(Date.now() + 3_600_000))
    })
    const before = queries
    await eventually(() => woken.length >= 2)

    assert.deepEqual([...new Set(woken)], [due.name])
    // The one in flight when the job was stored may have missed it.
    assert.ok(queries - before <= 1 + woken.length, `${queries - before} queries`)
    await watched.stop()
  })

  test('keeps asking when the database refuses, and no more once it is stopped', async () => {
    let queries = 0
    const refusing = {
      query() {
        queries += 1
        return Promise.reject(new Error('the database is starting up'))
      },
    }
    const watched = watchQueues(refusing as unknown as pg.Pool, names, () => {}, log)
    await eventually(() => queries >= 2)

    await watched.stop()

    const asked = queries
    await new Promise((resolve) => setTimeout(resolve, 600))
    assert.equal(queries, asked)
  })
})
