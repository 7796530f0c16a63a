import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { remindSigners } from '#modules/signatures/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { remindSigner, startProcess } from './start-process.ts'

const DAY = 24 * 60 * 60
const service = await startApp()
const { v2, pool, clock, doWork } = service
const { body, created, started, signed, move, read, sign, mails, eventsOf } = signatureCalls(service)
clock.stop()

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const silent = await anEmployee(service)
const manager = await aManager(service)

type Evidence = { action: string; signer_id: string | null; actor_name: string | null; created_at: string }
const evidenceOf = async (id: string): Promise<Evidence[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()
const jobs = async (id: string): Promise<number> =>
  (await pool.query(`SELECT count(*)::integer AS count FROM jobs.job WHERE data ->> 'process_id' = $1`, [id])).rows[0]
    .count
/** All that there is of a process, and of its mails, to show that nothing moved. */
const stateOf = async (id: string) => [await read(id), await eventsOf(id), await evidenceOf(id), await jobs(id)]
const dayIn = (days: number) => new Date(clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10)
const remind = (id: string, signerId = '') => move(id, `signers/${signerId}/remind`)
const invalidState = (message: string) => ({ code: 'invalid_state', message })

describe('POST /signature_processes/{id}/start', () => {
  test('200 answers the process that is being signed, and tells of it; its first signers are asked', async () => {
    const before = await created({
      signers: [
        { type: 'employee', technical_id: employee, signing_order: 2 },
        { type: 'user', technical_id: manager, signing_order: 2 },
        anExternal({ signing_order: 9 }),
      ],
      expiry_date: dayIn(3),
    })
    clock.advance(5)

    const answer = await move(before.id, 'start')

    const { started_at } = answer.json()
    const [first, second, third] = before.signers
    const asked = { status: 'asked', asked_at: started_at }
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      ...before,
      status: 'signing',
      started_at,
      updated_at: started_at,
      signers: [Object.assign({}, first, asked), Object.assign({}, second, asked), third],
    })
    assert.ok(started_at > before.updated_at)
    assert.deepEqual((await eventsOf(before.id)).slice(1), [{ event: 'updated', data: answer.json() }])
    assert.deepEqual(
      (await evidenceOf(before.id))
        .slice(1)
        .map(({ action, signer_id, actor_name }) => [action, signer_id, actor_name]),
      [
        ['started', null, 'payroll'],
        ['asked', first?.id, `Eve ${employee}`],
        ['asked', second?.id, `Max ${manager}`],
      ],
    )
  })

  test('200 asks a signer without an address too, whom the portal tells; there is no mail', async () => {
    const { id } = await created({ signers: [{ type: 'employee', technical_id: silent }] })

    const answer = await move(id, 'start')

    assert.deepEqual([answer.json().signers[0].status, answer.json().signers[0].email], ['asked', null])
    assert.deepEqual(await mails(id), [])
  })

  for (const [time, days, last] of [
    ['00:00:00.000', 1, '2031-03-01'],
    ['23:59:59.999', 1, '2031-03-01'],
    ['12:00:00.000', 366, '2032-02-29'],
    ['12:00:00.000', 307, '2032-01-01'],
  ] as const) {
    test(`200 gives it its last day in UTC, at ${time}, after ${days} days: ${last}`, async () => {
      const signature_type_id = await aSignatureType(service, { expiry_days: days })
      const { id } = await created({ signature_type_id })
      const now = new Date(`2031-02-28T${time}Z`)

      const process = await doWork(acme, (work) => startProcess({ ...work, now }, id))

      assert.equal(process.expiry_date, last)
    })
  }

  test('200 gives it no last day if neither the process nor its type has one', async () => {
    assert.equal((await started({ signature_type_id: await aSignatureType(service) })).expiry_date, null)
  })

  test('400 for one that was started already, with its state, and nothing changes', async () => {
    const { id } = await started()
    const before = await stateOf(id)

    const answer = await move(id, 'start')

    const message = 'The signature process is signing: it was started already.'
    assert.deepEqual([answer.statusCode, answer.json()], [400, invalidState(message)])
    assert.deepEqual(await stateOf(id), before)
  })

  test('404 for another client, and nothing changes', async () => {
    const { id } = await created()
    const before = await stateOf(id)

    const answer = await move(id, 'start', { application: 'rival' })

    const expected = { code: 'not_found', message: `Signature process ${id} not found.` }
    assert.deepEqual([answer.statusCode, answer.json()], [404, expected])
    assert.deepEqual(await stateOf(id), before)
  })

  test('vanishes with its event, its evidence and its mails when a later step fails', async () => {
    const { id } = await created({ signers: [anExternal(), anExternal()] })
    const before = await stateOf(id)

    const failing = doWork(acme, async (work) => {
      await startProcess(work, id)
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await stateOf(id), before)
    assert.equal((await move(id, 'start')).statusCode, 200)
    assert.equal((await mails(id)).length, 2)
  })
})

describe('POST /signature_processes/{id}/signers/{signer_id}/remind', () => {
  test('204 with no body; says when, keeps it in the evidence, and emits nothing', async () => {
    const { id, signers } = await started()
    const told = await eventsOf(id)
    await mails(id)
    clock.advance(60)

    const answer = await remind(id, signers[0]?.id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const [signer] = (await read(id)).signers
    const [entry] = (await evidenceOf(id)).slice(-1)
    assert.deepEqual([entry?.action, entry?.signer_id, entry?.actor_name], ['reminded', signer?.id, 'Eve Outside'])
    assert.deepEqual([signer?.reminded_at, signer?.status], [entry?.created_at, 'asked'])
    assert.ok((signer?.reminded_at ?? '') > (signer?.asked_at ?? ''))
    assert.deepEqual(await eventsOf(id), told)
    assert.equal((await mails(id)).length, 1)
  })

  test('refusals: each with its status and its reason, and nobody is mailed', async () => {
    const process = await started({
      signers: [anExternal(), { type: 'employee', technical_id: silent }, anExternal({ signing_order: 2 })],
    })
    const draft = await created()
    const over = await signed()
    await sign(process, 0)
    await mails(process.id)
    const [hasSigned, mute, waiting] = process.signers
    const none = '0194f9a1-0000-7000-8000-000000000001'
    const notFound = (message: string) => ({ code: 'not_found', message })
    const errors = [{ field: 'email', code: 'required', message: 'This signer has no e-mail address.' }]
    const cases: [process: string, signer: string | undefined, status: number, body: object][] = [
      [process.id, hasSigned?.id, 400, invalidState('The signer is signed and cannot be reminded.')],
      [process.id, waiting?.id, 400, invalidState('The signer is waiting and cannot be reminded.')],
      [process.id, mute?.id, 422, { code: 'validation_error', message: 'Validation failed', errors }],
      [process.id, none, 404, notFound(`Signer ${none} not found.`)],
      [process.id, draft.signers[0]?.id, 404, notFound(`Signer ${draft.signers[0]?.id} not found.`)],
      [process.id, 'none', 404, notFound('Signer none not found.')],
      [none, hasSigned?.id, 404, notFound(`Signature process ${none} not found.`)],
      [draft.id, draft.signers[0]?.id, 400, invalidState('The signature process is draft: no signer can be reminded.')],
      [over.id, over.signers[0]?.id, 400, invalidState('The signature process is signed: no signer can be reminded.')],
    ]
    const before = await stateOf(process.id)

    for (const [id, signer, status, expected] of cases) {
      const answer = await remind(id, signer)
      assert.deepEqual([answer.statusCode, answer.json()], [status, expected])
    }
    assert.deepEqual(await stateOf(process.id), before)
  })

  test('vanishes with its mail when a later step fails', async () => {
    const { id, signers } = await started()
    const before = await stateOf(id)

    const failing = doWork(acme, async (work) => {
      await remindSigner(work, id, signers[0]?.id ?? '')
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await stateOf(id), before)
  })
})

describe('reminders that are due', () => {
  /** Without a call: the tokens are too old by then. */
  const remindersOf = async (...ids: string[]): Promise<number> => {
    const sql = `SELECT count(*)::integer AS count FROM signature_evidence WHERE action = 'reminded' AND process_id = ANY ($1)`
    return (await pool.query(sql, [ids])).rows[0].count
  }

  test('come to the second, count from the last one, also if that was a call, and skip those without an address', async () => {
    const signature_type_id = await aSignatureType(service, { reminder_days: 3 })
    const process = await started({
      signature_type_id,
      signers: [anExternal(), { type: 'employee', technical_id: silent }],
    })
    const run = async (seconds: number) => {
      clock.advance(seconds)
      await runJob(service, remindSigners, {})
      return remindersOf(process.id)
    }
    const startedAt = clock.now().getTime()

    assert.equal(await run(3 * DAY - 1), 0)
    assert.equal(await run(1), 1)
    assert.equal(await run(DAY), 1)
    const headers = { authorization: `Bearer ${await service.requestToken('payroll')}` }
    const answer = await move(process.id, `signers/${process.signers[0]?.id}/remind`, { headers })
    assert.equal(answer.statusCode, 204, answer.body)
    assert.equal(await run(3 * DAY - 1), 2)
    assert.equal(await run(1), 3)
    clock.advance((startedAt - clock.now().getTime()) / 1000)
    assert.deepEqual((await read(process.id)).signers[1]?.reminded_at, null)
  })

  test('come to the signers of every client, and stop where the worker is told to', async () => {
    const id = unique('type')
    const types = [await aSignatureType(service, { reminder_days: 1 })]
    await v2('PUT', `/signature_types/${id}`, { application: 'rival', body: { reminder_days: 1 } })
    const own = await started({ signature_type_id: types[0] })
    const upload_id = await importCalls(service).upload(aPdf(), { filename: 'a.pdf', application: 'rival' })
    const sent = await body({ signature_type_id: id, upload_id })
    const theirs = (await v2('POST', '/signature_processes', { application: 'rival', body: sent })).json()
    await move(theirs.id, 'start', { application: 'rival' })
    clock.advance(2 * DAY)
    const stopped = { ...service, signal: AbortSignal.abort(new Error('the worker stops')) }

    await assert.rejects(remindSigners.run({}, stopped), /the worker stops/)
    assert.equal(await remindersOf(own.id, theirs.id), 0)
    await runJob(service, remindSigners, {})
    clock.advance(-2 * DAY)

    assert.equal(await remindersOf(own.id, theirs.id), 2)
  })
})
