import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { expireProcesses } from '#modules/signatures/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { anExternal, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { listExpired } from './due-queries.ts'
import { cancelProcesses, endEarly, expireProcess, isOver } from './end-process.ts'
import { getLockedProcess } from './get-process.ts'

const service = await startApp()
const { v2, db, pool, clock, doWork, keyring } = service
const { body, created, started, signed, read, sign, mails, eventsOf, portal } = signatureCalls(service)
clock.stop()

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const profiles = [{ role: await aRole(service), organizations: [await anOrganization(service)], include_below: true }]
const manager = await aManager(service, { profiles })

const cancelWith = (given: unknown, application: 'payroll' | 'rival' = 'payroll') =>
  v2('POST', '/signature_processes/cancel', { application, body: { signature_process_ids: given } })
const cancel = (...ids: string[]) => cancelWith(ids)
const evidenceOf = async (id: string) => (await v2('GET', `/signature_processes/${id}/evidence`)).json()
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await pool.query(`SELECT count(*)::integer AS count FROM ${sql}`, values)).rows[0].count
const jobs = (id: string) => count(`jobs.job WHERE data ->> 'process_id' = $1`, id)
const calls = (id: string) => count(`callback_deliveries WHERE body::text LIKE '%' || $1 || '%'`, id)
/** All that there is of a process, and of its mails, to show that nothing moved. */
const stateOf = async (id: string) => [await read(id), await eventsOf(id), await evidenceOf(id), await jobs(id)]
const NONE = '0194f9a1-0000-7000-8000-000000000001'
const unknown = (id: string, index: number) => ({
  field: `signature_process_ids.${index}`,
  code: 'unknown_signature_process',
  message: `Signature process ${id} not found.`,
})

/** A process that a manager made and started. */
async function ofManager(over: Over = {}) {
  const call = portal.as(`manager:${manager}`)
  const made = await call('POST', '/manager/signatures', { body: await body(over) })
  assert.equal(made.statusCode, 201, made.body)
  assert.equal((await call('POST', `/manager/signatures/${made.json().id}/start`)).statusCode, 200)
  return read(made.json().id)
}

/** Lets its last day be over. */
const outdate = (id: string) =>
  pool.query(`UPDATE signature_processes SET expiry_date = $2::date - 1 WHERE id = $1`, [id, clock.now()])

describe('POST /signature_processes/cancel', () => {
  test('204 with no body; it has ended, the evidence says by whom, and no event tells of it', async () => {
    const { id, ...before } = await started()
    const told = await eventsOf(id)
    clock.advance(5)

    const answer = await cancel(id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const { ended_at, ...after } = await read(id)
    assert.deepEqual(
      { id, ...before, status: 'canceled', updated_at: ended_at },
      { ...after, ended_at: before.ended_at },
    )
    assert.ok((ended_at ?? '') > before.updated_at)
    const { action, actor_name, created_at } = (await evidenceOf(id)).at(-1)
    assert.deepEqual([action, actor_name, created_at], ['canceled', 'payroll', ended_at])
    assert.deepEqual(await eventsOf(id), told)
  })

  test('204 writes to the signers who were asked and have not answered, and to nobody else', async () => {
    const signers = [anExternal(), anExternal(), anExternal({ signing_order: 2 })]
    const process = await ofManager({ signers })
    await sign(process, 0)
    await mails(process.id)

    await cancel(process.id)

    assert.deepEqual(
      (await mails(process.id)).map((one) => one.to),
      [signers[1]?.email],
    )
  })

  test('422 names each that is not there, where it stands, and cancels none of the others', async () => {
    const { id } = await started()
    const before = await stateOf(id)

    const answer = await cancel(NONE, id, 'none', id.replaceAll('-', ''), '')

    const errors = [unknown(NONE, 0), unknown('none', 2), unknown(id.replaceAll('-', ''), 3), unknown('', 4)]
    assert.deepEqual(
      [answer.statusCode, answer.json()],
      [422, { code: 'validation_error', message: 'Validation failed', errors }],
    )
    assert.deepEqual(await stateOf(id), before)
  })

  test('422 for the process of another client, as for one that is not there', async () => {
    const { id } = await started()
    const before = await stateOf(id)

    const answer = await cancelWith([id], 'rival')

    assert.deepEqual([answer.statusCode, answer.json().errors], [422, [unknown(id, 0)]])
    assert.deepEqual(await stateOf(id), before)
  })

  for (const [what, given, field, code] of [
    ['nothing', undefined, 'signature_process_ids', 'required'],
    ['an empty list', [], 'signature_process_ids', 'too_short'],
    ['a list of 1001', Array(1001).fill(NONE), 'signature_process_ids', 'too_long'],
    ['one that is not in a list', NONE, 'signature_process_ids', 'wrong_type'],
    ['a number', [NONE, 1], 'signature_process_ids.1', 'wrong_type'],
    ['null', [null], 'signature_process_ids.0', 'wrong_type'],
    ['a text of 101 characters', ['x'.repeat(101)], 'signature_process_ids.0', 'too_long'],
  ] as const) {
    test(`422 for ${what}`, async () => {
      const answer = await cancelWith(given)

      const errors = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
      assert.deepEqual([answer.statusCode, errors], [422, [[field, code]]])
    })
  }

  test('400 if one cannot be canceled any more: each with its reason, and the others go on', async () => {
    const running = await started()
    const sealing = await started()
    await sign(sealing, 0)
    const ended = await signed()
    const draft = await created()
    const before = await stateOf(running.id)

    for (const [id, message] of [
      [sealing.id, `All signers have signed ${sealing.id}: it can no longer be canceled.`],
      [ended.id, `The signature process is signed: ${ended.id} cannot be canceled.`],
      [draft.id, `The signature process is draft: ${draft.id} cannot be canceled.`],
    ] as const) {
      const answer = await cancel(running.id, id)
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
    }
    assert.deepEqual(await stateOf(running.id), before)
    assert.equal((await read(sealing.id)).status, 'signing')
  })

  test('204 for three that are named a hundred times: each ends once', async () => {
    const ids = [(await started()).id, (await started()).id, (await started()).id]

    const answer = await cancel(...Array(33).fill(ids).flat(), ids[0] ?? '')

    assert.equal(answer.statusCode, 204, answer.body)
    for (const id of ids) {
      assert.equal((await read(id)).status, 'canceled')
      const actions = (await evidenceOf(id)).map((one: { action: string }) => one.action)
      assert.deepEqual(actions, ['created', 'started', 'asked', 'canceled'])
    }
  })
})

describe('an early end', () => {
  /** What ends a process, and how many callbacks it makes. */
  const ends: [name: string, step: (work: Work, id: string) => Promise<unknown>][] = [
    ['canceled', (work, id) => cancelProcesses(work, keyring, [id])],
    ['expired', (work, id) => expireProcess(work, keyring, id)],
    ['rejected', async (work, id) => endEarly(work, keyring, await getLockedProcess(work, id), { status: 'rejected' })],
  ]
  for (const [status, step] of ends) {
    test(`${status}: vanishes with its mails and its callback when a later step fails; else each is made once`, async () => {
      const callback_url = 'https://hooks.example.com/in'
      const { id } = await started({ callback_url, signers: [anExternal(), anExternal()] })
      if (status === 'expired') await outdate(id)
      const before = await stateOf(id)
      const called = await calls(id)

      const failing = doWork(acme, async (work) => {
        await step(work, id)
        throw new Error('a later step')
      })

      await assert.rejects(failing, /a later step/)
      assert.deepEqual(await stateOf(id), before)
      assert.equal(await calls(id), called)
      await doWork(acme, (work) => step(work, id))
      const { ended_at, signers } = await read(id)
      assert.deepEqual([(await read(id)).status, ended_at !== null], [status, true])
      assert.deepEqual(
        signers.map((one) => one.status),
        ['asked', 'asked'],
      )
      assert.equal((await calls(id)) - called, 1)
    })
  }

  test('tells the manager who asked of a refusal and of the end of time, not of what they do themselves', async () => {
    const signers = [{ type: 'employee' as const, technical_id: employee }]
    const [canceled, expired] = [await ofManager({ signers }), await ofManager({ signers })]
    for (const { id } of [canceled, expired]) await mails(id)
    await outdate(expired.id)

    await cancel(canceled.id)
    await runJob(service, expireProcesses, {})

    const recipients = async (id: string) => (await mails(id)).map((one) => one.to)
    assert.deepEqual(await recipients(canceled.id), ['ada@acme.test'])
    assert.deepEqual(await recipients(expired.id), [`${manager.toLowerCase()}@acme.test`])
  })
})

describe('the end of time', () => {
  test('is the day after the last day, in UTC, and never without one', () => {
    const now = (time: string) => ({ now: new Date(time) })

    for (const [expiry_date, time, expected] of [
      [null, '2999-01-01T00:00:00Z', false],
      ['2031-02-28', '2031-02-28T00:00:00Z', false],
      ['2031-02-28', '2031-02-28T23:59:59.999Z', false],
      ['2031-02-28', '2031-03-01T00:00:00Z', true],
      ['2031-12-31', '2032-01-01T00:00:00Z', true],
      ['2031-03-01', '2031-03-02T00:30:00+01:00', false],
    ] as const) {
      assert.equal(isOver(now(time), { expiry_date }), expected, `${expiry_date} at ${time}`)
    }
  })

  test('finds those that are being signed alone, the longest over first, as many as are asked for', async () => {
    const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const [third, first, second] = [
      await started({ expiry_date: day(3) }),
      await started({ expiry_date: day(1) }),
      await started({ expiry_date: day(2) }),
    ]
    const sealing = await started({ expiry_date: day(1) })
    await sign(sealing, 0)
    const others = [await created({ expiry_date: day(1) }), await started({ expiry_date: day(4) }), sealing]
    const idsUntil = async (until: string, limit = 500) =>
      (await listExpired(db, { day: until, limit })).map((one) => one.process_id)

    const found = await idsUntil(day(4))

    assert.deepEqual(found, [first.id, second.id, third.id])
    assert.deepEqual(await idsUntil(day(4), 2), [first.id, second.id])
    assert.deepEqual(await idsUntil(day(1)), [])
    assert.ok(others.every(({ id }) => !found.includes(id)))
    await cancel(first.id, second.id, third.id)
    assert.deepEqual(await idsUntil(day(4)), [])
  })

  test('ends nothing that has ended otherwise, is not over, or is not there', async () => {
    const running = await started({ expiry_date: clock.now().toISOString().slice(0, 10) })
    const ended = await started()
    await cancel(ended.id)
    await outdate(ended.id)
    const before = [await stateOf(running.id), await stateOf(ended.id)]

    for (const id of [running.id, ended.id, NONE, 'none']) {
      await doWork(acme, (work) => expireProcess(work, keyring, id))
    }

    assert.deepEqual([await stateOf(running.id), await stateOf(ended.id)], before)
  })

  test('comes to none while the worker is told to stop, and to all with the next run', async () => {
    const processes = [await started(), await started()]
    for (const { id } of processes) await outdate(id)
    const stopped = { ...service, signal: AbortSignal.abort(new Error('the worker stops')) }
    const statuses = () => Promise.all(processes.map(async ({ id }) => (await read(id)).status))

    await assert.rejects(expireProcesses.run({}, stopped), /the worker stops/)
    assert.deepEqual(await statuses(), ['signing', 'signing'])
    await runJob(service, expireProcesses, {})

    assert.deepEqual(await statuses(), ['expired', 'expired'])
    const { action, actor_name } = (await evidenceOf(processes[0]?.id ?? '')).at(-1)
    assert.deepEqual([action, actor_name], ['expired', null])
  })
})
