import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { type SignedBytes, safeDigest, signatureFault } from './check-signature.ts'
import { ID } from './object-ids.ts'

const bytes = Buffer.from('what is signed')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const edwards = generateKeyPairSync('ed25519')

const signedBy = (key: KeyObject, digest: string, algorithm: string, beside?: string): SignedBytes => ({
  bytes,
  signature: sign(digest, bytes, key),
  algorithm,
  digest: beside,
})

describe('a signature holds', () => {
  for (const [name, algorithm, digest] of [
    ['sha256', ID.rsaWithSha256, 'sha256'],
    ['sha384', ID.rsaWithSha384, 'sha384'],
    ['sha512', ID.rsaWithSha512, 'sha512'],
  ] as const) {
    test(`by RSA with ${name}, whether the digest stands beside it or not`, () => {
      assert.equal(signatureFault(signedBy(rsa.privateKey, digest, algorithm), rsa.publicKey), undefined)
      assert.equal(signatureFault(signedBy(rsa.privateKey, digest, algorithm, digest), rsa.publicKey), undefined)
    })

    test(`by RSA alone, with ${name} beside it`, () => {
      assert.equal(signatureFault(signedBy(rsa.privateKey, digest, ID.rsa, digest), rsa.publicKey), undefined)
    })
  }

  for (const [algorithm, digest] of [
    [ID.ecdsaWithSha256, 'sha256'],
    [ID.ecdsaWithSha384, 'sha384'],
    [ID.ecdsaWithSha512, 'sha512'],
  ] as const) {
    test(`by an elliptic curve with ${digest}`, () => {
      assert.equal(signatureFault(signedBy(ec.privateKey, digest, algorithm), ec.publicKey), undefined)
    })
  }
})

describe('a signature is not taken', () => {
  const notTaken = (algorithm: string) => `Signatures of the kind ${algorithm} are not taken here.`
  const sha1WithRsa = '1.2.840.113549.1.1.5'
  const pss = '1.2.840.113549.1.1.10'
  const cases: [what: string, signed: SignedBytes, key: KeyObject, fault: string][] = [
    ['of RSA alone without a digest', signedBy(rsa.privateKey, 'sha256', ID.rsa), rsa.publicKey, notTaken(ID.rsa)],
    [
      'whose digest is not the one beside it',
      signedBy(rsa.privateKey, 'sha256', ID.rsaWithSha256, 'sha512'),
      rsa.publicKey,
      notTaken(ID.rsaWithSha256),
    ],
    ['of SHA-1', signedBy(rsa.privateKey, 'sha1', sha1WithRsa), rsa.publicKey, notTaken(sha1WithRsa)],
    ['of SHA-1, which stands beside it', signedBy(rsa.privateKey, 'sha256', pss, 'sha1'), rsa.publicKey, notTaken(pss)],
    [
      'of RSA by the key of a curve',
      signedBy(ec.privateKey, 'sha256', ID.rsaWithSha256),
      ec.publicKey,
      notTaken(ID.rsaWithSha256),
    ],
    [
      'of a curve by an RSA key',
      signedBy(rsa.privateKey, 'sha256', ID.ecdsaWithSha256),
      rsa.publicKey,
      notTaken(ID.ecdsaWithSha256),
    ],
    [
      'by a key of another kind',
      { bytes, signature: sign(null, bytes, edwards.privateKey), algorithm: '1.3.101.112' },
      edwards.publicKey,
      notTaken('1.3.101.112'),
    ],
    [
      'of an algorithm that is a word',
      { bytes, signature: bytes, algorithm: 'constructor' },
      rsa.publicKey,
      notTaken('constructor'),
    ],
    [
      'of a key that is too short',
      signedBy(short.privateKey, 'sha256', ID.rsaWithSha256),
      short.publicKey,
      'A key of 1024 bits is too short.',
    ],
  ]
  for (const [what, signed, key, fault] of cases) test(what, () => assert.equal(signatureFault(signed, key), fault))
})

describe('a signature is wrong', () => {
  const good = signedBy(ec.privateKey, 'sha256', ID.ecdsaWithSha256)
  const wrong = (signed: Partial<SignedBytes>, key = ec.publicKey) =>
    assert.equal(signatureFault({ ...good, ...signed }, key), 'The signature is wrong.')

  test('with any byte changed, in it or in what is signed', () => {
    for (let at = 0; at < good.signature.length; at += 1) {
      const signature = Buffer.from(good.signature)
      signature[at] = (signature[at] ?? 0) ^ 1
      wrong({ signature })
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      wrong({ bytes: changed })
    }
  })

  test('if it is empty, cut off, or followed by more', () => {
    wrong({ signature: Buffer.alloc(0) })
    wrong({ signature: good.signature.subarray(0, -1) })
    wrong({ signature: Buffer.concat([good.signature, Buffer.from([0])]) })
  })

  test('by another key, and with another digest than it names', () => {
    wrong({}, generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)
    wrong({ algorithm: ID.ecdsaWithSha512 })
  })
})

test('digests that are safe: three of the second family, by their identifiers alone', () => {
  assert.deepEqual([ID.sha256, ID.sha384, ID.sha512].map(safeDigest), ['sha256', 'sha384', 'sha512'])
  for (const id of [ID.sha1, '1.2.840.113549.2.5', 'sha256', '', 'constructor', '__proto__']) {
    assert.equal(safeDigest(id), undefined, id)
  }
})
