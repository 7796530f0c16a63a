import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnyJob, defineJob, type JobDefinition } from '#kernel/jobs.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/db.ts'
import { openLog } from '#platform/log.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { testBlobs } from '#test/harness/files/blobs.ts'
import { testKeyring } from '#test/harness/keyring.ts'
import { testMail } from '#test/harness/mail/test-mail.ts'
import { caller, startPlatform, startWorker } from '#test/harness/platform.ts'
import { enqueue } from './define-job.ts'
import { DEPTHS, openJobQueue } from './job-queue.ts'

type Run = JobDefinition<{ n: number }>['run']
const { connection, pool, queue, doWork } = await startPlatform()

/** A job with a queue of its own, so that no test sees the jobs of another. */
async function aJob(run: Run, options: Parameters<typeof defineJob>[2] = {}) {
  const job = defineJob<{ n: number }>(unique('test.job'), run, options)
  const opened = await openJobQueue(pool, [job], { isWorker: false, log: openLog('silent') })
  await opened.stop(0)
  return job
}
async function workerFor(t: TestContext, ...jobs: AnyJob[]) {
  const worker = await startWorker(connection, jobs)
  let isStopped = false
  const stop = async (graceSeconds?: number) => {
    if (!isStopped) await worker.stop(graceSeconds)
    isStopped = true
  }
  t.after(() => stop())
  return { stop }
}
const put = (job: JobDefinition<{ n: number }>, n = 1, startAt: Date | null = null) =>
  doWork(caller, async (work) => enqueue(work, job, { n }, startAt))
async function jobsOf({ name }: AnyJob) {
  const { rows } = await pool.query('SELECT state, retry_count, data FROM jobs.job WHERE name = $1', [name])
  return rows as { state: string; retry_count: number; data: { n: number } }[]
}

describe('a job', () => {
  test('of a work that rolls back never exists', async () => {
    const job = await aJob(async () => {})

    await assert.rejects(
      doWork(caller, async (work) => {
        enqueue(work, job, { n: 1 })
        throw new Error('rolled back')
      }),
    )

    assert.deepEqual(await jobsOf(job), [])
  })

  test('of a work that commits runs once with its data', async (t) => {
    const seen: number[] = []
    const job = await aJob(async ({ n }) => void seen.push(n))
    await put(job, 7)

    await workerFor(t, job)

    await eventually(async () => (await jobsOf(job))[0]?.state === 'completed')
    assert.deepEqual(seen, [7])
  })

  test('has a database, a clock and works of its own', async (t) => {
    const job = await aJob(async (_data, { db, doWork: work, clock }) => {
      await db.selectFrom('clients').select('id').execute()
      await work(caller, async ({ now }) => assert.ok(now.getTime() <= clock.now().getTime()))
    })
    await put(job)

    await workerFor(t, job)

    await eventually(async () => (await jobsOf(job))[0]?.state === 'completed')
  })

  test('that fails is tried again until it succeeds', async (t) => {
    let tries = 0
    const job = await aJob(async () => {
      if (++tries < 2) throw new Error('not yet')
    })
    await put(job)

    await workerFor(t, job)

    await eventually(async () => (await jobsOf(job))[0]?.state === 'completed', { withinSeconds: 15 })
    assert.equal(tries, 2)
  })

  test('that fails more often than it may is given up, and kept as failed', async (t) => {
    let tries = 0
    const job = await aJob(
      async () => {
        tries++
        throw new Error('never')
      },
      { retries: 1 },
    )
    await put(job)

    await workerFor(t, job)

    await eventually(async () => (await jobsOf(job))[0]?.state === 'failed')
    assert.equal(tries, 2)
  })

  test('that is to start later waits for its time', async (t) => {
    const ran: number[] = []
    const job = await aJob(async ({ n }) => void ran.push(n))
    await put(job, 1, new Date(Date.now() + 3_600_000))
    await workerFor(t, job)

    await put(job, 2, new Date(Date.now() + 3000))
    await put(job, 3, new Date(Date.now() - 1000))

    await eventually(() => ran.length === 2)
    assert.deepEqual(ran, [3, 2])
    assert.deepEqual(
      (await jobsOf(job)).map(({ state, data }) => `${data.n} ${state}`).filter((one) => one.startsWith('1')),
      ['1 created'],
    )
  })

  test('does not wait for a pause when there is another before it', async (t) => {
    const seen: number[] = []
    const job = await aJob(async ({ n }) => void seen.push(n))
    // With a pause after each they would take a minute.
    await doWork(caller, async (work) => {
      for (let n = 0; n < 120; n += 1) enqueue(work, job, { n })
    })

    await workerFor(t, job)

    await eventually(() => seen.length === 120, { withinSeconds: 30 })
  })

  test('is run by one of two workers only, and never twice', async (t) => {
    const runs: number[] = []
    const underWay = new Set<number>()
    let overlaps = 0
    const job = await aJob(async ({ n }) => {
      if (underWay.has(n)) overlaps++
      underWay.add(n)
      await wait(20)
      underWay.delete(n)
      runs.push(n)
    })
    for (let n = 0; n < 6; n++) await put(job, n)

    await Promise.all([workerFor(t, job), workerFor(t, job)])

    await eventually(async () => (await jobsOf(job)).every(({ state }) => state === 'completed'))
    assert.equal(overlaps, 0)
    assert.deepEqual(runs.toSorted(), [0, 1, 2, 3, 4, 5])
  })
})

describe('a worker that stops', () => {
  test('waits for a job in hand that ends in time', async (t) => {
    let isBegun = false
    let isDone = false
    const job = await aJob(async () => {
      isBegun = true
      await wait(700)
      isDone = true
    })
    await put(job)
    const worker = await workerFor(t, job)
    await eventually(() => isBegun)

    await worker.stop(5)

    assert.ok(isDone)
    assert.equal((await jobsOf(job))[0]?.state, 'completed')
  })

  for (const retries of [10, 1]) {
    test(`hands an unfinished job back, which another worker then runs (retries: ${retries})`, async (t) => {
      let begun = 0
      const job = await aJob(
        async (_data, { signal }) => {
          if (++begun === 1) await wait(60_000, undefined, { signal, ref: false })
        },
        { retries },
      )
      await put(job)
      const first = await workerFor(t, job)
      await eventually(() => begun === 1)

      const startedAt = performance.now()
      await first.stop(1)
      assert.ok(performance.now() - startedAt < 6000, 'the stop takes no longer than its grace')
      await workerFor(t, job)

      await eventually(async () => (await jobsOf(job))[0]?.state === 'completed')
      assert.equal(begun, 2)
    })
  }

  test('tells the job in hand through its signal', async (t) => {
    let isBegun = false
    let isTold = false
    const job = await aJob(async (_data, { signal }) => {
      isBegun = true
      signal.addEventListener('abort', () => (isTold = true))
      await wait(60_000, undefined, { signal, ref: false })
    })
    await put(job)
    const worker = await workerFor(t, job)
    await eventually(() => isBegun)

    await worker.stop(1)

    assert.ok(isTold)
  })
})

describe('a queue', () => {
  test('stores the schedule of a job when a worker starts, and not before', async (t) => {
    const job = await aJob(async () => {}, { schedule: '*/10 * * * *' })
    const schedules = async () =>
      (await pool.query('SELECT cron, timezone FROM jobs.schedule WHERE name = $1', [job.name])).rows
    assert.deepEqual(await schedules(), [])

    await workerFor(t, job)

    assert.deepEqual(await schedules(), [{ cron: '*/10 * * * *', timezone: 'UTC' }])
  })

  test('forgets the schedule of a job that has none any more', async (t) => {
    const job = await aJob(async () => {}, { schedule: '*/10 * * * *' })
    await (await workerFor(t, job)).stop()

    await workerFor(t, { ...job, schedule: undefined })

    const { rows } = await pool.query('SELECT cron FROM jobs.schedule WHERE name = $1', [job.name])
    assert.deepEqual(rows, [])
  })

  test('takes over what a new version says of retries and time limits', async () => {
    const job = await aJob(async () => {}, { retries: 10, timeoutSeconds: 900 })

    const next = await openJobQueue(pool, [{ ...job, retries: 2, timeoutSeconds: 60 }], {
      isWorker: false,
      log: openLog('silent'),
    })
    await next.stop(0)

    const { rows } = await pool.query('SELECT retry_limit, expire_seconds FROM jobs.queue WHERE name = $1', [job.name])
    assert.deepEqual(rows, [{ retry_limit: 2, expire_seconds: 60 }])
  })

  test('takes the first jobs of as many works as there are connections', async () => {
    const job = defineJob<{ n: number }>(unique('test.first'), async () => {})
    const opened = openDatabase(connection, { poolSize: 3 })
    const first = await openJobQueue(opened.pool, [job], { isWorker: false, log: openLog('silent') })
    const work = unitOfWork({ db: opened.db, clock: systemClock, insertJobs: first.insert })
    let inHand = 0
    const together = async () => {
      inHand += 1
      await eventually(() => inHand === 3)
    }

    await Promise.all(
      [1, 2, 3].map((n) =>
        work(caller, async (one) => {
          await sql`SELECT 1`.execute(one.tx)
          await together()
          enqueue(one, job, { n })
        }),
      ),
    )

    assert.equal((await queue.depths()).find(({ name }) => name === job.name)?.waiting, 3)
    await first.stop(0)
    await opened.close()
  })

  test('knows how many jobs wait', async () => {
    const job = await aJob(async () => {})
    await put(job, 1)
    await put(job, 2, new Date(Date.now() + 3_600_000))

    const depth = async () => (await queue.depths()).find(({ name }) => name === job.name)

    const { oldestSeconds, ...counts } = (await depth()) ?? assert.fail()
    assert.deepEqual(counts, { name: job.name, waiting: 2, active: 0 })
    assert.ok(oldestSeconds >= 0 && oldestSeconds < 60, `${oldestSeconds}`)
    await pool.query("UPDATE jobs.job SET start_after = start_after - interval '1 hour' WHERE name = $1", [job.name])
    assert.ok(((await depth())?.oldestSeconds ?? 0) >= 3600)
  })

  test('counts what waits along an index, however many jobs are done', async () => {
    const job = await aJob(async () => {})
    await pool.query(
      `INSERT INTO jobs.job (name, state, policy)
       SELECT $1, 'completed', 'standard' FROM generate_series(1, 20000)`,
      [job.name],
    )
    await pool.query('ANALYZE jobs.job')
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${DEPTHS}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')

    assert.doesNotMatch(plan, /Seq Scan on job/, plan)
    assert.equal((await queue.depths()).find(({ name }) => name === job.name)?.waiting, 0)
    await pool.query('DELETE FROM jobs.job WHERE name = $1', [job.name])
  })

  test('logs each run with ids and no data', async (t) => {
    const lines: string[] = []
    const job = await aJob(
      async () => {
        throw new Error('no luck')
      },
      { retries: 1 },
    )
    await put(job, 424_242)
    const log = openLog('info', { write: (line) => lines.push(line) })
    const worker = await openJobQueue(pool, [job], { isWorker: true, log })
    t.after(() => worker.stop(1))

    const mail = testMail()
    const files = testBlobs()
    t.after(mail.removeMails)
    t.after(files.removeBlobs)
    const context = {
      db: undefined as never,
      outbound: undefined as never,
      pdfWorkers: undefined as never,
      doWork,
      clock: { now: () => new Date() },
      keyring: testKeyring,
    }
    await worker.work({ ...context, maxFileBytes: 1, ...mail, ...files, ...partsOfFeatures(testKeyring) })

    const line = JSON.parse(await eventually(() => lines.find((one) => one.includes('job.failed'))))
    assert.equal(line.job, job.name)
    assert.match(line.job_id, /^[\da-f-]{36}$/)
    assert.doesNotMatch(lines.join(), /424242/)
  })
})
