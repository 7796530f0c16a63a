import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runProgram } from '#test/harness/processes/programs.ts'
import { issue } from './asn1-samples.conformance.ts'
import { describeIdentity, identityFromStored, identityToStored, ownCertificate } from './identity.ts'
import { makeIdentity } from './make-identity.ts'
import { aFolder, writeKey } from './openssl.conformance.ts'

const root = issue('Root')
const between = issue('Between', { by: root })
const leaf = issue('Leaf', { by: between, isAuthority: false })
const chain = { key: leaf.key, certificates: [leaf, between, root].map((one) => one.certificate.raw) }
const NOW = new Date('2024-01-31T10:20:30Z')

describe('an identity in a database', () => {
  test('is what it was: the key, and all certificates in their order', () => {
    const read = identityFromStored(identityToStored(chain))

    assert.ok(read.key.equals(chain.key))
    assert.deepEqual(read.certificates, chain.certificates)
  })

  test('is text that other programs read: a key in PKCS #8, certificates in PEM', async () => {
    const path = join(await aFolder(), 'identity.pem')
    const { key, certificates } = identityToStored(chain)
    await writeFile(path, key + certificates)

    const told = await runProgram('openssl', ['storeutl', '-noout', path])

    assert.match(told, /0: Pkey\s+1: Certificate\s+2: Certificate\s+3: Certificate\s+Total found: 4/)
    assert.match(key, /^-----BEGIN PRIVATE KEY-----\n/)
  })

  test('keeps an RSA key', async () => {
    const path = join(await aFolder(), 'rsa.pem')
    await writeKey('rsa', path)
    const made = await makeIdentity({ organization: 'HR', now: NOW })
    const stored = identityToStored({
      ...made,
      key: createPrivateKey(await runProgram('openssl', ['pkey', '-in', path])),
    })

    assert.equal(identityFromStored(stored).key.asymmetricKeyType, 'rsa')
  })

  test('reads certificates whatever stands around them', () => {
    const { key, certificates } = identityToStored(chain)
    const around = `# sealing\r\n${certificates.replaceAll('\n', '\r\n')}\nend\n`

    assert.deepEqual(identityFromStored({ key, certificates: around }).certificates, chain.certificates)
  })

  test('without certificates has none, and nothing to describe', () => {
    const { key } = identityToStored(chain)
    const identity = identityFromStored({ key, certificates: '' })

    assert.deepEqual(identity.certificates, [])
    assert.throws(() => ownCertificate(identity), { message: 'The identity has no certificate.' })
    assert.throws(() => describeIdentity(identity), { message: 'The identity has no certificate.' })
  })

  test('is refused if key or certificate were damaged', () => {
    const { key, certificates } = identityToStored(chain)
    const damaged = (text: string) => text.replace(/\n[^\n]{20}/, '\nAAAAAAAAAAAAAAAAAAAA')

    assert.throws(() => identityFromStored({ key: damaged(key), certificates }))
    assert.throws(() => identityFromStored({ key: '', certificates }))
    assert.throws(() => identityFromStored({ key, certificates: damaged(certificates) }))
  })
})

describe('describeIdentity', () => {
  test('tells of the first certificate, whose names stand in one line', async () => {
    const made = await makeIdentity({ organization: 'Łódź, HR', now: NOW })

    const { subject, issuer, not_before, not_after, isSelfMade } = describeIdentity(made)

    assert.deepEqual([subject, issuer], ['O=Łódź\\, HR, CN=Łódź\\, HR', 'O=Łódź\\, HR, CN=Łódź\\, HR'])
    assert.deepEqual([not_before, not_after, isSelfMade], [NOW, new Date('2034-01-31T10:20:30Z'), true])
    assert.deepEqual(describeIdentity(chain), {
      subject: 'CN=Leaf',
      issuer: 'CN=Between',
      not_before: leaf.certificate.validFromDate,
      not_after: leaf.certificate.validToDate,
      isSelfMade: false,
    })
  })

  test('does not take for self-made what another one of the same name signed', () => {
    const twin = issue('Root', { by: root })

    assert.equal(twin.certificate.subject, twin.certificate.issuer)
    assert.equal(describeIdentity({ key: twin.key, certificates: [twin.certificate.raw] }).isSelfMade, false)
    assert.equal(describeIdentity({ key: root.key, certificates: [root.certificate.raw] }).isSelfMade, true)
  })
})

describe('makeIdentity', () => {
  const certificateOf = async (organization: string, now = NOW) =>
    ownCertificate(await makeIdentity({ organization, now }))

  test('makes a certificate for ten years that may sign and nothing else', async () => {
    const identity = await makeIdentity({ organization: 'Łódź & "Söhne", Ltd', now: NOW })
    const path = join(await aFolder(), 'own.der')
    const own = ownCertificate(identity)
    await writeFile(path, own.raw)

    const told = await runProgram('openssl', ['x509', '-in', path, '-inform', 'DER', '-noout', '-text'])

    assert.match(told, /X509v3 Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
    assert.match(told, /X509v3 Basic Constraints: critical\s+CA:FALSE/)
    assert.match(told, /X509v3 Subject Key Identifier:/)
    assert.match(told, /Version: 3/)
    assert.ok(own.checkPrivateKey(identity.key))
    assert.ok(own.verify(createPublicKey(identity.key)))
  })

  /** Years from 2050 on are written in another type of ASN.1. */
  for (const [from, until] of [
    ['2024-02-29T23:59:59Z', '2034-03-01T23:59:59Z'],
    ['2039-12-31T23:59:59Z', '2049-12-31T23:59:59Z'],
    ['2040-01-01T00:00:00Z', '2050-01-01T00:00:00Z'],
    ['2049-12-31T12:00:00Z', '2059-12-31T12:00:00Z'],
    ['2050-01-01T00:00:00Z', '2060-01-01T00:00:00Z'],
  ] as const) {
    test(`is valid from ${from} until ${until}`, async () => {
      const { validFromDate, validToDate } = await certificateOf('HR', new Date(from))

      assert.deepEqual([validFromDate, validToDate], [new Date(from), new Date(until)])
    })
  }

  for (const [what, organization, name] of [
    ['of 64 characters', 'x'.repeat(64), 'x'.repeat(64)],
    ['of more, which is cut off', 'ł'.repeat(100), 'ł'.repeat(64)],
    ['of pictures, which count as one character each', '🙂'.repeat(70), '🙂'.repeat(64)],
    ['with blanks around it', '  HR\t', 'HR'],
    ['with half a character', 'HR\ud800', 'HR\ufffd'],
  ] as const) {
    test(`takes a name ${what}`, async () => {
      assert.equal((await certificateOf(organization)).subject, `O=${name}\nCN=${name}`)
    })
  }

  test('refuses a name of nothing', async () => {
    for (const organization of ['', ' ', '\n\t']) {
      const message = 'A certificate needs the name of an organization.'
      await assert.rejects(makeIdentity({ organization, now: NOW }), { message })
    }
  })

  test('makes another key and another number each time, all positive and of sixteen bytes', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeIdentity({ organization: 'HR', now: NOW })))

    const own = made.map(({ certificates }) => new X509Certificate(certificates[0] ?? ''))
    assert.equal(new Set(own.map((one) => one.serialNumber)).size, made.length)
    assert.equal(new Set(made.map(({ key }) => key.export({ format: 'pem', type: 'pkcs8' }))).size, made.length)
    for (const { serialNumber } of own) assert.match(serialNumber, /^[4-7][0-9A-F]{31}$/)
  })
})
