import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mail } from '#platform/mail/mail.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aRecordingMailer, noteCalls, remind } from '#test/harness/features/notes.ts'
import { noteOnEmployee } from './create-note.ts'

const service = await startApp()
const { pool } = service
const { written, stored } = noteCalls(service)

const LONG_AGO = '2020-01-01T00:00:00Z'
const MINUTE_MS = 60_000
const everything = await aRole(service)
const addressOf = (manager: string) => `${manager.toLowerCase()}@acme.test`
const inSeconds = (moment: Date) => `${moment.toISOString().slice(0, 19)}+00:00`

/** An employee whom these many managers see. */
async function aTeam(size: number) {
  const organization = await anOrganization(service)
  const employee_technical_id = await anEmployee(service, { organizations: [organization] })
  const profiles = [{ role: everything, organizations: [organization] }]
  const managers: string[] = []
  for (let n = 0; n < size; n += 1) managers.push(await aManager(service, { profiles }))
  return { organization, employee_technical_id, managers, addresses: managers.map(addressOf).toSorted() }
}

/** Notes on an employee that are all due, without a call for each. */
async function dueNotes(technicalId: string, count: number): Promise<string[]> {
  return service.doWork(acme, async (work) => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) {
      ids.push((await noteOnEmployee(work, technicalId, { description: `Note ${n}`, remind_date: LONG_AGO })).id)
    }
    return ids
  })
}

async function remindersOf(noteId: string) {
  const { rows } = await pool.query<{ failures: number; sent_at: Date | null; given_up_at: Date | null; due_at: Date }>(
    'SELECT failures, sent_at, given_up_at, due_at FROM note_reminders WHERE note_id = $1',
    [noteId],
  )
  return rows
}

const messageIds = (mails: Mail[]) => mails.map((one) => one.messageId).toSorted()

describe('a reminder that cannot be sent', () => {
  test('holds up no other, and is tried again until it is sent; only then nobody is left', async () => {
    const { employee_technical_id, managers, addresses } = await aTeam(6)
    const failing = addressOf(managers[2] ?? '')
    const id = await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const start = service.clock.now()

    const first = aRecordingMailer((mail) => mail.to === failing)
    await remind(service, { ...first, now: start })
    assert.deepEqual(
      first.addresses(),
      addresses.filter((one) => one !== failing),
    )
    assert.equal((await stored(id)).reminded_at, null)

    const later = new Date(start.getTime() + MINUTE_MS)
    const second = aRecordingMailer()
    await remind(service, { ...second, now: later })
    assert.deepEqual(second.addresses(), [failing])
    assert.equal((await stored(id)).reminded_at, inSeconds(later))
    assert.deepEqual(messageIds(second.sent), messageIds(first.asked.filter((one) => one.to === failing)))
  })

  test('waits twice as long each time, six hours at most, and is given up after 20 failures', async () => {
    const { employee_technical_id } = await aTeam(1)
    const id = await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const office = aRecordingMailer(() => true)
    let now = service.clock.now()
    const waits: number[] = []

    for (let failures = 1; failures <= 20; failures += 1) {
      await remind(service, { ...office, now })
      assert.equal(office.asked.length, failures)
      const [reminder] = await remindersOf(id)
      assert.equal(reminder?.failures, failures)
      assert.equal(reminder?.given_up_at !== null, failures === 20)
      assert.equal((await stored(id)).reminded_at, failures === 20 ? inSeconds(now) : null)
      if (failures === 20) break
      const dueAt = reminder?.due_at ?? assert.fail('it is not due')
      waits.push((dueAt.getTime() - now.getTime()) / MINUTE_MS)
      await remind(service, { ...office, now: new Date(dueAt.getTime() - 1) })
      assert.equal(office.asked.length, failures, 'too early')
      now = dueAt
    }

    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array(10).fill(360)])
    const after = aRecordingMailer()
    await remind(service, { ...after, now: new Date(now.getTime() + 1e10) })
    assert.deepEqual(after.asked, [])
    assert.equal((await remindersOf(id))[0]?.sent_at, null)
  })

  test('does not fail the job, also when nothing can be sent at all', async () => {
    const { employee_technical_id, addresses } = await aTeam(3)
    await dueNotes(employee_technical_id, 10)
    const office = aRecordingMailer(() => true)

    await remind(service, office)

    assert.equal(office.asked.length, addresses.length * 10)
    await remind(service, { ...aRecordingMailer(), now: new Date(service.clock.now().getTime() + MINUTE_MS) })
  })

  test('goes to those who were found when it was due: nobody is added when it is tried again', async () => {
    const { organization, employee_technical_id, addresses } = await aTeam(1)
    await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const now = service.clock.now()
    await remind(service, { ...aRecordingMailer(() => true), now })
    const late = await aManager(service, { profiles: [{ role: everything, organizations: [organization] }] })

    const office = aRecordingMailer()
    await remind(service, { ...office, now: new Date(now.getTime() + MINUTE_MS) })

    const got = office.addresses().filter((one) => one === addressOf(late) || addresses.includes(one))
    assert.deepEqual(got, addresses)
  })

  test('is dropped with its manager: then nobody is left', async () => {
    const { employee_technical_id, managers } = await aTeam(1)
    const id = await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    await remind(
      service,
      aRecordingMailer(() => true),
    )
    assert.equal((await stored(id)).reminded_at, null)

    const deleted = await service.v2('DELETE', `/users/${managers[0]}`)
    const office = aRecordingMailer()
    await remind(service, office)

    assert.equal(deleted.statusCode, 204)
    assert.ok(!office.addresses().includes(addressOf(managers[0] ?? '')))
    assert.ok((await stored(id)).reminded_at)
  })

  test('goes to the address that the manager has by then', async () => {
    const { organization, employee_technical_id, managers } = await aTeam(1)
    await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const now = service.clock.now()
    await remind(service, { ...aRecordingMailer(() => true), now })
    const email = `${unique('new')}@acme.test`
    const profiles = [{ role: everything, organizations: [organization] }]
    await aManager(service, { technical_id: managers[0] ?? '', email, profiles })

    const office = aRecordingMailer()
    await remind(service, { ...office, now: new Date(now.getTime() + MINUTE_MS) })

    assert.equal(office.addresses().filter((one) => one === email).length, 1)
    assert.ok(!office.addresses().includes(addressOf(managers[0] ?? '')))
  })
})

describe('several workers', () => {
  test('share 300 reminders and send each once', async () => {
    const { employee_technical_id, addresses } = await aTeam(3)
    const notes = await dueNotes(employee_technical_id, 100)
    const office = aRecordingMailer(async () => {
      await delay(Math.random() * 3)
      return false
    })

    await Promise.all([remind(service, office), remind(service, office)])

    const mine = office.sent.filter((one) => addresses.includes(one.to))
    assert.equal(mine.length, 300)
    assert.equal(new Set(messageIds(mine)).size, 300)
    for (const address of addresses) assert.equal(mine.filter((one) => one.to === address).length, 100)
    await remind(service, office)
    assert.equal(office.sent.length, mine.length)
    for (const id of notes) assert.ok((await stored(id)).reminded_at)
  })

  test('do not wait for one whose mail hangs, and do not send what that has in hand', async () => {
    const { employee_technical_id, addresses } = await aTeam(8)
    const id = await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const hung = Promise.withResolvers<boolean>()
    const slow = aRecordingMailer(() => hung.promise)
    const running = remind(service, slow)
    await eventually(() => slow.asked.length === 4)

    const quick = aRecordingMailer()
    await remind(service, quick)

    assert.equal(slow.asked.length, 4)
    assert.equal(quick.sent.length, 4)
    assert.equal((await stored(id)).reminded_at, null)
    hung.resolve(false)
    await running
    assert.deepEqual([...slow.addresses(), ...quick.addresses()].toSorted(), addresses)
    assert.ok((await stored(id)).reminded_at)
  })

  test('one that is told to stop leaves the rest to the next, which sends each once', async () => {
    const { employee_technical_id, addresses } = await aTeam(20)
    await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const stop = new AbortController()
    const office = aRecordingMailer(() => {
      if (office.asked.length === 5) stop.abort(new Error('it stops'))
      return false
    })

    await assert.rejects(remind(service, { ...office, signal: stop.signal }), /it stops/)
    await remind(service, office)

    assert.deepEqual(office.addresses(), addresses)
  })
})
