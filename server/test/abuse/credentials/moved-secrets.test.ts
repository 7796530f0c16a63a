import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { sealingIdentity } from '#modules/signatures/sealing/sealing-identity.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'

/** The attacker writes to the database and does not know the SECRET_KEY. */
const service = await startApp()
const { app, clock, doWork, keyring, pool, v2 } = service

async function swapSharedTokens(): Promise<void> {
  await pool.query(`
    UPDATE clients SET sealed_shared_token = other.sealed_shared_token FROM clients other
    WHERE clients.id IN ('acme', 'globex') AND other.id IN ('acme', 'globex') AND other.id <> clients.id`)
}

/** For the rest of a test the two clients hold each other's token. */
async function withSwappedTokens<T>(step: () => Promise<T>): Promise<T> {
  await swapSharedTokens()
  try {
    return await step()
  } finally {
    await swapSharedTokens()
  }
}

function signedLink(externalId: string, token: string): string {
  const timestamp = (clock.now().getTime() / 1000).toFixed(3)
  const hash = createHmac('sha256', token).update(`${externalId}${timestamp}/`).digest('hex')
  return `/sso/access/?${new URLSearchParams({ external_id: externalId, timestamp, hash, next: '/' })}`
}

describe('anyone who moves encrypted secrets in the database', () => {
  test('cannot have the shared token of one client open the log-ins of another', async () => {
    const victim = await anEmployee(service)

    const answer = await withSwappedTokens(() => app.inject({ url: signedLink(victim, 'globex-shared-token') }))

    assert.equal(answer.statusCode, 503)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal((await app.inject({ url: signedLink(victim, 'acme-shared-token') })).statusCode, 302)
  })

  test('cannot keep the people of a third client out by it', async () => {
    const id = unique('E')
    await anEmployee(service, { technical_id: id })
    await anEmployee(service, { technical_id: id, owner: globex })
    const { rows } = await pool.query(`SELECT sealed_shared_token AS stored FROM clients WHERE id = 'acme'`)
    await pool.query(`UPDATE clients SET sealed_shared_token = 'garbage' WHERE id = 'acme'`)

    const answer = await app.inject({ url: signedLink(id, 'globex-shared-token') })

    await pool.query(`UPDATE clients SET sealed_shared_token = $1 WHERE id = 'acme'`, [rows[0].stored])
    assert.equal(answer.statusCode, 302)
  })

  test('cannot have the shared token of one client open the documents of another', async () => {
    const type = await aDocumentType(service, { kind: 'company' })
    const organization = await anOrganization(service)
    const { uploaded } = documentCalls(service)
    const id = await uploaded({ document_type_code: type, organization_codes: [organization] })
    const url = signedAddress(service, id, { token: 'globex-shared-token' })

    const answer = await withSwappedTokens(() => app.inject({ url }))

    assert.equal(answer.statusCode, 503)
    assert.match(answer.body, /The shared token of client acme cannot be decrypted\./)
  })

  test('cannot have callbacks of one webhook signed with the key of another', async () => {
    const own = await aWebhook(service)
    const { receiver, webhook } = await aReceivingWebhook(service)
    // The dispatcher has used both keys before, and remembers them.
    startDispatcher(service)
    await v2('PUT', `/datasets/${unique('set')}`, { body: aDataset })
    await eventually(async () => receiver.received.length > 0 || undefined)
    const before = receiver.received.length
    await pool.query(
      `UPDATE callback_endpoints SET sealed_key = (SELECT sealed_key FROM callback_endpoints WHERE id = $2) WHERE id = $1`,
      [webhook.id, own.id],
    )

    await v2('PUT', `/datasets/${unique('set')}`, { body: aDataset })
    await eventually(async () => service.logged.some((line) => line.includes('webhook.not_sent')) || undefined)

    assert.equal(receiver.received.length, before)
    assert.equal((await webhookCalls(service).get(webhook.id)).statusCode, 503)
  })

  test('cannot have documents of one client sealed with the key of another', async () => {
    const { started, sign, seal, read } = signatureCalls(service)
    const process = await started()
    await sign(process, 0)
    for (const owner of [acme, globex]) await doWork(owner, (work) => sealingIdentity(work, keyring))
    await pool.query(`
      UPDATE signature_certificates SET sealed_key = other.sealed_key, certificates = other.certificates
      FROM signature_certificates other WHERE signature_certificates.client_id = 'acme' AND other.client_id = 'globex'`)

    await assert.rejects(seal(process.id), /The sealing key of client acme cannot be decrypted\./)

    assert.equal((await read(process.id)).status, 'signing')
  })
})

const aDataset = { localized_names: [{ language_code: 'en-us', value: 'Set' }], dimensions: [] }
