import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { expireProcesses } from '#modules/signatures/jobs.ts'
import type { SignatureProcess } from '#modules/signatures/processes/schemas.ts'
import { Problem } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import type { DrawingInput } from './drawing.ts'
import { rejectProcess, signProcess } from './sign-process.ts'

const service = await startApp()
const { v2, pool, clock, keyring, doWork } = service
clock.stop()
const { created, started, signed, read, move, stateOf } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const FROM = { address: '192.0.2.7', agent: 'A browser' }

const refOf = ({ id, signers }: SignatureProcess, position = 0) => ({
  processId: id,
  signerId: signers[position]?.id ?? assert.fail('no such signer'),
})
const signing =
  (process: SignatureProcess, position = 0, drawing = TYPED as DrawingInput) =>
  (work: Work) =>
    signProcess(work, refOf(process, position), { drawing, consent: CONSENT }, FROM)
const rejecting =
  (process: SignatureProcess, position = 0) =>
  (work: Work) =>
    rejectProcess(work, keyring, { ref: refOf(process, position), reason: 'No', from: FROM })
const cancel = (id: string) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })

type Step = (process: SignatureProcess) => (work: Work) => Promise<unknown>
async function assertRefused(process: SignatureProcess, step: Step, [kind, code, message]: [string, string, string]) {
  const before = await stateOf(process)
  const error = await doWork(acme, step(process)).catch((one) => one)
  assert.ok(error instanceof Problem, String(error))
  assert.deepEqual([error.kind, error.code, error.message], [kind, code, message])
  assert.deepEqual(await stateOf(process), before)
}

const STEPS: Record<string, Step> = { sign: signing, reject: rejecting }

for (const [name, step] of Object.entries(STEPS)) {
  const state = (message: string): [string, string, string] => ['malformed', 'invalid_state', message]
  const inStatus = (status: string) => state(`The signature process is ${status}: it cannot be signed.`)

  describe(`what is refused to those who ${name}, and nothing moves`, () => {
    test('a draft, and what was rejected or canceled', async () => {
      const [draft, rejected, canceled] = [await created(), await started(), await started()]
      await doWork(acme, rejecting(rejected))
      await cancel(canceled.id)

      for (const [process, status] of [
        [draft, 'draft'],
        [rejected, 'rejected'],
        [canceled, 'canceled'],
      ] as const) {
        await assertRefused(process, step, inStatus(status))
      }
    })

    test('what has expired, and what would expire within the hour', async () => {
      const process = await started({ expiry_date: clock.now().toISOString().slice(0, 10) })
      await pool.query(`UPDATE signature_processes SET expiry_date = expiry_date - 1 WHERE id = $1`, [process.id])

      await assertRefused(process, step, state('The deadline for signing has passed.'))
      await runJob(service, expireProcesses, {})
      await assertRefused(process, step, inStatus('expired'))
    })

    test('what is sealed, sent or done', async () => {
      const document_type_code = await aDocumentType(service)
      const process = await signed({ signers: byEmployee, document_type_code, employee_technical_id: employee })

      await assertRefused(process, step, inStatus('signed'))
      await move(process.id, 'send')
      await assertRefused(process, step, inStatus('sent'))
      await move(process.id, 'archive')
      await assertRefused(process, step, inStatus('done'))
    })

    test('a second answer, also while the document waits for its seal, and an answer before the own turn', async () => {
      const process = await started({ signers: [...byEmployee, anExternal({ signing_order: 2 })] })
      const single = await started({ signers: byEmployee })
      const second: Step = (one) => (name === 'sign' ? signing(one, 1) : rejecting(one, 1))

      await assertRefused(process, second, state('Others sign before you: you will be asked when it is your turn.'))
      await doWork(acme, signing(process))
      await doWork(acme, signing(single))
      for (const one of [process, single]) await assertRefused(one, step, state('You have already answered.'))
    })

    test('the signer of another process, a process that is gone, and one of another client', async () => {
      const [process, other] = [await started(), await started()]
      const missing = (id: string): [string, string, string] => [
        'not_found',
        'not_found',
        `Signature process ${id} not found.`,
      ]

      await assertRefused(process, () => step({ ...process, signers: other.signers }), missing(process.id))
      const id = unique('none')
      await assertRefused(process, () => step({ ...process, id }), missing(id))
      const before = await stateOf(process)
      await assert.rejects(doWork(globex, step(process)), { message: missing(process.id)[2] })
      assert.deepEqual(await stateOf(process), before)
    })
  })
}

test('a signature that cannot be seen is refused after the process is locked, and leaves nothing', async () => {
  const process = await started({ signers: byEmployee })

  const blank: Step = (one) => signing(one, 0, { kind: 'typed', text: ' \u00a0 ' })

  await assertRefused(process, blank, ['invalid', 'validation_error', 'Validation failed'])
  await doWork(acme, signing(process))
  assert.equal((await read(process.id)).signers[0]?.status, 'signed')
})
