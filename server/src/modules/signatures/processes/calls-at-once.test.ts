import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expireProcesses, remindSigners } from '#modules/signatures/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, aSignatureType, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import type { SignatureProcess } from './schemas.ts'

const service = await startApp()
const { v2, clock } = service
const { created, started, signed, read, move, mails, signerCalls, eventsOf } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const DAY = 24 * 60 * 60
const names = async (id: string) => (await eventsOf(id)).map(({ event }) => event)
const cancel = (...ids: string[]) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: ids } })
const actionsOf = async (id: string): Promise<string[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json().map((one: { action: string }) => one.action)
const timesIn = async (id: string, action: string) => (await actionsOf(id)).filter((one) => one === action).length
const statusesOf = (answers: { statusCode: number }[]) => answers.map((one) => one.statusCode).toSorted()
/** The first signer, who agreed to the text and is about to sign. */
async function aboutToSign(process: SignatureProcess, position = 0, by = signerCalls) {
  const call = await by(process, process.signers[position] ?? assert.fail())
  const { consent } = (await call('GET', '')).json()
  return () => call('POST', '/sign', { body: { drawing: TYPED, consent } })
}

describe('time', () => {
  test('a process whose last day is over expires, and tells nobody but its address', async () => {
    const day = (days: number) => new Date(clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10)
    const process = await started({ expiry_date: day(1) })
    const later = await started({ expiry_date: day(3) })
    const waiting = await created({ expiry_date: day(1) })
    await mails(process.id)
    const expireAt = (now: Date) => runJob({ ...service, clock: { ...clock, now: () => now } }, expireProcesses, {})

    await expireAt(new Date(`${day(1)}T23:59:59Z`))
    assert.equal((await read(process.id)).status, 'signing')
    clock.advance(2 * DAY)
    await runJob(service, expireProcesses, {})
    clock.advance(-2 * DAY)

    assert.equal((await read(process.id)).status, 'expired')
    assert.deepEqual([(await read(later.id)).status, (await read(waiting.id)).status], ['signing', 'draft'])
    assert.deepEqual(await names(process.id), ['created', 'updated'])
    assert.deepEqual(await mails(process.id), [])
  })

  test('a signature type gives processes a last day, from their start', async () => {
    const signature_type_id = await aSignatureType(service, { expiry_days: 10 })
    const today = clock.now().getTime()

    const process = await started({ signature_type_id })
    const own = await started({ signature_type_id, expiry_date: '2031-01-02' })

    const day = new Date(today + 10 * DAY * 1000).toISOString().slice(0, 10)
    assert.deepEqual([process.expiry_date, own.expiry_date], [day, '2031-01-02'])
  })

  test('signers are reminded as often as the type says, those who have not answered', async () => {
    const signature_type_id = await aSignatureType(service, { reminder_days: 2 })
    const process = await started({ signature_type_id, signers: [anExternal(), anExternal({ signing_order: 2 })] })
    const never = await started()
    for (const { id } of [process, never]) await mails(id)
    const subjects = async () => {
      await runJob(service, remindSigners, {})
      return (await mails(process.id)).map((one) => `${one.to} ${one.subject}`)
    }
    const reminder = `${process.signers[0]?.email} Reminder, please sign: ${process.title}`

    assert.deepEqual(await subjects(), [])
    clock.advance(2 * DAY)
    assert.deepEqual(await subjects(), [reminder])
    assert.deepEqual(await subjects(), [])
    clock.advance(2 * DAY)
    assert.deepEqual(await subjects(), [reminder])
    clock.advance(-4 * DAY)
    assert.deepEqual(await mails(never.id), [])
  })
})

type Later = Pick<ReturnType<typeof signatureCalls>, 'signerCalls'> & { post: (path: string) => ReturnType<typeof v2> }

/** Something done at another time, with a session and a token of that time. */
async function atTime<T>(moment: string, operation: (calls: Later) => Promise<T>): Promise<T> {
  const seconds = (new Date(moment).getTime() - clock.now().getTime()) / 1000
  clock.advance(seconds)
  try {
    const authorization = `Bearer ${await service.requestToken('payroll')}`
    const post = (path: string) => v2('POST', `/signature_processes/${path}`, { headers: { authorization } })
    return await operation({ signerCalls: signatureCalls(service).signerCalls, post })
  } finally {
    clock.advance(-seconds)
  }
}

// Decision 32: the last day ends at midnight in UTC.
describe('midnight after the last day', () => {
  const start = clock.now().getTime()
  const dayIn = (days: number) => new Date(start + days * DAY * 1000).toISOString().slice(0, 10)
  const invalidState = (message: string) => ({ code: 'invalid_state', message })

  test('200 signs in its last minute, 400 in the first after it, though it has not expired yet', async () => {
    const process = await started({ expiry_date: dayIn(1), signers: [...byEmployee, anExternal()] })
    const signAt = (moment: string) =>
      atTime(moment, async (later) => (await aboutToSign(process, 0, later.signerCalls))())

    const late = await signAt(`${dayIn(2)}T00:00:00.000Z`)
    const inTime = await signAt(`${dayIn(1)}T23:59:00.000Z`)

    assert.deepEqual([late.statusCode, late.json()], [400, invalidState('The deadline for signing has passed.')])
    assert.deepEqual([inTime.statusCode, inTime.json().my_status], [200, 'signed'])
  })

  test('400 refuses to reject it, too, and 400 reminds nobody; the expiry of the next hour ends it', async () => {
    const process = await started({ expiry_date: dayIn(1), signers: byEmployee })
    const [signer = assert.fail()] = process.signers
    await mails(process.id)

    await atTime(`${dayIn(2)}T00:00:00Z`, async (later) => {
      const call = await later.signerCalls(process, signer)
      const passed = invalidState('The deadline for signing has passed.')
      const rejected = await call('POST', '/reject', { body: { reason: 'No' } })
      assert.deepEqual([rejected.statusCode, rejected.json()], [400, passed])
      const reminded = await later.post(`${process.id}/signers/${signer.id}/remind`)
      assert.deepEqual([reminded.statusCode, reminded.json()], [400, passed])
      await runJob(service, expireProcesses, {})
    })

    assert.equal((await read(process.id)).status, 'expired')
    assert.deepEqual(await mails(process.id), [])
    assert.deepEqual((await actionsOf(process.id)).slice(-2), ['asked', 'expired'])
  })

  test('400 for every call of a signer about what has expired', async () => {
    const process = await started({ expiry_date: dayIn(0), signers: byEmployee })
    await service.pool.query(`UPDATE signature_processes SET expiry_date = expiry_date - 1 WHERE id = $1`, [process.id])
    await runJob(service, expireProcesses, {})
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    const { consent, may_sign } = (await call('GET', '')).json()

    const message = 'The signature process is expired: it cannot be signed.'
    for (const [path, body] of [
      ['/sign', { drawing: TYPED, consent }],
      ['/reject', { reason: 'No' }],
    ] as const) {
      const answer = await call('POST', path, { body })
      assert.deepEqual([answer.statusCode, answer.json()], [400, invalidState(message)])
    }
    assert.equal(may_sign, false)
    assert.equal((await call('POST', '/views')).statusCode, 204)
    assert.equal(await timesIn(process.id, 'viewed'), 0)
  })

  test('422 starts nothing whose last day has passed since it was drafted; on that day it starts', async () => {
    const last = dayIn(1)
    const [late, inTime] = [await created({ expiry_date: last }), await created({ expiry_date: last })]

    const refused = await atTime(`${dayIn(2)}T00:00:00Z`, ({ post }) => post(`${late.id}/start`))
    const begun = await atTime(`${last}T23:59:00Z`, ({ post }) => post(`${inTime.id}/start`))

    const errors = [{ field: 'expiry_date', code: 'in_the_past', message: `${last} is in the past.` }]
    assert.deepEqual(
      [refused.statusCode, refused.json()],
      [422, { code: 'validation_error', message: 'Validation failed', errors }],
    )
    assert.deepEqual([begun.statusCode, (await read(late.id)).status], [200, 'draft'])
  })

  test('what everyone has signed waits for its seal, however long, and does not expire', async () => {
    const process = await started({ expiry_date: dayIn(1), signers: byEmployee })
    assert.equal((await (await aboutToSign(process))()).statusCode, 200)

    await atTime(`${dayIn(9)}T12:00:00Z`, () => runJob(service, expireProcesses, {}))

    const { status, all_signed_at, ended_at } = await read(process.id)
    assert.deepEqual([status, all_signed_at !== null, ended_at], ['signing', true, null])
  })

  test('reminders that are due end with the last day, though it has not expired yet', async () => {
    const signature_type_id = await aSignatureType(service, { reminder_days: 1 })
    const process = await started({ signature_type_id, expiry_date: dayIn(2) })
    const remindAt = (moment: string) => atTime(moment, () => runJob(service, remindSigners, {}))

    await remindAt(`${dayIn(3)}T07:23:00Z`)
    assert.equal(await timesIn(process.id, 'reminded'), 0)
    await remindAt(`${dayIn(2)}T07:23:00Z`)
    assert.equal(await timesIn(process.id, 'reminded'), 1)
  })
})

describe('two calls at once', () => {
  test('to start it: one starts it, and each signer is mailed once', async () => {
    const { id } = await created({ signers: [anExternal(), anExternal()] })

    const answers = await Promise.all([move(id, 'start'), move(id, 'start'), move(id, 'start')])

    assert.deepEqual(statusesOf(answers), [200, 400, 400])
    assert.equal((await mails(id)).length, 2)
  })

  test('to sign and to cancel it: one of them counts, and the other is refused', async () => {
    const process = await started()
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    const { consent } = (await call('GET', '')).json()

    const [signing, canceling] = await Promise.all([
      call('POST', '/sign', { body: { drawing: TYPED, consent } }),
      cancel(process.id),
    ])

    const isSigned = signing.statusCode === 200
    assert.equal(canceling.statusCode >= 400, isSigned, canceling.body)
    assert.equal((isSigned ? canceling : signing).json().code, 'invalid_state')
    const { status, signers } = await read(process.id)
    assert.deepEqual([status, signers[0]?.status], isSigned ? ['signing', 'signed'] : ['canceled', 'asked'])
  })

  test('to reject and to sign it: it ends rejected, in either order', async () => {
    const process = await started({ signers: [anExternal(), anExternal()] })
    const [first = assert.fail(), second = assert.fail()] = process.signers
    const rejecting = await signerCalls(process, first)
    const signing = await signerCalls(process, second)
    const { consent } = (await signing('GET', '')).json()

    const [rejected, signed] = await Promise.all([
      rejecting('POST', '/reject', { body: { reason: 'No' } }),
      signing('POST', '/sign', { body: { drawing: TYPED, consent } }),
    ])

    assert.equal(rejected.statusCode, 200, rejected.body)
    const after = await read(process.id)
    assert.deepEqual([after.status, after.signers[0]?.status], ['rejected', 'rejected'])
    assert.equal(after.signers[1]?.status, signed.statusCode === 200 ? 'signed' : 'asked')
  })

  test('to delete and to start it: one of them counts', async () => {
    const { id } = await created()

    const [deleted, begun] = await Promise.all([v2('DELETE', `/signature_processes/${id}`), move(id, 'start')])

    const outcome = [deleted.statusCode, begun.statusCode]
    assert.ok(
      [
        [204, 404],
        [400, 200],
      ].some((one) => one.join() === outcome.join()),
      outcome.join(),
    )
  })
})

describe('more calls at once', () => {
  test('to sign it by the same signer: one counts, and the next are asked once', async () => {
    const process = await started({ signers: [...byEmployee, anExternal({ signing_order: 2 })] })
    const sign = await aboutToSign(process)
    await mails(process.id)

    const answers = await Promise.all([sign(), sign(), sign()])

    assert.deepEqual(statusesOf(answers), [200, 400, 400])
    for (const answer of answers.filter((one) => one.statusCode === 400)) {
      assert.deepEqual(answer.json(), { code: 'invalid_state', message: 'You have already answered.' })
    }
    assert.equal(await timesIn(process.id, 'signed'), 1)
    assert.deepEqual(
      (await mails(process.id)).map((one) => one.to),
      [process.signers[1]?.email],
    )
  })

  test('to sign by two of one turn: both count, and the next turn is asked once', async () => {
    const other = await anEmployee(service, { email: 'bea@acme.test' })
    const process = await started({
      signers: [...byEmployee, { type: 'employee', technical_id: other }, anExternal({ signing_order: 7 })],
    })
    const [first, second] = [await aboutToSign(process), await aboutToSign(process, 1)]
    await mails(process.id)

    const answers = await Promise.all([first(), second()])

    assert.deepEqual(statusesOf(answers), [200, 200])
    assert.deepEqual(
      (await read(process.id)).signers.map((one) => one.status),
      ['signed', 'signed', 'asked'],
    )
    assert.equal((await mails(process.id)).length, 1)
  })

  test('to cancel it: one ends it, and it is told of once', async () => {
    const { id } = await started()
    await mails(id)

    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)])

    assert.deepEqual(statusesOf(answers), [204, 400, 400])
    const message = `The signature process is canceled: ${id} cannot be canceled.`
    const refused = answers.find((one) => one.statusCode === 400)
    assert.deepEqual(refused?.json(), { code: 'invalid_state', message })
    assert.equal(await timesIn(id, 'canceled'), 1)
    assert.equal((await mails(id)).length, 1)
  })

  test('to cancel two, named in either order: no call waits for the other forever', async () => {
    const [one, two] = [(await started()).id, (await started()).id]

    const answers = await Promise.all([cancel(one, two), cancel(two, one)])

    assert.deepEqual(statusesOf(answers), [204, 400])
    assert.deepEqual([await timesIn(one, 'canceled'), await timesIn(two, 'canceled')], [1, 1])
  })

  test('to cancel one that is named twice, once in capital letters: it ends once', async () => {
    const { id } = await started()
    await mails(id)

    assert.equal((await cancel(id, id.toUpperCase(), id)).statusCode, 204)

    assert.equal(await timesIn(id, 'canceled'), 1)
    assert.equal((await mails(id)).length, 1)
  })

  test('to remind a signer while it expires: it ends expired, and nobody is reminded after that', async () => {
    const process = await started({ expiry_date: clock.now().toISOString().slice(0, 10) })
    await mails(process.id)
    const [signer = assert.fail()] = process.signers
    await service.pool.query(`UPDATE signature_processes SET expiry_date = expiry_date - 1 WHERE id = $1`, [process.id])

    const [reminded] = await Promise.all([
      move(process.id, `signers/${signer.id}/remind`),
      runJob(service, expireProcesses, {}),
      runJob(service, expireProcesses, {}),
    ])

    assert.deepEqual([reminded.statusCode, reminded.json().code], [400, 'invalid_state'])
    assert.equal((await read(process.id)).status, 'expired')
    assert.deepEqual([await timesIn(process.id, 'expired'), await mails(process.id)], [1, []])
  })

  test('to sign it while it expires: the signature is refused, for its day is over', async () => {
    const process = await started({ expiry_date: clock.now().toISOString().slice(0, 10), signers: byEmployee })
    const sign = await aboutToSign(process)
    await service.pool.query(`UPDATE signature_processes SET expiry_date = expiry_date - 1 WHERE id = $1`, [process.id])

    const [answer] = await Promise.all([sign(), runJob(service, expireProcesses, {})])

    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_state'])
    const { status, signers } = await read(process.id)
    assert.deepEqual([status, signers[0]?.status], ['expired', 'asked'])
  })

  test('to change and to start a draft: the change comes first, or is refused', async () => {
    const { id, title } = await created()
    const change = v2('PATCH', `/signature_processes/${id}`, { body: { title: 'Changed' } })

    const [changed, begun] = await Promise.all([change, move(id, 'start')])

    assert.equal(begun.statusCode, 200)
    assert.equal((await read(id)).title, changed.statusCode === 200 ? 'Changed' : title)
    if (changed.statusCode !== 200) assert.equal(changed.json().code, 'invalid_state')
  })

  test('to send and to archive what everyone has signed: each happens once', async () => {
    const document_type_code = await aDocumentType(service)
    const { id } = await signed({ document_type_code, employee_technical_id: employee, signers: byEmployee })
    await mails(id)

    const answers = await Promise.all([move(id, 'archive'), move(id, 'archive'), move(id, 'send'), move(id, 'send')])

    const archived = answers.slice(0, 2).filter((one) => one.statusCode === 204)
    const sent = answers.slice(2).filter((one) => one.statusCode === 204)
    assert.ok(archived.length === 1 && sent.length <= 1, statusesOf(answers).join())
    assert.equal((await read(id)).status, 'done')
    assert.deepEqual([await timesIn(id, 'archived'), await timesIn(id, 'sent')], [1, sent.length])
    assert.equal((await mails(id)).length, sent.length)
  })
})
