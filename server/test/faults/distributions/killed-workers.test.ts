import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hold } from '#test/faults/holds.ts'
import { expireDeadWorkers, runningJobs, untilHeld } from '#test/faults/killed-jobs.ts'
import { inLength, testWhenLong } from '#test/faults/length.ts'
import { startFeature } from '#test/faults/processes.ts'
import { distributionCalls } from '#test/harness/features/distributions.ts'
import { holdAt, type Point } from './holds.ts'
import { assertAsUndisturbed, type DistributionProof, openDistributionProof, runsOf, untilStatus } from './proof.ts'

const READING = inLength<Point[]>(
  ['some parts'],
  ['the first parts', 'some parts', 'more parts', 'the end of the spool'],
)
const HANDING_OUT = inLength<Point[]>(
  ['more documents', 'more envelopes'],
  [
    'the first documents',
    'more documents',
    'the plan',
    'the first envelopes',
    'more envelopes',
    'the end of the project',
  ],
)

type Worker = Awaited<ReturnType<typeof startFeature>>

/** Kills the worker of the project at each of these points, one after the other; answers who goes on. */
async function killAt(proof: DistributionProof, worker: Worker, holds: Hold[]): Promise<Worker> {
  let current = worker
  for (const held of holds) {
    await untilHeld(held)
    const jobs = await runningJobs(proof.service, 'distributions')
    await current.end('SIGKILL')
    await held.release()
    await expireDeadWorkers(proof.service, jobs)
    // Only now: there is one at a time, so that the one who has the job is the one who is killed.
    current = await startFeature(proof.service, 'distributions', proof.smtp.url)
  }
  return current
}

async function holdAll({ service, projectId }: DistributionProof, points: Point[]): Promise<Hold[]> {
  const holds: Hold[] = []
  for (const point of points) holds.push(await holdAt(service, projectId, point))
  return holds
}

describe('workers that are killed over a spool of 500 documents', () => {
  test('while it is read, filed and packed: each document is handed out once, as if nobody had been killed', async () => {
    const proof = await openDistributionProof()
    const { validate } = distributionCalls(proof.service)
    const reading = await holdAll(proof, READING)

    const reader = await killAt(proof, await startFeature(proof.service, 'distributions', proof.smtp.url), reading)
    await untilStatus(proof, 'waiting_for_validation')
    // Killed within the commit, it had read the spool already.
    assert.equal(await runsOf(proof), READING.filter((point) => point !== 'the end of the spool').length + 1)
    // Each takes a connection of the test.
    const handingOut = await holdAll(proof, HANDING_OUT)
    assert.equal((await validate(proof.projectId)).statusCode, 200)
    await killAt(proof, reader, handingOut)

    await assertAsUndisturbed(proof)
  })

  // Each round is a test of its own: what it started ends with it.
  for (let round = 1; round <= 4; round += 1) {
    testWhenLong(`several times at random, round ${round}: each document is handed out once`, async () => {
      const proof = await openDistributionProof()
      const { validate } = distributionCalls(proof.service)
      // Nobody is mailed before the last one is killed: a mail that nobody noted as sent is sent again.
      const held = await holdAt(proof.service, proof.projectId, 'the end of the project')
      const reader = await killAtRandom(proof, await startFeature(proof.service, 'distributions', proof.smtp.url), 3)
      await untilStatus(proof, 'waiting_for_validation')
      assert.equal((await validate(proof.projectId)).statusCode, 200)
      await killAtRandom(proof, reader, 4)

      await held.release()

      await assertAsUndisturbed(proof)
    })
  }
})

async function killAtRandom({ service, smtp }: DistributionProof, worker: Worker, kills: number): Promise<Worker> {
  let current = worker
  for (let kill = 0; kill < kills; kill += 1) {
    const next = await startFeature(service, 'distributions', smtp.url)
    await delay(Math.random() * 2000)
    const jobs = await runningJobs(service, 'distributions')
    await current.end('SIGKILL')
    await expireDeadWorkers(service, jobs, { isPatient: false })
    current = next
  }
  return current
}
