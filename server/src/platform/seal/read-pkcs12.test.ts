import assert from 'node:assert/strict'
import { randomBytes, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runProgram } from '#test/harness/processes/programs.ts'
import { describeIdentity, identityToStored, UnusableIdentity } from './identity.ts'
import { makeIdentity } from './make-identity.ts'
import { aCertificate, aFolder, aPkcs12, pkcs12Of } from './openssl.conformance.ts'
import { readPkcs12 } from './read-pkcs12.ts'

const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnusableIdentity)
  assert.match(error.message, message)
  return true
}

/** Some bytes say nothing that matters, such as a version. */
function refusesOrReads(file: Buffer): boolean {
  try {
    return readPkcs12(file, 'secret').certificates.length === 1
  } catch (error) {
    return error instanceof UnusableIdentity
  }
}

/** A file of a key and certificates that an authority in the middle issued. */
async function aChain(): Promise<{ file: Buffer; names: string[] }> {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  const root = { key: at('root.key'), certificate: at('root.pem') }
  await aCertificate({ ...root, kind: 'rsa', subject: '/CN=Root' })
  const from = ['-CA', root.certificate, '-CAkey', root.key, '-CAcreateserial']
  const key = at('own.key')
  const certificate = at('own.pem')
  const request = ['-keyout', key, '-out', at('own.csr'), '-subj', '/CN=Own', '-nodes', '-newkey', 'rsa:2048']
  await runProgram('openssl', ['req', '-new', ...request])
  await runProgram('openssl', ['x509', '-req', '-in', at('own.csr'), '-out', certificate, ...from])
  const file = await pkcs12Of(['-inkey', key, '-in', certificate, '-certfile', root.certificate])
  return { file, names: ['CN=Own', 'CN=Root'] }
}

describe('readPkcs12', () => {
  /** Without a digest, a wrong passphrase may show only by a key that cannot be read. */
  const WRONG_WITHOUT_DIGEST = /passphrase is wrong|cannot be read/
  const ways: [name: string, parameters: string[], whenWrong?: RegExp][] = [
    ['AES, as OpenSSL writes today', []],
    ['3DES and 40 bits of RC2, as it did before', ['-legacy']],
    ['3DES alone', ['-legacy', '-certpbe', 'PBE-SHA1-3DES']],
    ['2 keys of DES', ['-legacy', '-keypbe', 'PBE-SHA1-2DES', '-certpbe', 'PBE-SHA1-2DES']],
    ['128 bits of RC2', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-128', '-certpbe', 'PBE-SHA1-RC2-128']],
    ['AES of 128 bits and many iterations', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-iter', '20000']],
    ['a digest of SHA-512', ['-macalg', 'sha512']],
    ['certificates in the open', ['-certpbe', 'NONE']],
    ['no digest', ['-nomac'], WRONG_WITHOUT_DIGEST],
  ]
  for (const [name, parameters, whenWrong = /passphrase is wrong/] of ways) {
    test(`reads a file that is protected by ${name}`, async () => {
      const file = await aPkcs12({ kind: 'ec', passphrase: 'pässwörd', parameters })

      const identity = readPkcs12(file, 'pässwörd')

      assert.equal(describeIdentity(identity).subject, 'O=Example, CN=Seal')
      assert.throws(() => readPkcs12(file, 'password'), refusal(whenWrong))
    })
  }

  test('reads RC2 whatever the passphrase', async () => {
    for (const passphrase of Array.from({ length: 5 }, () => randomBytes(9).toString('base64'))) {
      const file = await aPkcs12({ kind: 'ec', passphrase, parameters: ['-legacy'] })

      assert.equal(readPkcs12(file, passphrase).certificates.length, 1)
    }
  })

  test('reads RSA keys, and certificates with their own first', async () => {
    const { file, names } = await aChain()

    const identity = readPkcs12(file, 'secret')

    assert.equal(identity.key.asymmetricKeyType, 'rsa')
    assert.deepEqual(
      identity.certificates.map((one) => new X509Certificate(one).subject),
      names,
    )
    assert.deepEqual(
      { ...describeIdentity(identity), not_before: 0, not_after: 0 },
      {
        subject: 'CN=Own',
        issuer: 'CN=Root',
        not_before: 0,
        not_after: 0,
        isSelfMade: false,
      },
    )
  })

  test('reads a certificate that has expired, and tells', async () => {
    const { key, certificates } = identityToStored(
      await makeIdentity({ organization: 'HR', now: new Date('2001-02-03') }),
    )
    const path = join(await aFolder(), 'old.pem')
    await writeFile(path, key + certificates)

    const identity = readPkcs12(await pkcs12Of(['-in', path]), 'secret')

    assert.deepEqual(describeIdentity(identity).not_after, new Date('2011-02-03'))
  })

  test('refuses a file without a key', async () => {
    const file = await aPkcs12({ parameters: ['-nokeys'] })

    assert.throws(() => readPkcs12(file, 'secret'), refusal(/holds no private key/))
  })

  test('refuses a file without the certificate of its key', async () => {
    const folder = await aFolder()
    const key = join(folder, 'key.pem')
    const certificate = join(folder, 'certificate.pem')
    const others = { key: join(folder, 'other.key'), certificate: join(folder, 'other.pem') }
    await aCertificate({ key, certificate, kind: 'ec', subject: '/CN=Own' })
    await aCertificate({ ...others, kind: 'ec', subject: '/CN=Other' })

    const alone = await pkcs12Of(['-inkey', key, '-nocerts'])
    const withOther = await pkcs12Of(['-inkey', key, '-in', certificate, '-certfile', others.certificate])

    assert.throws(() => readPkcs12(alone, 'secret'), refusal(/no certificate that belongs to its private key/))
    assert.equal(readPkcs12(withOther, 'secret').certificates.length, 1)
  })

  test('refuses what is not such a file, was cut off or damaged', async () => {
    const file = await aPkcs12({ kind: 'ec' })

    assert.throws(() => readPkcs12(Buffer.from('hello'), 'secret'), refusal(/not a PKCS #12 file/))
    assert.throws(() => readPkcs12(Buffer.alloc(0), 'secret'), refusal(/not a PKCS #12 file/))
    for (let at = 0; at < file.length; at += 29) {
      const changed = Buffer.from(file)
      changed[at] = (changed[at] ?? 0) ^ 0x15
      assert.ok(refusesOrReads(changed), `at ${at}`)
      assert.throws(() => readPkcs12(file.subarray(0, at), 'secret'), UnusableIdentity, `until ${at}`)
    }
  })
})

describe('makeIdentity', () => {
  test('makes a certificate for ten years that may sign and nothing else', async () => {
    const now = new Date('2024-01-31T10:20:30Z')
    const identity = await makeIdentity({ organization: 'Łódź & "Söhne", Ltd', now })
    const path = join(await aFolder(), 'own.der')
    const certificate = identity.certificates[0] ?? Buffer.alloc(0)

    const description = describeIdentity(identity)
    await writeFile(path, certificate)
    const told = await runProgram('openssl', ['x509', '-in', path, '-inform', 'DER', '-noout', '-text'])

    assert.deepEqual([description.not_before, description.not_after], [now, new Date('2034-01-31T10:20:30Z')])
    assert.equal(description.isSelfMade, true)
    assert.match(told, /X509v3 Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
    assert.match(told, /X509v3 Basic Constraints: critical\s+CA:FALSE/)
    assert.match(told, /X509v3 Subject Key Identifier:/)
    assert.ok(new X509Certificate(certificate).checkPrivateKey(identity.key))
  })

  test('cuts a name that no certificate could hold, and refuses an empty one', async () => {
    const { certificates } = await makeIdentity({ organization: 'ł'.repeat(100), now: new Date() })

    assert.equal(new X509Certificate(certificates[0] ?? '').subject, `O=${'ł'.repeat(64)}\nCN=${'ł'.repeat(64)}`)
    await assert.rejects(makeIdentity({ organization: ' ', now: new Date() }), /needs the name/)
  })

  test('makes another one each time', async () => {
    const now = new Date()
    const [one, other] = await Promise.all([1, 2].map(() => makeIdentity({ organization: 'HR', now })))

    const serials = [one, other].map((each) => new X509Certificate(each?.certificates[0] ?? '').serialNumber)
    assert.equal(new Set(serials).size, 2)
  })
})
