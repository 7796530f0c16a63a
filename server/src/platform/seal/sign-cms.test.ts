import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { BaseBlock } from 'asn1js'
import { ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { runProgram } from '#test/harness/processes/programs.ts'
import { rawOf, readAs, toDer } from './asn1.ts'
import { integer, issue, sequence } from './asn1-samples.conformance.ts'
import { signatureFault } from './check-signature.ts'
import { identityToStored, ownCertificate, type SealIdentity } from './identity.ts'
import { makeIdentity } from './make-identity.ts'
import { ID } from './object-ids.ts'
import { aFolder, aPkcs12 } from './openssl.conformance.ts'
import { readPkcs12 } from './pkcs12/read-pkcs12.ts'
import { isNameOf, octetsOf } from './read-cms.ts'
import { signCms } from './sign-cms.ts'

const CONTENT = Buffer.from('what is signed')
const DIGEST = createHash('sha256').update(CONTENT).digest()
const own = await makeIdentity({ organization: 'HR', now: new Date() })
const TOKEN = sequence(integer(1))

function readSigned(cms: Buffer): { data: SignedData; signer: SignerInfo } {
  const data = readAs(SignedData, readAs(ContentInfo, cms).content as BaseBlock)
  const [signer, ...others] = data.signerInfos
  assert.ok(signer && others.length === 0)
  return { data, signer }
}

const attributesOf = ({ signedAttrs }: SignerInfo) =>
  new Map(signedAttrs?.attributes.map(({ type, values }): [string, BaseBlock[]] => [type, values as BaseBlock[]]))

/** Has OpenSSL check a signature by the rules of CAdES, with the certificates of the identity alone. */
async function verdictOf(cms: Buffer, content: Buffer, identity: SealIdentity): Promise<string> {
  const folder = await aFolder()
  const at = (name: string) => join(folder, name)
  await writeFile(at('cms'), cms)
  await writeFile(at('content'), content)
  await writeFile(at('trusted.pem'), identityToStored(identity).certificates)
  const what = ['-inform', 'DER', '-in', at('cms'), '-content', at('content'), '-binary', '-out', at('out')]
  return runProgram('openssl', ['cms', '-verify', '-cades', '-CAfile', at('trusted.pem'), '-purpose', 'any', ...what])
}

describe('a signature over a digest', () => {
  for (const kind of ['rsa', 'ec'] as const) {
    test(`holds for OpenSSL, by a key of the kind ${kind}, and for nothing else that is signed`, async () => {
      const identity = readPkcs12(await aPkcs12({ kind }), 'secret')

      const cms = await signCms(DIGEST, identity)

      assert.match(await verdictOf(cms, CONTENT, identity), /CAdES Verification successful/)
      await assert.rejects(verdictOf(cms, Buffer.from('something else'), identity))
      await assert.rejects(verdictOf(cms, CONTENT, own))
    })
  }

  test('names the signer by issuer and number, and comes with all certificates', async () => {
    const root = issue('Root')
    const leaf = issue('Leaf', { by: root, isAuthority: false })
    const identity = { key: leaf.key, certificates: [leaf.certificate.raw, root.certificate.raw] }

    const { data, signer } = readSigned(await signCms(DIGEST, identity))

    assert.ok(signer.sid instanceof IssuerAndSerialNumber)
    assert.ok(isNameOf(signer.sid, leaf.certificate))
    assert.deepEqual(
      data.certificates?.map((one) => toDer(one)),
      identity.certificates,
    )
    assert.equal(data.encapContentInfo.eContent, undefined, 'the file is the content')
    assert.equal(data.encapContentInfo.eContentType, ID.data)
  })

  test('signs what is signed, the digest, and the certificate of the signer; the time is not there', async () => {
    const { signer } = readSigned(await signCms(DIGEST, own))

    const attributes = attributesOf(signer)
    const kinds = [ID.contentType, ID.messageDigest, ID.signingCertificate]
    assert.deepEqual([...attributes.keys()].toSorted(), kinds.toSorted())
    assert.deepEqual(octetsOf(attributes.get(ID.messageDigest)?.[0]), DIGEST)
    const certificateHash = createHash('sha256').update(ownCertificate(own).raw).digest()
    const named = rawOf(attributes.get(ID.signingCertificate)?.[0] ?? assert.fail())
    assert.ok(named.includes(certificateHash))
  })

  test('has its attributes in the order of DER, over which the signature is', async () => {
    const { signer } = readSigned(await signCms(DIGEST, own))

    const written = signer.signedAttrs?.attributes.map((one) => toDer(one)) ?? []
    assert.deepEqual(written, written.toSorted(Buffer.compare))
    const signed = {
      bytes: Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer()),
      signature: octetsOf(signer.signature),
      algorithm: signer.signatureAlgorithm.algorithmId,
      digest: 'sha256',
    }
    assert.equal(signatureFault(signed, ownCertificate(own).publicKey), undefined)
  })

  test('is of another kind for each kind of key, and of SHA-256 in both', async () => {
    const rsa = readPkcs12(await aPkcs12({ kind: 'rsa' }), 'secret')

    for (const [identity, algorithm] of [
      [own, ID.ecdsaWithSha256],
      [rsa, ID.rsaWithSha256],
    ] as const) {
      const { signer } = readSigned(await signCms(DIGEST, identity))
      assert.equal(signer.signatureAlgorithm.algorithmId, algorithm)
      assert.equal(signer.digestAlgorithm.algorithmId, ID.sha256)
    }
  })
})

describe('a signature with a timestamp', () => {
  test('has the token beside what is signed, as the authority wrote it; it is asked about the signature', async () => {
    const asked: Buffer[] = []

    const cms = await signCms(DIGEST, own, async (signature) => {
      asked.push(Buffer.from(signature))
      return TOKEN
    })

    const { signer } = readSigned(cms)
    assert.deepEqual(asked, [octetsOf(signer.signature)])
    const [attribute, ...others] = signer.unsignedAttrs?.attributes ?? []
    assert.deepEqual([attribute?.type, others], [ID.timestampToken, []])
    assert.deepEqual(
      attribute?.values.map((one) => rawOf(one as BaseBlock)),
      [TOKEN],
    )
    assert.match(await verdictOf(cms, CONTENT, own), /CAdES Verification successful/)
  })

  test('has nothing beside it without one', async () => {
    assert.equal(readSigned(await signCms(DIGEST, own)).signer.unsignedAttrs, undefined)
  })

  test('is not made if the authority fails, nor with an answer that cannot be read', async () => {
    const failing = signCms(DIGEST, own, () => Promise.reject(new Error('no answer')))
    await assert.rejects(failing, { message: 'no answer' })

    for (const token of [Buffer.alloc(0), Buffer.from('<html>'), TOKEN.subarray(0, -1)]) {
      await assert.rejects(
        signCms(DIGEST, own, async () => token),
        { name: 'UnreadableAsn1' },
      )
    }
  })
})

describe('a signature is not made', () => {
  for (const [kind, key] of [
    ['ed25519', generateKeyPairSync('ed25519').privateKey],
    ['x25519', generateKeyPairSync('x25519').privateKey],
    ['rsa-pss', generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey],
  ] as const) {
    test(`by a key of the kind ${kind}, before an authority is asked`, async () => {
      const message = `A key of the kind ${kind} cannot seal: it must be RSA or EC.`

      const timestamp = () => assert.fail('it was asked')

      await assert.rejects(signCms(DIGEST, { ...own, key }, timestamp), { message })
    })
  }

  test('without a certificate', async () => {
    const message = 'The identity has no certificate.'

    await assert.rejects(signCms(DIGEST, { ...own, certificates: [] }), { message })
  })

  test('with something else in the place of a certificate', async () => {
    for (const certificate of [Buffer.alloc(0), Buffer.from('<html>'), TOKEN]) {
      await assert.rejects(signCms(DIGEST, { ...own, certificates: [certificate] }))
    }
  })
})
