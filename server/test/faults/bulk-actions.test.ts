import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { bulkCalls, outcomeOf } from '#test/harness/features/bulk.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'
import { expireDeadWorkers, holdChange, runningJobs, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { startFeature } from './processes.ts'

const PEOPLE = 40

/** Where a worker can be made to wait. */
const POINTS: Record<string, Trigger> = {
  /** What was chosen is known, and not stored. */
  at_the_start: { table: 'bulk_actions', event: 'UPDATE', when: "new.state = 'running' AND old.state = 'waiting'" },
  /** The person is invited, and not counted. */
  before_it_is_counted: { table: 'bulk_actions', event: 'UPDATE', when: 'new.done = 10 AND old.done = 9' },
  /** Within the commit, which the database ends without the worker: the item is done, and nobody knows. */
  within_the_commit: {
    table: 'bulk_actions',
    event: 'UPDATE',
    isInCommit: true,
    when: 'new.done = 20 AND old.done = 19',
  },
}

async function aCrowd(service: TestApp): Promise<string> {
  const role = await aRole(service)
  await anOrganization(service, { code: 'HQ' })
  for (let n = 0; n < PEOPLE; n += 1) await anEmployee(service, { last_name: 'Crowd', email: `crowd-${n}@acme.test` })
  return aManager(service, { last_name: 'Boss', profiles: [{ role, organizations: ['HQ'], include_below: true }] })
}

test('workers that are killed in a bulk action: everybody is invited once, and counted once', async () => {
  const service = await startApp()
  const smtp = await startSmtp()
  const call = portalCalls(service).as(`manager:${await aCrowd(service)}`)
  const { created, read } = bulkCalls(service)
  const holds = []
  for (const [name, trigger] of Object.entries(POINTS)) holds.push(await holdChange(service, name, trigger))
  const { id } = await created(call, { kind: 'people.invite', people: { q: 'crowd' } })
  let worker = await startFeature(service, 'bulk', smtp.url)

  for (const held of holds) {
    await untilHeld(held)
    const jobs = await runningJobs(service, 'bulk')
    const next = await startFeature(service, 'bulk', smtp.url)
    await worker.end('SIGKILL')
    await held.release()
    await expireDeadWorkers(service, jobs)
    worker = next
  }

  await eventually(async () => (await read(call, id)).finished_at !== null, { withinSeconds: WITHIN_SECONDS })
  assert.deepEqual(outcomeOf(await read(call, id)), {
    state: 'finished',
    total: PEOPLE,
    done: PEOPLE,
    skipped: 0,
    failed: 0,
    reasons: [],
  })
  const { rows } = await service.pool.query<{ people: number; invitations: number }>(
    `SELECT count(DISTINCT data ->> 'email')::integer AS people, count(*)::integer AS invitations
     FROM jobs.job WHERE name = 'auth.mail-password-links'`,
  )
  assert.deepEqual(rows, [{ people: PEOPLE, invitations: PEOPLE }])
  await worker.end('SIGTERM')
})
