import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Caller } from '#kernel/work.ts'
import { describeIdentity } from '#platform/seal/identity.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anOwner } from '#test/harness/features/webhooks/deliveries.ts'
import { sealingKeyOf } from './queries.ts'
import { sealingIdentity } from './sealing-identity.ts'

const service = await startApp()
const { pool, doWork, keyring, clock } = service
clock.stop()

const identityOf = (owner: Caller) => doWork(owner, (work) => sealingIdentity(work, keyring))
const rowsOf = async ({ client }: Caller) =>
  (await pool.query('SELECT * FROM signature_certificates WHERE client_id = $1', [client.id])).rows

describe('the certificate that is made for a client', () => {
  test('has its name, is valid from now for ten years, and vouches for itself', async () => {
    const { subject, issuer, not_before, not_after, isSelfMade } = describeIdentity(await identityOf(acme))

    const now = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
    const end = new Date(now)
    end.setUTCFullYear(now.getUTCFullYear() + 10)
    assert.deepEqual([subject, issuer, isSelfMade], ['O=Acme, CN=Acme', 'O=Acme, CN=Acme', true])
    assert.deepEqual([not_before, not_after], [now, end])
  })

  test('is the same from then on, and another one for each client', async () => {
    const [one, other] = [await anOwner(service), await anOwner(service)]

    const first = await identityOf(one)
    const again = await identityOf(one)
    const ofOther = await identityOf(other)

    assert.ok(again.key.equals(first.key))
    assert.deepEqual(again.certificates, first.certificates)
    assert.ok(!ofOther.key.equals(first.key))
    assert.notDeepEqual(ofOther.certificates, first.certificates)
  })

  test('is one, if several ask for it at the same moment: all of them use the one that is kept', async () => {
    const owner = await anOwner(service)

    const made = await Promise.all([1, 2, 3, 4].map(() => identityOf(owner)))

    const [row, ...more] = await rowsOf(owner)
    assert.deepEqual([row.is_made, more.length], [true, 0])
    for (const { key, certificates } of made) {
      assert.ok(key.equals(made[0]?.key ?? assert.fail()))
      assert.deepEqual(certificates, made[0]?.certificates)
    }
  })

  test('is not kept when a later step fails', async () => {
    const owner = await anOwner(service)

    const failing = doWork(owner, async (work) => {
      await sealingIdentity(work, keyring)
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await rowsOf(owner), [])
  })
})

describe('its key', () => {
  test('is encrypted where it is stored, for this client alone', async () => {
    const owner = await anOwner(service)
    const { key } = await identityOf(owner)

    const [{ sealed_key, certificates }] = await rowsOf(owner)

    assert.doesNotMatch(sealed_key, /PRIVATE KEY/)
    assert.match(certificates, /^-----BEGIN CERTIFICATE-----/)
    const pem = key.export({ format: 'pem', type: 'pkcs8' })
    assert.equal(keyring.decrypt(sealed_key, sealingKeyOf(owner.client.id)), pem)
    assert.throws(() => keyring.decrypt(sealed_key, sealingKeyOf('acme')))
  })

  test('is of no use in the row of another client', async () => {
    const [one, other] = [await anOwner(service), await anOwner(service)]
    await identityOf(one)
    await identityOf(other)
    const [{ sealed_key }] = await rowsOf(one)
    await pool.query('UPDATE signature_certificates SET sealed_key = $2 WHERE client_id = $1', [
      other.client.id,
      sealed_key,
    ])

    await assert.rejects(identityOf(other))
  })
})
