import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verdictOf } from '#platform/seal/openssl.conformance.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { startSmtp } from '#test/harness/mail/smtp-server.ts'
import { expireDeadWorkers, holdChange, runningJobs, type Trigger, untilHeld, WITHIN_SECONDS } from './killed-jobs.ts'
import { startFeature } from './processes.ts'

/** Between the last signature and the end: where who seals can be made to wait. */
const POINTS: Record<string, Trigger> = {
  /** The sealed file is in the store, and nothing names it. */
  before_it_is_kept: { table: 'signature_files', event: 'INSERT', when: "new.version = 'sealed'" },
  /** Within the commit, which the database ends without the worker that asked for it: the job is done, and the worker does not know. */
  within_the_commit: {
    table: 'signature_processes',
    event: 'UPDATE',
    isInCommit: true,
    when: 'new.signed_at IS NOT NULL AND old.signed_at IS NULL',
  },
}

async function assertEndedOnce(service: TestApp, id: string): Promise<void> {
  const { read, eventsOf, fileOf } = signatureCalls(service)
  const { status, signed_document } = await read(id)
  assert.equal(status, 'sent')
  const events = (await eventsOf(id)).map(({ event }) => event)
  assert.deepEqual(events, ['created', 'updated', 'updated', 'sent', 'signed', 'signed'])
  const evidence = (await service.v2('GET', `/signature_processes/${id}/evidence`)).json()
  const sealings = evidence.filter((one: { action: string }) => one.action === 'sealed')
  assert.equal(sealings.length, 1)
  const bytes = await fileOf(id)
  assert.equal(bytes.length, signed_document?.size)
  const verdict = await verdictOf(bytes)
  assert.match(verdict, /Signature is Valid/)
  assert.match(verdict, /Total document signed/)
}

async function unfinishedMails({ pool }: TestApp): Promise<number> {
  const { rows } = await pool.query<{ unfinished: number }>(
    `SELECT count(*)::integer AS unfinished FROM jobs.job WHERE name LIKE 'signatures.mail-%' AND state < 'completed'`,
  )
  return rows[0]?.unfinished ?? 0
}

describe('workers that are killed with -9 between the last signature and the seal', () => {
  test('a process ends once, sealed, and everybody gets the document once', async () => {
    const service = await startApp()
    const smtp = await startSmtp()
    const { started, sign, read } = signatureCalls(service)
    const process = await started({ auto_send: true, signers: [anExternal(), anExternal()] })
    const holds = []
    for (const [name, trigger] of Object.entries(POINTS)) holds.push(await holdChange(service, `at_${name}`, trigger))
    for (const position of [0, 1]) assert.equal((await sign(process, position)).statusCode, 200)
    // The invitations and the codes: the signers have read them.
    await service.pool.query(`DELETE FROM jobs.job WHERE name IN ('signatures.mail-signer', 'signatures.mail-code')`)

    for (const held of holds) {
      const sealer = await startFeature(service, 'signatures', smtp.url)
      await untilHeld(held)
      const jobs = await runningJobs(service, 'signatures')
      await sealer.end('SIGKILL')
      assert.equal((await read(process.id)).status, 'signing')
      await held.release()
      await expireDeadWorkers(service, jobs)
    }
    await startFeature(service, 'signatures', smtp.url)
    await eventually(async () => (await read(process.id)).status === 'sent', { withinSeconds: WITHIN_SECONDS })
    await eventually(async () => (await unfinishedMails(service)) === 0, { withinSeconds: WITHIN_SECONDS })

    const addresses = process.signers.map((one) => one.email ?? '')
    await assertEndedOnce(service, process.id)
    assert.deepEqual(smtp.accepted.map((one) => one.to).toSorted(), addresses.toSorted())
  })
})
