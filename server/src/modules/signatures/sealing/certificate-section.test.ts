import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Caller } from '#kernel/work.ts'
import { identityToStored } from '#platform/seal/identity.ts'
import { makeIdentity } from '#platform/seal/make-identity.ts'
import { aFolder, aPkcs12, pkcs12Of } from '#platform/seal/openssl.conformance.ts'
import { readPkcs12 } from '#platform/seal/pkcs12/read-pkcs12.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { anOwner } from '#test/harness/features/webhooks/deliveries.ts'
import { sealingCertificateSection } from './certificate-section.ts'
import { sealingIdentity } from './sealing-identity.ts'

const service = await startApp()
const { pool, doWork, keyring, clock } = service
clock.stop()

const file = await aPkcs12({ passphrase: 'secret' })
const { certificates } = readPkcs12(file, 'secret')

async function stored(bytes: Buffer): Promise<string> {
  const path = join(await aFolder(), 'seal.p12')
  await writeFile(path, bytes)
  return path
}

const applyAt = (owner: Caller, value: { file: string; passphrase?: string }) =>
  doWork(owner, (work) => sealingCertificateSection.apply(work, value, keyring))
const apply = async (owner: Caller, bytes: Buffer, passphrase = 'secret') =>
  applyAt(owner, { file: await stored(bytes), passphrase })
const outcomesOf = (changes: { outcome: string }[]) => changes.map((one) => one.outcome)
const rowsOf = async ({ client }: Caller) =>
  (await pool.query('SELECT * FROM signature_certificates WHERE client_id = $1', [client.id])).rows
const identityOf = (owner: Caller) => doWork(owner, (work) => sealingIdentity(work, keyring))

/** A file of a certificate for ten years from a day on. */
async function aFileFrom(day: string): Promise<Buffer> {
  const { key, certificates: pem } = identityToStored(await makeIdentity({ organization: 'HR', now: new Date(day) }))
  const path = join(await aFolder(), 'identity.pem')
  await writeFile(path, key + pem)
  return pkcs12Of(['-in', path])
}

describe('the section sealing_certificate', () => {
  test('has the file of a client sealed with from now on, and tells what it is', async () => {
    const owner = await anOwner(service)

    const [change, ...more] = await apply(owner, file)

    assert.equal(more.length, 0)
    assert.equal(change?.outcome, 'created')
    assert.match(change?.what ?? '', /^sealing certificate O=Example, CN=Seal, until \d{4}-\d\d-\d\d$/)
    const [row] = await rowsOf(owner)
    assert.deepEqual([row.is_made, row.created_at], [false, clock.now()])
    assert.deepEqual((await identityOf(owner)).certificates, certificates)
  })

  test('takes the place of the one that was made, and of one that was brought before', async () => {
    const owner = await anOwner(service)
    await identityOf(owner)
    const next = await aPkcs12({ passphrase: 'secret' })

    assert.deepEqual(outcomesOf(await apply(owner, file)), ['updated'])
    assert.deepEqual(outcomesOf(await apply(owner, file)), ['unchanged'])
    assert.deepEqual(outcomesOf(await apply(owner, next)), ['updated'])

    assert.deepEqual((await identityOf(owner)).certificates, readPkcs12(next, 'secret').certificates)
    assert.equal((await rowsOf(owner)).length, 1)
  })

  test('is unchanged by the same certificate in another file, under another passphrase', async () => {
    const owner = await anOwner(service)
    const pem = join(await aFolder(), 'same.pem')
    const { key, certificates: own } = identityToStored(readPkcs12(file, 'secret'))
    await writeFile(pem, key + own)
    await apply(owner, file)
    const [before] = await rowsOf(owner)
    clock.advance(60)

    const outcomes = outcomesOf(await apply(owner, await pkcs12Of(['-in', pem], 'other'), 'other'))

    assert.deepEqual([outcomes, await rowsOf(owner)], [['unchanged'], [before]])
  })

  test('needs no passphrase for a file that has none', async () => {
    const owner = await anOwner(service)
    const path = await stored(await aPkcs12({ passphrase: '' }))

    assert.deepEqual(outcomesOf(await applyAt(owner, { file: path })), ['created'])
  })

  test('keeps the key encrypted, and leaves other clients alone', async () => {
    const [owner, other] = [await anOwner(service), await anOwner(service)]

    await apply(owner, file)

    const [{ sealed_key }] = await rowsOf(owner)
    assert.doesNotMatch(sealed_key, /PRIVATE KEY/)
    assert.deepEqual(await rowsOf(other), [])
  })

  test('takes a certificate to the moment of its end', async () => {
    const ends = new Date('2030-05-06T00:00:00Z')
    const old = await aFileFrom('2020-05-06')
    const owner = await anOwner(service)
    const at = (ms: number) =>
      doWork(owner, async (work) => {
        const value = { file: await stored(old), passphrase: 'secret' }
        return sealingCertificateSection.apply({ ...work, now: new Date(ends.getTime() + ms) }, value, keyring)
      })

    const message = 'The certificate of O=HR, CN=HR expired on 2030-05-06.'
    await assert.rejects(at(1), { fields: [{ field: 'file', code: 'in_the_past', message }] })
    assert.deepEqual(await rowsOf(owner), [])
    assert.deepEqual(outcomesOf(await at(0)), ['created'])
  })

  const refusals: [what: string, bytes: () => Promise<Buffer>, passphrase: string, message: RegExp][] = [
    ['a wrong passphrase', async () => file, 'wrong', /^The passphrase is wrong\.$/],
    ['none where one is needed', async () => file, '', /^The passphrase is wrong\.$/],
    [
      'a file that is none',
      async () => Buffer.from('hello'),
      '',
      /^The file is not a PKCS #12 file, or it is damaged\.$/,
    ],
    ['an empty file', async () => Buffer.alloc(0), '', /^The file is not a PKCS #12 file, or it is damaged\.$/],
    [
      'a file without a key',
      () => aPkcs12({ parameters: ['-nokeys'] }),
      'secret',
      /^The file holds no private key\. Export /,
    ],
  ]
  for (const [what, bytes, passphrase, message] of refusals) {
    test(`refuses ${what}, and keeps what there was`, async () => {
      const owner = await anOwner(service)
      await identityOf(owner)
      const before = await rowsOf(owner)

      await assert.rejects(
        apply(owner, await bytes(), passphrase),
        (error: Error & { fields: Record<string, string>[] }) => {
          const [mistake, ...more] = error.fields
          assert.deepEqual([mistake?.field, mistake?.code, more.length], ['file', 'invalid', 0])
          assert.match(mistake?.message ?? '', message)
          return true
        },
      )
      assert.deepEqual(await rowsOf(owner), before)
    })
  }

  test('refuses a path where no file is, with the reason of the system', async () => {
    const folder = await aFolder()

    for (const [path, code] of [
      [join(folder, 'absent.p12'), 'ENOENT'],
      [folder, 'EISDIR'],
    ] as const) {
      const message = `The file ${path} cannot be read (${code}).`
      await assert.rejects(applyAt(acme, { file: path }), { fields: [{ field: 'file', code: 'invalid', message }] })
    }
  })

  test('vanishes when a later step fails', async () => {
    const owner = await anOwner(service)
    const path = await stored(file)

    const failing = doWork(owner, async (work) => {
      await sealingCertificateSection.apply(work, { file: path, passphrase: 'secret' }, keyring)
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)
    assert.deepEqual(await rowsOf(owner), [])
  })

  test('stands before the signature types, so that none is made in vain', async () => {
    const { client } = await anOwner(service)
    const sealing_certificate = { file: await stored(file), passphrase: 'secret' }
    const setup = { clients: [{ id: client.id, sealing_certificate, signature_types: [{ id: 'simple' }] }] }

    const [{ changes } = assert.fail()] = await applySetup(service, parseSetup(setup))

    const about = changes.filter((one) => /certificate|signature type/.test(one.what))
    assert.deepEqual(outcomesOf(about), ['created', 'created'])
    const [row, ...more] = await rowsOf({ client, actor: acme.actor })
    assert.deepEqual([row.is_made, more.length], [false, 0])
  })

  for (const [what, given] of [
    ['no file', {}],
    ['an empty path', { file: '' }],
    ['a number for a passphrase', { file: 'x', passphrase: 1 }],
  ] as const) {
    test(`is refused with ${what}, before anything is applied`, () => {
      assert.throws(() => parseSetup({ clients: [{ id: 'acme', sealing_certificate: given }] }), /sealing_certificate/)
    })
  }
})
