import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hold, Point } from '#test/faults/holds.ts'
import { inLength, testWhenLong } from '#test/faults/length.ts'
import { startImporter, startWholeService } from '#test/faults/processes.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  assertAsUndisturbed,
  expireDeadWorkers,
  holdAt,
  type ImportProof,
  lookAgainNow,
  openImportProof,
  runningJobs,
  runsOf,
} from './proof.ts'

/** A worker that died is noticed within this time. */
const NOTICED_WITHIN_MS = 30_000

/** After five seconds a stopping worker hands back what it has in hand. */
const HANDED_BACK_MS = 5500

// They wait more than they work; in the long form whole services start in them, which needs the machine.
const SIDE_BY_SIDE = { concurrency: inLength(4, 1) }

const POINTS = inLength<Point[]>(['reading', 'applying', 'committing'], ['reading', 'applying', 'ending', 'committing'])

/** Kills the worker of the import at each of these points, one after the other; the last one makes it. */
async function killAt(proof: ImportProof, points: Point[]): Promise<void> {
  const { service, imports } = proof
  const holds: Hold[] = []
  for (const point of points) holds.push(await holdAt(proof, point))
  let worker = await startImporter(service)
  for (const [index, held] of holds.entries()) {
    await held.waiter()
    const next = await startImporter(service)
    const jobs = await runningJobs(service)
    assert.equal(await runsOf(service, imports[0].id), index + 1)
    await worker.end('SIGKILL')
    await held.release()
    await expireDeadWorkers(service, jobs)
    if (points[index] !== 'committing') await takenOver(proof, index + 2)
    worker = next
  }
}

/** Until somebody has begun the import once more. */
async function takenOver({ service, imports: [{ id }] }: ImportProof, runs: number): Promise<void> {
  const since = performance.now()
  await eventually(async () => (await runsOf(service, id)) >= runs, { withinSeconds: 45 })
  const ms = Math.round(performance.now() - since)
  assert.ok(ms < NOTICED_WITHIN_MS, `after ${ms} ms`)
}

describe('imports of data sets', SIDE_BY_SIDE, () => {
  describe('workers that are killed in an import', () => {
    test('while reading, in the middle of the changes and around the commit: it ends once', async () => {
      const proof = await openImportProof()

      await killAt(proof, POINTS)

      await assertAsUndisturbed(proof)
      assert.equal(await runsOf(proof.service, proof.imports[0].id), POINTS.length)
    })

    testWhenLong('in the middle of changes that nobody wants to hear of: it ends once', async () => {
      const proof = await openImportProof({ tellsOfValues: false })

      await killAt(proof, ['applying', 'ending'])

      await assertAsUndisturbed(proof)
    })

    // Each round is a test of its own: what it started ends with it.
    for (let round = 1; round <= 20; round += 1) {
      testWhenLong(`around the commit, round ${round}: before it or after it, and never twice`, async () => {
        const proof = await openImportProof()
        const held = await holdAt(proof, 'ending')
        const worker = await startImporter(proof.service)
        await held.waiter()
        await startImporter(proof.service)

        await held.release()
        await delay(Math.random() * 30)
        await worker.end('SIGKILL')

        await assertAsUndisturbed(proof)
      })
    }

    for (let round = 1; round <= 4; round += 1) {
      testWhenLong(`several times at random, round ${round}: it ends once`, async () => {
        const proof = await openImportProof()
        let worker = await startImporter(proof.service)
        for (let kill = 1; kill <= 3; kill += 1) {
          await takenOver(proof, kill)
          await delay(Math.random() * 600)
          const next = await startImporter(proof.service)
          await worker.end('SIGKILL')
          worker = next
          if ((await runningJobs(proof.service)).length === 0) break
        }
        await assertAsUndisturbed(proof)
      })
    }
  })

  describe('a service that is asked to stop in an import', () => {
    test('lets go of it, ends within 10 seconds, and the next start makes it', () => stopAt('reading', HANDED_BACK_MS))

    testWhenLong('does so too in a statement that takes longer than that', () => stopAt('applying', 60_000))

    async function stopAt(point: Point, heldMs: number): Promise<void> {
      const proof = await openImportProof()
      const held = await holdAt(proof, point)
      const service = await startWholeService(proof.service)
      await held.waiter()

      const askedAt = performance.now()
      const ending = service.end('SIGTERM')
      await Promise.race([delay(heldMs, undefined, { ref: false }), ending])
      await held.release()
      assert.equal(await ending, 0)
      assert.ok(performance.now() - askedAt < 10_000)

      await startImporter(proof.service)
      await assertAsUndisturbed(proof)
      assert.equal(await runsOf(proof.service, proof.imports[0].id), 2)
    }
  })

  describe('a worker that was stopped in an import for longer than it is believed to live', () => {
    testWhenLong('goes on, however often others have looked after it: it ends once', async () => {
      const proof = await openImportProof()
      const held = await holdAt(proof, 'applying')
      const sleeper = await startImporter(proof.service)
      await held.waiter()
      const jobs = await runningJobs(proof.service)
      sleeper.process.kill('SIGSTOP')
      await held.release()
      await startImporter(proof.service)
      await expireDeadWorkers(proof.service, jobs)
      for (let look = 0; look < 8; look += 1) await lookedAt(proof)

      sleeper.process.kill('SIGCONT')

      await assertAsUndisturbed(proof)
    })

    testWhenLong(
      'finds the import ended by another, when the database had let go of it, and leaves it so',
      async () => {
        const proof = await openImportProof()
        const held = await holdAt(proof, 'applying')
        const sleeper = await startImporter(proof.service)
        const backend = await held.waiter()
        const jobs = await runningJobs(proof.service)
        sleeper.process.kill('SIGSTOP')
        await proof.service.pool.query('SELECT pg_terminate_backend($1)', [backend])
        await held.release()
        await startImporter(proof.service)
        await expireDeadWorkers(proof.service, jobs)
        await takenOver(proof, 2)
        await assertAsUndisturbed(proof)

        sleeper.process.kill('SIGCONT')
        await delay(20_000)

        assert.equal(await sleeper.end('SIGTERM'), 0)
        await assertAsUndisturbed(proof)
      },
    )

    /** Another worker has taken the job, and put a new one in its place, since the import is in other hands. */
    async function lookedAt({ service }: ImportProof): Promise<void> {
      const waiting = async () => {
        const { rows } = await service.pool.query<{ id: string }>(
          `SELECT id FROM jobs.job WHERE name = 'imports.dataset' AND state = 'created'`,
        )
        return rows[0]?.id
      }
      const before = await waiting()
      await lookAgainNow(service)
      await eventually(async () => ![undefined, before].includes(await waiting()), { withinSeconds: 45 })
    }
  })
})
