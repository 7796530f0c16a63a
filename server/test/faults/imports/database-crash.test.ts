import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCrashingServer } from '#test/faults/crashing-server.ts'
import type { Point } from '#test/faults/holds.ts'
import { inLength } from '#test/faults/length.ts'
import { startImporter } from '#test/faults/processes.ts'
import type { TestApp } from '#test/harness/app.ts'
import { isAlive } from '#test/harness/database/embedded-postgres.ts'
import { eventually } from '#test/harness/eventually.ts'
import { assertAsUndisturbed, expireDeadWorkers, holdAt, openImportProof, runningJobs, runsOf } from './proof.ts'

const CRASHES = [
  ['reading', 'restartAtOnce'],
  ['applying', 'killBackend'],
  ['ending', 'killBackend'],
] as const satisfies [Point, string][]

for (let round = 1; round <= inLength(1, 4); round += 1) {
  test(`a database that crashes in an import, round ${round}: it is made again when it is back, and ends once`, async () => {
    const database = await openCrashingServer()
    const proof = await openImportProof()
    after(database.close)
    const { service, imports } = proof
    const worker = await startImporter(service)

    for (const [index, [point, crash]] of CRASHES.slice(0, inLength(2, 3)).entries()) {
      const held = await holdAt(proof, point)
      const backend = await held.waiter()
      const jobs = await runningJobs(service)
      await (crash === 'killBackend' ? database.killBackend(backend) : database.restartAtOnce())
      await eventually(() => !isAlive(held.pid), { withinSeconds: 30 })
      await held.release()
      await eventually(() => isBack(service), { withinSeconds: 30 })
      await expireDeadWorkers(service, jobs)
      await eventually(async () => (await runsOf(service, imports[0].id)) >= index + 2, { withinSeconds: 45 })
    }

    await assertAsUndisturbed(proof)
    assert.equal(await worker.end('SIGTERM'), 0)
  })
}

/** As many calls together as the pool has connections: those that broke are gone then. */
async function isBack({ pool }: TestApp): Promise<boolean> {
  const calls = Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.05)'))
  return (await Promise.allSettled(calls)).every(({ status }) => status === 'fulfilled')
}
