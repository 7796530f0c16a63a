import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { noteOnEmployee } from '#modules/notes/create-note.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { type ReceivedMail, type Smtp, startSmtp } from '#test/harness/mail/smtp-server.ts'
import { hold } from './holds.ts'
import { inLength, isLong, testWhenLong } from './length.ts'
import { startReminder } from './processes.ts'

/** A worker that died is noticed, or the schedule comes by. */
const WITHIN_SECONDS = inLength(20, 150)
const MANAGERS = 10

/** A service without a worker, a mail server, and an employee whom some managers see. */
async function aTeam() {
  const service = await startApp()
  const smtp = await startSmtp()
  const role = await aRole(service)
  const organization = await anOrganization(service)
  const employee = await anEmployee(service, { organizations: [organization] })
  const managers: string[] = []
  for (let n = 0; n < MANAGERS; n += 1) {
    managers.push(await aManager(service, { profiles: [{ role, organizations: [organization] }] }))
  }
  return { service, smtp, employee, addresses: managers.map((one) => `${one.toLowerCase()}@acme.test`).toSorted() }
}
type Team = Awaited<ReturnType<typeof aTeam>>

/** Notes that remind every manager, written in one work. */
async function writeNotes({ service, employee }: Team, count: number, at = new Date(0)): Promise<void> {
  const note = { description: 'A note', remind_date: at.toISOString() }
  await service.doWork(acme, async (work) => {
    for (let n = 0; n < count; n += 1) await noteOnEmployee(work, employee, note)
  })
}

/** In the long form, what a dead worker had in hand is found by itself; in the short one, a new job comes at once. */
async function bringAJob({ service }: Team): Promise<void> {
  if (!isLong) await service.jobs.insert(service.db, [{ name: 'notes.remind', data: {}, startAt: null }])
}

async function untilReminded({ pool }: TestApp): Promise<void> {
  await eventually(
    async () => {
      const { rowCount } = await pool.query('SELECT FROM notes WHERE reminded_at IS NULL LIMIT 1')
      return rowCount === 0
    },
    { withinSeconds: WITHIN_SECONDS },
  )
}

/** What was accepted but not written down is sent again, which is not what a test of one mail each is about. */
async function untilWrittenDown({ service, smtp }: Team): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await service.pool.query('SELECT FROM note_reminders WHERE sent_at IS NOT NULL')
    return rowCount === smtp.accepted.length
  })
}

/** Every manager has one mail for each note, and no more; those in `mayRepeat` may have come twice. */
function assertOnce({ smtp, addresses }: Team, notes: number, mayRepeat: ReadonlySet<string> = new Set()): void {
  const ids = new Set(smtp.accepted.map((one) => one.messageId))
  const repeated = smtp.accepted.filter((one, n) => smtp.accepted.findIndex(sameAs(one)) !== n)
  assert.deepEqual(
    repeated.map((one) => one.messageId).filter((id) => !mayRepeat.has(id)),
    [],
  )
  assert.equal(ids.size, notes * addresses.length)
  for (const address of addresses) {
    const own = new Set(smtp.accepted.filter((one) => one.to === address).map((one) => one.messageId))
    assert.equal(own.size, notes, address)
  }
}

const sameAs = (one: ReceivedMail) => (other: ReceivedMail) => other.messageId === one.messageId

/** The mail server takes this many mails and keeps the others waiting: they are never accepted. */
function holdAfter(smtp: Smtp, count: number) {
  const held = [] as ReceivedMail[]
  const letGo = Promise.withResolvers<boolean>()
  const most = smtp.accepted.length + count
  let begun = smtp.accepted.length
  smtp.beforeAccepting = (mail) => {
    begun += 1
    if (begun <= most) return true
    held.push(mail)
    return letGo.promise
  }
  const release = () => {
    smtp.beforeAccepting = () => true
    letGo.resolve(false)
  }
  return { held, release }
}

describe('reminders', { concurrency: inLength(1, 3) }, () => {
  const KILLS = inLength(1, 8)
  test(`of which a worker that is killed has sent some (${KILLS} times): others are sent by the next, each once`, async () => {
    const team = await aTeam()
    let notes = 0

    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = await startReminder(team.service, team.smtp.url)
      const before = team.smtp.accepted.length
      const { held, release } = holdAfter(team.smtp, 5 + kill)
      await writeNotes(team, 3)
      notes += 3
      await eventually(() => held.length > 0 && team.smtp.accepted.length === before + 5 + kill, { withinSeconds: 30 })
      await untilWrittenDown(team)
      await worker.end('SIGKILL')
      release()

      const next = await startReminder(team.service, team.smtp.url)
      await bringAJob(team)
      await untilReminded(team.service)
      assertOnce(team, notes)
      await next.end('SIGKILL')
    }
  })

  test('that two workers share are sent once each', async () => {
    const team = await aTeam()
    const notes = inLength(10, 100)
    await writeNotes(team, notes)

    const workers = await Promise.all([0, 1].map(() => startReminder(team.service, team.smtp.url)))
    await untilReminded(team.service)

    assertOnce(team, notes)
    for (const worker of workers) assert.equal(await worker.end('SIGTERM'), 0)
  })

  test('that came due while nothing ran are sent once when something does', async () => {
    const team = await aTeam()
    const due = new Date(Date.now() + 500)
    await writeNotes(team, 2, due)
    // Nothing but the schedule is to bring them.
    await team.service.pool.query(`DELETE FROM jobs.job WHERE name = 'notes.remind'`)
    await delay(600)

    await startReminder(team.service, team.smtp.url)
    await bringAJob(team)
    await untilReminded(team.service)

    assertOnce(team, 2)
  })

  testWhenLong('whose worker is killed after a mail was accepted come twice, with the same id', async () => {
    const team = await aTeam()
    const { service, smtp } = team
    await service.pool.query(`
      CREATE FUNCTION wait_when_sent() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN new; END $$;
      CREATE TRIGGER wait_when_sent BEFORE UPDATE ON note_reminders FOR EACH ROW EXECUTE FUNCTION wait_when_sent()`)
    const lock = await hold(service, 'SELECT pg_advisory_xact_lock(42)', [])
    const worker = await startReminder(service, smtp.url)
    await writeNotes(team, 1)
    await lock.waiter()
    await delay(1000)
    await worker.end('SIGKILL')
    const mayRepeat = new Set(smtp.accepted.map((one) => one.messageId))
    await lock.release()

    await startReminder(service, smtp.url)
    await untilReminded(service)

    assert.ok(mayRepeat.size > 0)
    assertOnce(team, 1, mayRepeat)
    assert.equal(smtp.accepted.length, MANAGERS + mayRepeat.size)
  })
})
