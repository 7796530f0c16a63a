import assert from 'node:assert/strict'
import { randomBytes, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Null, OctetString, Sequence } from 'asn1js'
import fc from 'fast-check'
import { AuthenticatedSafe, PFX } from 'pkijs'
import { readAs, toDer } from '#platform/seal/asn1.ts'
import { changedAt, type Issued, issue } from '#platform/seal/asn1-samples.conformance.ts'
import { describeIdentity, identityToStored, UnusableIdentity } from '#platform/seal/identity.ts'
import { makeIdentity } from '#platform/seal/make-identity.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aCertificate, aFolder, aPkcs12, pkcs12Of, writeKey } from '#platform/seal/openssl.conformance.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
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
  await aCertificate({ ...root, kind: 'ec', subject: '/CN=Root' })
  const from = ['-CA', root.certificate, '-CAkey', root.key, '-CAcreateserial']
  const key = at('own.key')
  const certificate = at('own.pem')
  await writeKey('rsa', key)
  await runProgram('openssl', ['req', '-new', '-key', key, '-out', at('own.csr'), '-subj', '/CN=Own'])
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

describe('a file of an identity', () => {
  /** A file with these certificates beside the own one, which OpenSSL writes first. */
  async function fileOf(own: Issued, ...others: Issued[]): Promise<Buffer> {
    const folder = await aFolder()
    const at = (name: string) => join(folder, name)
    await writeFile(at('key.pem'), own.key.export({ format: 'pem', type: 'pkcs8' }))
    await writeFile(at('own.pem'), own.certificate.toString())
    await writeFile(at('others.pem'), others.map(({ certificate }) => certificate.toString()).join(''))
    const more = others.length > 0 ? ['-certfile', at('others.pem')] : []
    return pkcs12Of(['-inkey', at('key.pem'), '-in', at('own.pem'), ...more])
  }

  const root = issue('Root')
  const between = issue('Between', { by: root })
  const leaf = issue('Leaf', { by: between, isAuthority: false })
  const namesIn = (file: Buffer) =>
    readPkcs12(file, 'secret').certificates.map((one) => new X509Certificate(one).subject.replace('CN=', ''))

  for (const [what, others, names] of [
    ['in order', [between, root], ['Leaf', 'Between', 'Root']],
    ['the other way round', [root, between], ['Leaf', 'Between', 'Root']],
    ['with a stranger among them', [root, issue('Noise'), between], ['Leaf', 'Between', 'Root']],
    ['with a gap', [root], ['Leaf']],
    ['twice each', [between, root, between, root], ['Leaf', 'Between', 'Root']],
  ] as const) {
    test(`has the chain of its certificate, given ${what}`, async () => {
      assert.deepEqual(namesIn(await fileOf(leaf, ...others)), names)
    })
  }

  test('has its own certificate once, also if that vouches for itself and is there twice', async () => {
    assert.deepEqual(namesIn(await fileOf(root, root)), ['Root'])
  })

  test('ends where authorities vouch for each other in a circle', async () => {
    const again = issue('Root', { by: between, keyOf: root })

    assert.deepEqual(namesIn(await fileOf(leaf, between, again)), ['Leaf', 'Between', 'Root'])
  })

  for (const [kind, options, message] of [
    ['ed25519', ['-algorithm', 'ed25519'], 'The key is of the kind ed25519: it must be RSA or EC.'],
    [
      'RSA of 1024 bits',
      ['-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:1024'],
      'The RSA key is too short: it must have at least 2048 bits.',
    ],
  ] as const) {
    test(`is refused with a key of ${kind}`, async () => {
      const folder = await aFolder()
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
      await runProgram('openssl', ['genpkey', ...options, '-out', key])
      await runProgram('openssl', ['req', '-x509', '-new', '-key', key, '-subj', '/CN=Own', '-out', certificate])
      const file = await pkcs12Of(['-inkey', key, '-in', certificate])

      assert.throws(() => readPkcs12(file, 'secret'), { name: 'UnusableIdentity', message })
    })
  }

  test('is refused if it is protected by a certificate in place of a passphrase', async () => {
    const pfx = readAs(PFX, await aPkcs12())
    pfx.authSafe.contentType = ID.signedData

    assert.throws(() => readPkcs12(toDer(pfx), 'secret'), refusal(/not supported \(1\.2\.840\.113549\.1\.7\.2\)/))
  })

  test('with some bytes changed is read, or refused with the error that says so', async () => {
    const file = await aPkcs12({ parameters: ['-nomac', '-certpbe', 'NONE', '-iter', '2'] })
    const change = fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }))

    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = changes.reduce((bytes, [at, bits]) => changedAt(bytes, at, bits), file)
        assert.ok(refusesOrReads(changed))
      }),
      { seed: 21, numRuns: 150 },
    )
  })
})

describe('readPkcs12 bounds the work of a hostile file', () => {
  test('refuses a count of iterations beyond reason, in the digest and in a cipher', async () => {
    const pfx = readAs(PFX, await aPkcs12({ passphrase: 'secret' }))
    if (pfx.macData) pfx.macData.iterations = 1_000_001
    const inCipher = await aPkcs12({ parameters: ['-nomac', '-certpbe', 'NONE'] })
    const count = inCipher.indexOf(Buffer.from([0x02, 0x02, 0x08, 0x00]))
    inCipher.writeUInt16BE(0, count + 2)

    assert.throws(() => readPkcs12(toDer(pfx), 'secret'), refusal(/asks for 1000001 iterations/))
    assert.throws(() => readPkcs12(inCipher, 'secret'), refusal(/asks for 0 iterations/))
  })

  test('refuses many parts of which each asks for many iterations', async () => {
    const pfx = readAs(PFX, await aPkcs12({ parameters: ['-iter', '700000', '-nomac'] }))
    const safe = readAs(AuthenticatedSafe, octetsOf(pfx.authSafe.content))
    safe.safeContents = Array.from({ length: 40 }, () => safe.safeContents).flat()
    pfx.authSafe.content = new OctetString({ valueHex: toDer(safe) })

    assert.throws(() => readPkcs12(toDer(pfx), 'secret'), refusal(/asks for 700000 iterations/))
  })

  test('refuses values that nest without end, too many of them, and a file that is too large', () => {
    const deep = Buffer.alloc(200_000, Buffer.from([0x30, 0x80]))
    const many = toDer(new Sequence({ value: Array.from({ length: 20_000 }, () => new Null()) }))

    for (const file of [deep, many, Buffer.alloc(2 * 1024 * 1024, 0x30)]) {
      assert.throws(() => readPkcs12(file, 'secret'), refusal(/not a PKCS #12 file/))
    }
  })

  test('refuses ciphers that nobody uses, and says how to export the file', async () => {
    const file = await aPkcs12({ parameters: ['-nomac', '-certpbe', 'NONE'] })
    // AES-256-CBC becomes AES-256-GCM, which Node knows too but no PKCS #12 file has.
    const aes256 = file.indexOf(Buffer.from('60864801650304012a', 'hex'))
    file[aes256 + 8] = 0x2e

    assert.throws(
      () => readPkcs12(file, 'secret'),
      refusal(/not supported \(2\.16\.840\.1\.101\.3\.4\.1\.46\).*openssl pkcs12 -export/),
    )
  })
})
