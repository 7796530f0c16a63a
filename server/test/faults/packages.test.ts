import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { packageCalls, unzipped } from '#test/harness/features/access-packages.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'
import { expireDeadWorkers, holdChange, runningJobs, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { inLength } from './length.ts'
import { startFeature } from './processes.ts'

const DOCUMENTS = 40

/** Where a worker can be made to wait. */
const POINTS: Record<string, Trigger> = {
  /** The build has begun, and nothing is written. */
  when_it_begins: { table: 'access_packages', event: 'UPDATE', when: "new.status = 'building'" },
  /** The bytes are in the store, and no row names them. */
  before_the_bytes_are_named: { table: 'access_packages', event: 'UPDATE', when: "new.status = 'ready'" },
  /** Within the commit, which the database ends without the worker. */
  within_the_commit: {
    table: 'access_packages',
    event: 'UPDATE',
    isInCommit: true,
    when: "new.status = 'ready' AND old.status = 'building'",
  },
}

type Made = { id: string; hashes: string[] }

/** An employee with documents whose package is asked for. */
async function aPackage(service: TestApp): Promise<Made> {
  const { aDocument } = filingCalls(service)
  const employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
  const hashes: string[] = []
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const { sha256 } = await aDocument('employee', {
      file: aPdf(unique(`${employee} ${n}`)),
      employee_technical_id: employee,
    })
    hashes.push(sha256)
  }
  return { id: await packageCalls(service).asked(employee), hashes }
}

/** It is whole, was made once, and no other bytes are left once what nothing names is swept. */
async function assertWhole(service: TestApp, { id, hashes }: Made): Promise<void> {
  const { read, file } = packageCalls(service)
  const { status, sha256, entries_count } = await read(id)
  const { rawPayload } = await file(id)
  const { files } = await unzipped(rawPayload)
  const inside = new Set([...files.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex')))
  assert.deepEqual(
    [status, createHash('sha256').update(rawPayload).digest('hex'), files.size],
    ['ready', sha256, entries_count],
  )
  for (const hash of hashes) assert.ok(inside.has(hash), `${hash} is in it`)
  assert.deepEqual(await eventsOf(service.db, id), ['access_package.created', 'access_package.ready'])
}

async function assertNothingLeft(service: TestApp): Promise<void> {
  const { clock, db, blobs, namedBlobs } = service
  clock.advance(2 * 24 * 3600)
  await sweepBlobs.run({}, { ...service, signal: new AbortController().signal })
  clock.advance(-2 * 24 * 3600)
  const left: string[] = []
  for await (const { key } of blobs.list()) left.push(key)
  const named = await namedBlobs(db, left)
  assert.deepEqual(
    left.filter((key) => !named.has(key)),
    [],
  )
}

const hasEnded = async (service: TestApp, id: string) => (await packageCalls(service).read(id)).status === 'ready'

describe('workers that are killed with -9 while they make a package', () => {
  test('it is made once, whole, and no bytes are left: at each step', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const holds = []
    for (const [name, trigger] of Object.entries(POINTS)) holds.push(await holdChange(service, name, trigger))
    const made = await aPackage(service)
    let worker = await startFeature(service, 'packages', smtp.url)

    for (const held of holds) {
      await untilHeld(held)
      const jobs = await runningJobs(service, 'access-packages')
      const next = await startFeature(service, 'packages', smtp.url)
      await worker.end('SIGKILL')
      await held.release()
      await expireDeadWorkers(service, jobs)
      worker = next
    }

    await eventually(() => hasEnded(service, made.id), { withinSeconds: WITHIN_SECONDS })
    await assertWhole(service, made)
    await worker.end('SIGTERM')
    await assertNothingLeft(service)
  })

  test('nor at any moment', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const kills = inLength(3, 200)
    let made = await aPackage(service)
    for (let kill = 0; kill < kills; kill += 1) {
      const worker = await startFeature(service, 'packages', smtp.url)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      const jobs = await runningJobs(service, 'access-packages')
      await worker.end('SIGKILL')
      await expireDeadWorkers(service, jobs, { isPatient: false })
      if (!(await hasEnded(service, made.id))) continue
      await assertWhole(service, made)
      made = await aPackage(service)
    }
    const last = await startFeature(service, 'packages', smtp.url)
    await eventually(() => hasEnded(service, made.id), { withinSeconds: WITHIN_SECONDS })
    await assertWhole(service, made)
    await last.end('SIGTERM')
    await assertNothingLeft(service)
  })
})
