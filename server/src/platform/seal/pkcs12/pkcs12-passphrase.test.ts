import assert from 'node:assert/strict'
import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import { type BaseBlock, Integer, Null, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier, DigestInfo, MacData, PBES2Params, PBKDF2Params } from 'pkijs'
import { changedAt } from '#platform/seal/asn1-samples.conformance.ts'
import { UnusableIdentity } from '#platform/seal/identity.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { runProgram } from '#test/harness/processes/programs.ts'
import { Pkcs12Passphrase } from './pkcs12-passphrase.ts'

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'
const SCRYPT = '1.3.6.1.4.1.11591.4.11'
const HMAC_SHA256 = '1.2.840.113549.2.9'
const AES_256 = '2.16.840.1.101.3.4.1.42'
const OLD_3DES = '1.2.840.113549.1.12.1.3'
const SALT = Buffer.from('0a58cf64530d823f', 'hex')
const CONTENT = Buffer.from('a key and its certificates')

const octets = (bytes: Buffer) => new OctetString({ valueHex: bytes })
const algorithm = (algorithmId: string, algorithmParams?: BaseBlock) =>
  new AlgorithmIdentifier({ algorithmId, ...(algorithmParams && { algorithmParams }) })
const refusal = (message: string) => (error: unknown) => {
  assert.ok(error instanceof UnusableIdentity, String(error))
  assert.equal(error.message, message)
  return true
}
const notSupported = (name: string) =>
  `The encryption of the file is not supported (${name}). Export it again with "openssl pkcs12 -export".`
const iterations = (count: number) => `The file asks for ${count} iterations.`
const WRONG = 'The passphrase is wrong.'
const WRONG_OR_DAMAGED = 'The passphrase is wrong, or the file is damaged.'

type Derived = { digest: string; id: 1 | 2 | 3; bytes: number; count: number }

/** What OpenSSL derives from a passphrase (RFC 7292, appendix B.2). */
async function derived(text: string, { digest, id, bytes, count }: Derived): Promise<Buffer> {
  const inUtf16 = Buffer.from(`${text}\0`, 'utf16le').swap16().toString('hex')
  const options = { digest, hexpass: inUtf16, hexsalt: SALT.toString('hex'), iter: count, id }
  const given = Object.entries(options).flatMap(([name, value]) => ['-kdfopt', `${name}:${value}`])
  const hex = await runProgram('openssl', ['kdf', '-keylen', String(bytes), ...given, 'PKCS12KDF'])
  return Buffer.from(hex.replaceAll(/[^\dA-F]/gi, ''), 'hex')
}

type Mac = { digest?: string; value?: Buffer; count?: number }

function macOf({ digest = ID.sha256, value = Buffer.alloc(32), count = 2048 }: Mac): MacData {
  const mac = new DigestInfo({ digestAlgorithm: algorithm(digest, new Null()), digest: octets(value) })
  return new MacData({ mac, macSalt: octets(SALT), iterations: count })
}

type Scheme = { kdf?: string; salt?: BaseBlock; prf?: string | null; cipher?: string; iv?: Buffer; count?: number }

function pbes2({ kdf = PBKDF2, salt = octets(SALT), prf = HMAC_SHA256, cipher = AES_256, ...more }: Scheme = {}) {
  const { iv = Buffer.alloc(16), count = 1000 } = more
  const parameters = new PBKDF2Params({
    salt,
    iterationCount: count,
    ...(prf && { prf: algorithm(prf, new Null()) }),
  })
  const scheme = new PBES2Params({
    keyDerivationFunc: algorithm(kdf, parameters.toSchema()),
    encryptionScheme: algorithm(cipher, octets(iv)),
  })
  return algorithm(PBES2, scheme.toSchema())
}

const old = (id: string, count: number) =>
  algorithm(id, new Sequence({ value: [octets(SALT), new Integer({ value: count })] }))

function encrypted(name: string, key: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv(name, key, iv)
  return Buffer.concat([cipher.update(CONTENT), cipher.final()])
}

describe('the digest of a file', () => {
  for (const [name, digest, bytes] of [
    ['SHA1', ID.sha1, 20],
    ['SHA256', ID.sha256, 32],
    ['SHA384', ID.sha384, 48],
    ['SHA512', ID.sha512, 64],
  ] as const) {
    test(`of ${name} tells the right passphrase from others, and the content from others`, async () => {
      const key = await derived('smeg', { digest: name, id: 3, bytes, count: 77 })
      const value = createHmac(name, key).update(CONTENT).digest()
      const mac = macOf({ digest, value, count: 77 })

      new Pkcs12Passphrase('smeg').check(mac, CONTENT)
      for (const other of ['Smeg', 'smeg ', '', 'smeg\0']) {
        assert.throws(() => new Pkcs12Passphrase(other).check(mac, CONTENT), refusal(WRONG), JSON.stringify(other))
      }
      assert.throws(() => new Pkcs12Passphrase('smeg').check(mac, changedAt(CONTENT, 3)), refusal(WRONG))
    })
  }

  for (const passphrase of ['', 'pässwörd', '密码', '🙂 and more', 'x'.repeat(200)]) {
    test(`knows the passphrase ${JSON.stringify(passphrase.slice(0, 12))} of ${passphrase.length} characters`, async () => {
      const key = await derived(passphrase, { digest: 'SHA256', id: 3, bytes: 32, count: 1 })
      const value = createHmac('sha256', key).update(CONTENT).digest()

      new Pkcs12Passphrase(passphrase).check(macOf({ value, count: 1 }), CONTENT)
    })
  }

  test('is refused if it is cut off, or longer than its kind', async () => {
    const key = await derived('smeg', { digest: 'SHA256', id: 3, bytes: 32, count: 1 })
    const value = createHmac('sha256', key).update(CONTENT).digest()

    for (const wrong of [Buffer.alloc(0), value.subarray(0, 31), Buffer.concat([value, Buffer.alloc(1)])]) {
      const mac = macOf({ value: wrong, count: 1 })
      assert.throws(() => new Pkcs12Passphrase('smeg').check(mac, CONTENT), UnusableIdentity)
    }
  })

  test('is refused if it is of a kind that is not taken', () => {
    const digest = '1.2.840.113549.2.5'
    const mac = macOf({ digest })

    assert.throws(() => new Pkcs12Passphrase('smeg').check(mac, CONTENT), refusal(notSupported(digest)))
  })
})

describe('what is encrypted', () => {
  for (const [prf, digest] of [
    [null, 'sha1'],
    ['1.2.840.113549.2.7', 'sha1'],
    [HMAC_SHA256, 'sha256'],
    ['1.2.840.113549.2.10', 'sha384'],
    ['1.2.840.113549.2.11', 'sha512'],
  ] as const) {
    for (const [cipher, name, keyBytes, ivBytes] of [
      ['2.16.840.1.101.3.4.1.2', 'aes-128-cbc', 16, 16],
      ['2.16.840.1.101.3.4.1.22', 'aes-192-cbc', 24, 16],
      [AES_256, 'aes-256-cbc', 32, 16],
      ['1.2.840.113549.3.7', 'des-ede3-cbc', 24, 8],
    ] as const) {
      test(`by ${name} with a key of ${digest}${prf ? '' : ', which is not named'}, is decrypted`, () => {
        const iv = Buffer.alloc(ivBytes, 9)
        const bytes = encrypted(name, pbkdf2Sync('smeg', SALT, 1000, keyBytes, digest), iv)
        const scheme = pbes2({ prf, cipher, iv })

        assert.deepEqual(new Pkcs12Passphrase('smeg').decrypt(scheme, bytes), CONTENT)
      })
    }
  }

  for (const [name, id, keyBytes] of [
    ['des-ede3-cbc', OLD_3DES, 24],
    ['des-ede-cbc', '1.2.840.113549.1.12.1.4', 16],
  ] as const) {
    test(`by ${name}, as OpenSSL did before, is decrypted`, async () => {
      const from = (purpose: 1 | 2, bytes: number) => derived('smeg', { digest: 'SHA1', id: purpose, bytes, count: 33 })
      const key = await from(1, keyBytes)
      const whole = Buffer.concat([key, key]).subarray(0, 24)
      const bytes = encrypted('des-ede3-cbc', whole, await from(2, 8))

      assert.deepEqual(new Pkcs12Passphrase('smeg').decrypt(old(id, 33), bytes), CONTENT)
    })
  }

  const bytes = encrypted('aes-256-cbc', pbkdf2Sync('smeg', SALT, 1000, 32, 'sha256'), Buffer.alloc(16))
  const refusals: [what: string, scheme: AlgorithmIdentifier, message: string][] = [
    ['without parameters', algorithm(PBES2), notSupported(PBES2)],
    [
      'by a cipher of old that is not taken',
      old('1.2.840.113549.1.12.1.1', 1),
      notSupported('1.2.840.113549.1.12.1.1'),
    ],
    ['by a cipher that is not taken', pbes2({ cipher: '1.2.840.113549.3.2' }), notSupported('1.2.840.113549.3.2')],
    ['with a key of scrypt', pbes2({ kdf: SCRYPT }), notSupported('no PBKDF2')],
    ['with a key of another digest', pbes2({ prf: '1.2.840.113549.2.8' }), notSupported('PBKDF2')],
    ['with an IV of another length', pbes2({ iv: Buffer.alloc(12) }), WRONG_OR_DAMAGED],
    ['with parameters of another kind', algorithm(PBES2, new Integer({ value: 1 })), WRONG_OR_DAMAGED],
    ['with parameters of old that are empty', algorithm(OLD_3DES, new Sequence()), WRONG_OR_DAMAGED],
    [
      'with parameters of old that have no count',
      algorithm(OLD_3DES, new Sequence({ value: [octets(SALT), octets(SALT)] })),
      WRONG_OR_DAMAGED,
    ],
    ['with no iterations', pbes2({ count: 0 }), iterations(0)],
    ['with fewer than none', old(OLD_3DES, -5), iterations(-5)],
    ['with more than a million', pbes2({ count: 1_000_001 }), iterations(1_000_001)],
    ['of old, with more than a million', old(OLD_3DES, 1_000_001), iterations(1_000_001)],
  ]
  for (const [what, scheme, message] of refusals) {
    test(`is refused ${what}`, () => {
      assert.throws(() => new Pkcs12Passphrase('smeg').decrypt(scheme, bytes), refusal(message))
    })
  }

  test('is refused with another passphrase, cut off, and empty', () => {
    assert.throws(() => new Pkcs12Passphrase('other').decrypt(pbes2(), bytes), refusal(WRONG_OR_DAMAGED))
    for (const wrong of [Buffer.alloc(0), bytes.subarray(0, 16), bytes.subarray(0, -1)]) {
      assert.throws(() => new Pkcs12Passphrase('smeg').decrypt(pbes2(), wrong), refusal(WRONG_OR_DAMAGED))
    }
  })

  test('counts the work of a whole file: two million iterations, whatever asks for them', () => {
    const passphrase = new Pkcs12Passphrase('smeg')
    // Without a salt of bytes nothing is derived, but what was asked for counts.
    const salt = algorithm(SCRYPT).toSchema()
    for (const count of [999_999, 1_000_000]) {
      assert.throws(() => passphrase.decrypt(pbes2({ salt, count }), bytes), refusal(WRONG_OR_DAMAGED))
    }

    assert.throws(() => passphrase.decrypt(pbes2({ count: 2 }), bytes), refusal(iterations(2)))
    assert.throws(() => passphrase.check(macOf({ count: 2 }), CONTENT), refusal(iterations(2)))
  })
})
