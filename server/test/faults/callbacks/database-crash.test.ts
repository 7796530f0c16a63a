import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { putValue, putValues } from '#modules/datasets/index.ts'
import { openCrashingServer } from '#test/faults/crashing-server.ts'
import { inLength } from '#test/faults/length.ts'
import { startSender } from '#test/faults/processes.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, inEnglish } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { deliveriesLeasedByDeadWorkers, endLeases } from './leases.ts'
import { assertComplete, type Ledger, openLedger, settle, taken } from './ledger.ts'

const CRASHES = inLength(2, 20)

describe('a database that crashes under load', () => {
  test(`${CRASHES} times: every change that it kept is told, and told once`, async () => {
    const database = await openCrashingServer()
    const ledger = await openLedger(await startApp())
    after(database.close)
    const workers = [await startSender(ledger.service), await startSender(ledger.service)]
    const writing = new AbortController()
    after(() => writing.abort())
    const acknowledged: string[] = []
    const writers = ['statement', 'emit'].map((way) => writeUntil(writing.signal, ledger, way, acknowledged))

    for (let crash = 0; crash < CRASHES; crash += 1) {
      await seeProgress(ledger)
      await delay(Math.random() * 200)
      if (crash % 2 === 0) await database.restartAtOnce()
      else await database.killBackend()
    }
    await seeProgress(ledger)
    writing.abort()
    await Promise.all(writers)
    assert.deepEqual(await Promise.all(workers.map((worker) => worker.end('SIGTERM'))), [0, 0])
    // Taken by workers who never got to know it: they gave back all that they knew of.
    await endLeases(ledger.service.db, await deliveriesLeasedByDeadWorkers(ledger.service.db))
    await startSender(ledger.service)
    await settle(ledger)

    const told = new Set(taken(ledger).map(({ path }) => path))
    assert.ok(acknowledged.length > 50)
    assert.deepEqual(
      acknowledged.filter((path) => !told.has(path)),
      [],
    )
    await assertComplete(ledger)
  })
})

/** Until more is told: what a worker had taken without getting to know it may be in the way, as long as it is leased. */
async function seeProgress(ledger: Ledger): Promise<void> {
  const before = taken(ledger).length
  await eventually(() => taken(ledger).length > before + 50, { withinSeconds: 65 })
}

/** A change that fails may have been stored all the same. */
async function writeUntil(signal: AbortSignal, ledger: Ledger, way: string, acknowledged: string[]): Promise<void> {
  const { service, datasetId } = ledger
  for (let n = 0; !signal.aborted; n += 1) {
    const path = `${way}${n}`
    const localizedNames = inEnglish('any')
    const isOneStatement = way === 'statement'
    const written = service.doWork(
      acme,
      async (work) => {
        if (isOneStatement) await putValue(work, { datasetId, path, localizedNames })
        else await putValues(work, datasetId, [{ code: path, localized_names: localizedNames }])
      },
      { isOneStatement },
    )
    await written.then(
      () => acknowledged.push(path),
      () => delay(50),
    )
    await delay(2)
  }
}
