import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { defineJob } from '#kernel/jobs.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { caller, startPlatform, startWorker } from '#test/harness/platform.ts'
import { inLength } from './length.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/hang-in-job.ts')

/** The shortest that the queue takes; the long form has the service's own. */
const SUPERVISION = inLength({ heartbeatSeconds: 10, roundSeconds: 1 }, undefined)
/** Longer than a worker that does not give a sign of life would keep its job. */
const LONG_JOB_MS = inLength(13_000, 23_000)

// Both wait for the heartbeat of a worker; side by side they take the time of one.
describe('the job of a worker', { concurrency: true }, () => {
  test('that was killed runs again within 30 seconds', async (t) => {
    let runs = 0
    const job = defineJob(unique('test.crash'), async () => {
      runs++
    })
    const { connection, doWork, queue } = await startPlatform([job], SUPERVISION)
    await doWork(caller, async (work) => enqueue(work, job, {}))
    const child = spawn(
      process.execPath,
      [SCRIPT, JSON.stringify(connection), job.name, JSON.stringify(SUPERVISION ?? null)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    t.after(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    const unfinished = async () => (await queue.health()).map(({ waiting, active }) => [waiting, active])
    assert.deepEqual(await unfinished(), [[0, 1]])

    child.kill('SIGKILL')
    await once(child, 'close')
    const killedAt = performance.now()
    const second = await startWorker(connection, [job], SUPERVISION)
    t.after(() => second.stop())

    await eventually(() => runs > 0, { withinSeconds: 45, everyMs: 100 })
    assert.ok(performance.now() - killedAt < 30_000, `after ${Math.round(performance.now() - killedAt)} ms`)
    await eventually(async () => isDeepStrictEqual(await unfinished(), [[0, 0]]))
    assert.equal(runs, 1)
  })

  test('that lives is left to it, however long it takes', async (t) => {
    let runs = 0
    const job = defineJob(unique('test.long'), async () => {
      runs++
      await wait(LONG_JOB_MS)
    })
    const { connection, doWork, queue } = await startPlatform([job], SUPERVISION)
    await doWork(caller, async (work) => enqueue(work, job, {}))

    const workers = await Promise.all([
      startWorker(connection, [job], SUPERVISION),
      startWorker(connection, [job], SUPERVISION),
    ])
    t.after(() => Promise.all(workers.map((worker) => worker.stop())))

    const isDone = async () => (await queue.health()).every(({ waiting, active }) => waiting + active === 0)
    await eventually(async () => runs > 0 && (await isDone()), { withinSeconds: 40, everyMs: 200 })
    assert.equal(runs, 1)
  })
})
