import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Clock } from '#platform/clock.ts'
import { aRoot, aServer, aTimestampAuthority, infoFor, sendReply } from '#platform/seal/openssl.conformance.ts'
import { readRoots } from '#platform/seal/read-roots.ts'
import { requestTimestamp, type TimestampAuthority } from '#platform/seal/request-timestamp.ts'
import { startApp } from '#test/harness/app.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'

/** The attacker answers in place of the timestamp authority: on its way, or at its address. */
const service = await startApp()
const { started, sign, seal, read } = signatureCalls(service)
const authority = await aTimestampAuthority()
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Has a document sealed while somebody answers like this; the answer is what became of it. */
async function sealWith(
  answer: (question: Buffer) => Promise<Buffer>,
  { roots, clock = service.clock }: { roots?: TimestampAuthority['roots']; clock?: Clock } = {},
) {
  const url = await aServer(async (question, response) => sendReply(response, await answer(question)))
  const process = await started()
  await sign(process, 0)
  const timestamp = (signature: Buffer) => requestTimestamp({ ...service, clock }, { url, roots }, signature)
  const context = { ...service, timestamp }
  const refusal = await seal(process.id, context).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { refusal, status: (await read(process.id)).status, process }
}

/** The job failed, which the queue runs again, and nothing was sealed. */
function assertNotSealed({ refusal, status }: Awaited<ReturnType<typeof sealWith>>, reason: RegExp): void {
  assert.match(refusal ?? '', reason)
  assert.equal(status, 'signing')
}

describe('anyone who answers in place of the timestamp authority', () => {
  test('cannot have a document sealed with a timestamp that was changed on its way', async () => {
    const outcome = await sealWith(async (question) => {
      const reply = await authority.reply(question)
      const changed = Buffer.from(reply)
      changed[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1
      return changed
    })

    assertNotSealed(outcome, /signature of the timestamp is wrong/)
  })

  test('cannot have a document sealed with a time of their choice', async () => {
    const moment = new Date(Date.now() - YEAR_MS)

    const outcome = await sealWith((question) => authority.forge(infoFor(question, { moment })))

    assertNotSealed(outcome, /far from the clock/)
  })

  test('cannot sign timestamps with a certificate for something else', async () => {
    const { forge } = await aTimestampAuthority({ usage: 'critical,serverAuth' })

    const outcome = await sealWith((question) => forge(infoFor(question)))

    assertNotSealed(outcome, /not one for timestamps/)
  })

  test('cannot be another authority than the one of TIMESTAMP_CA_FILE', async () => {
    const { certificate } = await aRoot()
    const roots = await readRoots('TIMESTAMP_CA_FILE', certificate)

    const outcome = await sealWith((question) => authority.reply(question), { roots })

    assertNotSealed(outcome, /TIMESTAMP_CA_FILE/)
  })

  test('cannot keep the document from being sealed once the true authority answers', async () => {
    const outcome = await sealWith((question) => authority.forge(infoFor(question), []))
    assertNotSealed(outcome, /does not say which certificate/)
    const url = await aServer(async (question, response) => sendReply(response, await authority.reply(question)))
    const timestamp = (signature: Buffer) => requestTimestamp(service, { url }, signature)
    const context = { ...service, timestamp }

    await seal(outcome.process.id, context)

    assert.equal((await read(outcome.process.id)).status, 'signed')
  })

  test('cannot use a certificate that has expired', async () => {
    const moment = new Date(Date.now() + YEAR_MS)
    const clock = { now: () => moment }

    const outcome = await sealWith((question) => authority.forge(infoFor(question, { moment })), { clock })

    assertNotSealed(outcome, /not valid at that time/)
  })
})
