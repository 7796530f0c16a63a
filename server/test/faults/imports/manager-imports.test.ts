import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { submitManagerImport } from '#modules/imports/managers/submit-manager-import.ts'
import { storeFile } from '#modules/uploads/index.ts'
import { hold } from '#test/faults/holds.ts'
import { testWhenLong } from '#test/faults/length.ts'
import { startImporter } from '#test/faults/processes.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { assertNothingLeft, expireDeadWorkers, runningJobs, runsOf } from './proof.ts'

type Worker = Awaited<ReturnType<typeof startImporter>>

/** An import whose worker lives, and that does not end by then, hangs. */
const STUCK_SECONDS = 600

const MANAGERS = 330
const HEADER = 'technical_id,email,first_name,last_name,language,role,organization_codes'
/** Those who are known already, and those of whom a row is wrong. */
const KNOWN = [20, 120, 220]
const WRONG = [50, 150, 250]

/** Every manager has two profiles. */
function fileOf(role: string, organization: string): string {
  const rows = Array.from({ length: MANAGERS }, (_, n) => {
    const person = `m${n},m${n}@acme.test,Max,Manager ${n},en-us`
    return [role, WRONG.includes(n) ? 'nobody' : role].map((one) => `${person},${one},${organization}`)
  })
  return [HEADER, ...rows.flat()].join('\n')
}

async function submitManagers(service: TestApp): Promise<string> {
  const role = await aRole(service)
  const organization = await anOrganization(service)
  for (const n of KNOWN) await aManager(service, { technical_id: `m${n}` })
  const bytes = Readable.from([Buffer.from(fileOf(role, organization))])
  const file = await storeFile(service.blobs, 'managers.csv', bytes)
  return (await service.doWork(acme, (work) => submitManagerImport(work, service.blobs, file))).id
}

test('workers that are killed in an import of managers: every manager is there once, and told of once', async () => {
  const service = await startApp()
  const id = await submitManagers(service)
  // Another transaction that creates the same manager waits until this one is committed or not.
  const insertion = `
    INSERT INTO users (client_id, technical_id, first_name, last_name, email, sort_name, search_text, created_at, updated_at)
    VALUES ('acme', $1, 'h', 'h', 'h', 'h', 'h', now(), now())`
  const holds = [await hold(service, insertion, ['m160']), await hold(service, insertion, ['m299'])]
  let worker = await startImporter(service)

  for (const held of holds) {
    await held.waiter()
    const jobs = await runningJobs(service)
    const next = await startImporter(service)
    await worker.end('SIGKILL')
    await held.release()
    await expireDeadWorkers(service, jobs)
    worker = next
  }

  await assertEveryManagerOnce(service, id, worker)
  assert.equal(await runsOf(service, id), 3)
})

// Each round is a test of its own: what it started ends with it.
for (let round = 1; round <= 5; round += 1) {
  testWhenLong(`workers that are killed in imports of managers at random, round ${round}: the same`, async () => {
    const service = await startApp()
    const id = await submitManagers(service)
    let worker = await startImporter(service)
    for (let kill = 1; kill <= 3; kill += 1) {
      await unlessEnded(worker, async () => (await runsOf(service, id)) >= kill)
      await delay(Math.random() * 500)
      const next = await startImporter(service)
      await worker.end('SIGKILL')
      worker = next
      if ((await runningJobs(service)).length === 0) break
    }
    await assertEveryManagerOnce(service, id, worker)
  })
}

/** Waits for what a worker brings about, as long as that worker lives. */
function unlessEnded({ process }: Worker, look: () => Promise<boolean>): Promise<boolean> {
  return eventually(
    async () => {
      assert.deepEqual([process.exitCode, process.signalCode], [null, null], 'the worker has ended')
      return look()
    },
    { withinSeconds: STUCK_SECONDS, everyMs: 50 },
  )
}

async function assertEveryManagerOnce(service: TestApp, id: string, worker: Worker): Promise<void> {
  const read = async () => (await service.v2('GET', `/imports/${id}`)).json()
  await unlessEnded(worker, async () => (await read()).finished_at !== null)
  await assertNothingLeft(service)

  const { status, stats, errors } = await read()
  const created = MANAGERS - 6
  assert.deepEqual(
    { status, stats, errors: errors.length },
    {
      status: 'partial_success',
      stats: { rows: 2 * MANAGERS, row_errors: 6, users_created: created, users_updated: 3, users_unchanged: 0 },
      errors: 6,
    },
  )
  const all = Array.from({ length: MANAGERS }, (_, n) => n).filter((n) => !WRONG.includes(n))
  const expected = all.map((n) => `m${n} ${KNOWN.includes(n) ? 'user.updated' : 'user.created'} 1 2`).toSorted()
  const { rows: told } = await service.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', technical_id, event.type, count(*), (SELECT count(*) FROM profiles WHERE user_key = users.key))
       AS line
     FROM users LEFT JOIN events event ON event.resource_id = technical_id AND event.type LIKE 'user.%'
     GROUP BY users.key, technical_id, event.type`,
  )
  assert.deepEqual(told.map(({ line }) => line).toSorted(), expected)
  const { rows: events } = await service.pool.query<{ type: string }>(
    'SELECT type FROM events WHERE resource_id = $1 ORDER BY id',
    [id],
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['import.created', 'import.started', 'import.completed'],
  )
  const { rows: lines } = await service.pool.query<{ line: number; position: number }>(
    `SELECT line, position FROM import_report_lines WHERE import_id = $1 AND severity = 'info' ORDER BY position`,
    [id],
  )
  assert.deepEqual(
    lines.map(({ line }) => line).toSorted((left, right) => left - right),
    all.flatMap((n) => [2 * n + 2, 2 * n + 3]),
  )
}
