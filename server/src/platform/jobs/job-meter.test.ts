import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Registry } from 'prom-client'
import { openLog } from '#platform/log.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { caller, startPlatform } from '#test/harness/platform.ts'
import { defineJob, enqueue } from './define-job.ts'
import { openJobMeter } from './job-meter.ts'
import { openJobQueue } from './job-queue.ts'

describe('runs of jobs', () => {
  test('are counted and timed by outcome, with the moment of the last success', async (t) => {
    let runs = 0
    const job = defineJob<object, object>(unique('test.metered'), async () => {
      runs += 1
      if (runs === 1) throw new Error('not yet')
    })
    const { pool, doWork } = await startPlatform([job])
    const registry = new Registry()
    const options = { isWorker: true, log: openLog('silent'), meter: openJobMeter(registry) }
    const queue = await openJobQueue(pool, [job], options)
    t.after(() => queue.stop(1))
    const startedAt = Date.now() / 1000
    await doWork(caller, async (work) => enqueue(work, job, {}))

    await queue.work({})

    const count = (outcome: string) => `dossier_job_duration_seconds_count{job="${job.name}",outcome="${outcome}"} 1`
    await eventually(async () => (await registry.metrics()).includes(count('completed')))
    const text = await registry.metrics()
    assert.ok(text.includes(count('failed')))
    const last = new RegExp(`dossier_job_last_success_timestamp_seconds\\{job="${job.name}"\\} (\\S+)`).exec(text)?.[1]
    assert.ok(Number(last) >= startedAt && Number(last) <= Date.now() / 1000)
  })
})
