import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { hold } from '#test/faults/holds.ts'
import { expireDeadWorkers, holdChange, runningJobs, untilHeld, WITHIN_SECONDS } from '#test/faults/killed-jobs.ts'
import { startFeature } from '#test/faults/processes.ts'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aCarrierRoot, filesIn, paperOf } from '#test/harness/features/paper.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'

const PEOPLE = 40

describe('a worker that is killed while it hands packages over', () => {
  test('in the middle of the file, then before it is recorded: one complete file, one completed project', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const { aPaper, people, delivered, read } = await paperOf(service)
    const { root, inbox } = await aCarrierRoot()
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(PEOPLE))
    const start = () => startFeature(service, 'distributions', smtp.url, root)
    const kill = async (worker: Awaited<ReturnType<typeof start>>, release: () => Promise<unknown>) => {
      const jobs = await runningJobs(service, 'distributions')
      await worker.end('SIGKILL')
      await release()
      await expireDeadWorkers(service, jobs)
    }

    // Packages are read together with their organizations: the worker waits with the beginning of the file written.
    const first = await hold(service, 'LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE', [])
    const worker = await start()
    await eventually(async () => (await temporaries(inbox)).length === 1, { withinSeconds: WITHIN_SECONDS })
    await kill(worker, first.release)
    const halves = await temporaries(inbox)

    const trigger = { table: 'distribution_hand_overs', event: 'UPDATE' as const }
    const when = `new.status = 'handed_over' AND new.project_id = ${id}`
    const second = await holdChange(service, 'hand_over_recorded', { ...trigger, when })
    const next = await start()
    await untilHeld(second)
    const unrecorded = await readdir(inbox)
    await kill(next, second.release)

    await start()
    await eventually(async () => (await read(id)).status === 'completed', { withinSeconds: WITHIN_SECONDS })
    const { hand_over, packages } = await read(id)
    const name = `packages-${id}-${hand_over?.delivery_id}.zip`
    assert.equal(halves.length, 1)
    assert.deepEqual(unrecorded, [name])
    assert.deepEqual(await readdir(inbox), [name])
    assert.equal((await filesIn(await readFile(join(inbox, name)))).size, PEOPLE + 1)
    assert.deepEqual([hand_over?.status, hand_over?.attempts, packages.handed_over], ['handed_over', 1, PEOPLE])
    const { rows } = await service.pool.query(
      `SELECT count(*)::integer AS events FROM events WHERE type = 'distribution_project.completed' AND resource_id = $1`,
      [String(id)],
    )
    assert.deepEqual(rows, [{ events: 1 }])
  })
})

const temporaries = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.part'))
