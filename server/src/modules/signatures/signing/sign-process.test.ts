import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import type { SignatureProcess } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { anExternal, CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import type { DrawingInput } from './drawing.ts'
import { rejectProcess, signProcess, viewProcess } from './sign-process.ts'

const service = await startApp()
const { v2, pool, clock, keyring, doWork } = service
clock.stop()
const { body, started, read, mails, eventsOf, stateOf, portal } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test', first_name: 'Ada', last_name: 'Love' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const FROM = { address: '192.0.2.7', agent: 'A browser' }
const DRAWING = TYPED as DrawingInput
const now = () =>
  clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, '+00:00')

const refOf = ({ id, signers }: SignatureProcess, position = 0) => ({
  processId: id,
  signerId: signers[position]?.id ?? assert.fail('no such signer'),
})
const signing =
  (process: SignatureProcess, position = 0, drawing = DRAWING) =>
  (work: Work) =>
    signProcess(work, refOf(process, position), { drawing, consent: CONSENT }, FROM)
const rejecting =
  (process: SignatureProcess, position = 0, reason = 'No') =>
  (work: Work) =>
    rejectProcess(work, keyring, { ref: refOf(process, position), reason, from: FROM })
const viewing =
  (process: SignatureProcess, position = 0) =>
  (work: Work) =>
    viewProcess(work, refOf(process, position), FROM)
const cancel = (id: string) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })

const jobsOf = async (process: SignatureProcess) => (await stateOf(process)).jobs.map((one) => one.name).toSorted()

describe('a signature', () => {
  test('keeps what was drawn, when, and the evidence of it; it is not told of before the call of send', async () => {
    const process = await started({ signers: [...byEmployee, anExternal()] })
    const before = await eventsOf(process.id)
    clock.advance(60)

    await doWork(acme, signing(process, 0, { kind: 'drawn', aspect: 3, strokes: [[0, 0.25, 1, 0.5]], text: 'x' }))

    const { process: after, drawings, evidence, events } = await stateOf(process)
    assert.deepEqual(after, {
      ...process,
      updated_at: now(),
      signers: [{ ...process.signers[0], status: 'signed', signed_at: now() }, process.signers[1]],
    })
    assert.deepEqual(
      drawings.map((one) => one.drawing),
      [{ kind: 'drawn', aspect: 3, strokes: [[0, 0.25, 1, 0.5]] }, null],
    )
    assert.deepEqual(evidence.at(-1), {
      action: 'signed',
      signer_id: process.signers[0]?.id,
      actor_name: 'Ada Love',
      address: FROM.address,
      agent: FROM.agent,
      detail: CONSENT,
      created_at: now(),
    })
    assert.deepEqual(events, before)
  })

  test('keeps the name and the address of that moment, whatever the signer is called later', async () => {
    const one = await anEmployee(service, { first_name: 'Eve', last_name: 'Before', email: 'before@acme.test' })
    const asSigner = { type: 'employee' as const, technical_id: one }
    const [done, open] = [await started({ signers: [asSigner] }), await started({ signers: [asSigner] })]
    await doWork(acme, signing(done))

    await v2('PATCH', `/employees/${one}`, { body: { last_name: 'After', email: 'after@acme.test' } })

    const nameIn = async ({ id }: SignatureProcess) => {
      const [signer] = (await read(id)).signers
      return [signer?.first_name, signer?.last_name, signer?.email]
    }
    assert.deepEqual(await nameIn(done), ['Eve', 'Before', 'before@acme.test'])
    assert.deepEqual(await nameIn(open), ['Eve', 'After', 'after@acme.test'])
  })

  test('asks the next only when all of the turn have signed, and has the document sealed after the last', async () => {
    const signers = [anExternal(), anExternal(), anExternal({ signing_order: 5 }), anExternal({ signing_order: 9 })]
    const process = await started({ signers })
    const statuses = async () => (await read(process.id)).signers.map((one) => one.status).join()
    const addresses = async () => (await mails(process.id)).map((one) => one.to)
    assert.equal((await addresses()).length, 2)

    await doWork(acme, signing(process, 1))
    assert.equal(await statuses(), 'asked,signed,waiting,waiting')
    assert.deepEqual(await addresses(), [])
    await doWork(acme, signing(process, 0))
    assert.equal(await statuses(), 'signed,signed,asked,waiting')
    assert.deepEqual(await addresses(), [process.signers[2]?.email])
    await doWork(acme, signing(process, 2))
    assert.equal(await statuses(), 'signed,signed,signed,asked')
    assert.deepEqual(await addresses(), [process.signers[3]?.email])
    assert.ok(!(await jobsOf(process)).includes('signatures.seal'))
    assert.equal((await read(process.id)).all_signed_at, null)

    const last = await doWork(acme, signing(process, 3))

    const { all_signed_at, status, signed_at } = await read(process.id)
    assert.deepEqual([all_signed_at, status, signed_at], [now(), 'signing', null])
    assert.deepEqual(last.all_signed_at, clock.now())
    assert.equal((await jobsOf(process)).filter((one) => one === 'signatures.seal').length, 1)
  })

  test('vanishes with its evidence, its job and the call to the next when a later step fails', async () => {
    const process = await started({ signers: [...byEmployee, anExternal({ signing_order: 2 })] })
    const single = await started({ signers: byEmployee })
    const before = [await stateOf(process), await stateOf(single)]

    const failing = doWork(acme, async (work) => {
      await signing(process)(work)
      await signing(single)(work)
      assert.equal(work.pendingJobs.length, 2)
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.deepEqual([await stateOf(process), await stateOf(single)], before)
  })
})

describe('a refusal to sign', () => {
  test('ends the process with the reason, and tells the others and the manager who asked', async () => {
    const manager = await aManager(service, {
      profiles: [{ role: await aRole(service), organizations: [await anOrganization(service)] }],
    })
    const signers = [anExternal(), anExternal(), anExternal({ signing_order: 2 })]
    const call = portal.as(`manager:${manager}`)
    const { id } = (await call('POST', '/manager/signatures', { body: await body({ signers }) })).json()
    await call('POST', `/manager/signatures/${id}/start`)
    const process = await read(id)
    await mails(id)
    clock.advance(60)

    await doWork(acme, rejecting(process, 0, 'The salary\nis missing 🙂.'))

    const after = await read(id)
    assert.deepEqual(after, {
      ...process,
      status: 'rejected',
      ended_at: now(),
      updated_at: now(),
      signers: [
        {
          ...process.signers[0],
          status: 'rejected',
          rejected_at: now(),
          rejection_reason: 'The salary\nis missing 🙂.',
        },
        process.signers[1],
        process.signers[2],
      ],
    })
    const told = (await mails(id)).map((one) => [one.to, one.subject])
    assert.deepEqual(
      told.toSorted(),
      [
        [process.signers[1]?.email, `Signature no longer needed: ${process.title}`],
        [`${manager.toLowerCase()}@acme.test`, `Signature refused: ${process.title}`],
      ].toSorted(),
    )
  })

  test('vanishes with its evidence and its mails when a later step fails', async () => {
    const callback_url = `https://hooks.example.com/${unique('hook')}`
    const process = await started({ signers: [...byEmployee, anExternal()], callback_url })
    const before = await stateOf(process)
    const callbacks = async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM callback_queue call JOIN callback_endpoints endpoint
           ON endpoint.client_id = call.client_id AND endpoint.id = call.endpoint_id WHERE endpoint.url = $1`,
        [callback_url],
      )
      return rowCount
    }

    const failing = doWork(acme, async (work) => {
      await rejecting(process)(work)
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.deepEqual([await stateOf(process), await callbacks()], [before, 0])
    await doWork(acme, rejecting(process))
    assert.deepEqual([(await read(process.id)).status, await callbacks()], ['rejected', 1])
  })
})

describe('a look at the document', () => {
  test('is kept once, with the first moment', async () => {
    const process = await started({ signers: byEmployee })
    const first = now()

    await doWork(acme, viewing(process))
    clock.advance(60)
    await doWork(acme, viewing(process))

    const { process: after, evidence } = await stateOf(process)
    assert.deepEqual([after.signers[0]?.viewed_at, after.updated_at], [first, process.updated_at])
    assert.equal(evidence.filter((one: { action: string }) => one.action === 'viewed').length, 1)
  })

  test('is kept once for two looks at the same moment', async () => {
    const process = await started({ signers: byEmployee })

    await Promise.all([1, 2, 3].map(() => doWork(acme, viewing(process))))

    const { evidence } = await stateOf(process)
    assert.equal(evidence.filter((one: { action: string }) => one.action === 'viewed').length, 1)
  })

  test('is not kept for a process that has ended, nor for somebody who is no signer of it', async () => {
    const [ended, other] = [await started(), await started()]
    await cancel(ended.id)
    const before = [await stateOf(ended), await stateOf(other)]

    await doWork(acme, viewing(ended))
    await doWork(acme, (work) => viewProcess(work, { ...refOf(other), signerId: refOf(ended).signerId }, FROM))

    assert.deepEqual([await stateOf(ended), await stateOf(other)], before)
  })

  test('vanishes when a later step fails', async () => {
    const process = await started()
    const before = await stateOf(process)

    const failing = doWork(acme, async (work) => {
      await viewing(process)(work)
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.deepEqual(await stateOf(process), before)
  })
})
