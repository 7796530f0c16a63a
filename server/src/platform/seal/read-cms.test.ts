import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Integer, OctetString, Primitive, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { readAs, toDer, UnreadableAsn1 } from './asn1.ts'
import { changedAt } from './asn1-samples.conformance.ts'
import { ownCertificate } from './identity.ts'
import { makeIdentity } from './make-identity.ts'
import { ID } from './object-ids.ts'
import { isNameOf, readSignedContent } from './read-cms.ts'
import { signCms } from './sign-cms.ts'

const identity = await makeIdentity({ organization: 'HR', now: new Date() })
const stranger = await makeIdentity({ organization: 'HR', now: new Date() })
const own = ownCertificate(identity)
const certificate = readAs(Certificate, own.raw)
const content = Buffer.from('what is signed')

const nameOf = ({ issuer, serialNumber }: Certificate) => new IssuerAndSerialNumber({ issuer, serialNumber })
const octets = (bytes: Buffer) => new OctetString({ valueHex: Uint8Array.from(bytes) })
const attribute = (type: string, ...values: unknown[]) => new Attribute({ type, values })
/** A SubjectKeyIdentifier, which stands in place of issuer and serial number. */
const KEY_ID = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: new ArrayBuffer(20) })
const DIGEST = attribute(ID.messageDigest, octets(Buffer.alloc(32)))

type SignerParts = { sid?: unknown; attributes?: Attribute[] | undefined }

function aSigner({ sid = nameOf(certificate), ...parts }: SignerParts = {}): SignerInfo {
  const attributes = 'attributes' in parts ? parts.attributes : [DIGEST]
  return new SignerInfo({
    version: 1,
    sid: sid as IssuerAndSerialNumber,
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: ID.sha256 }),
    ...(attributes && { signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }) }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: ID.ecdsaWithSha256 }),
    signature: octets(Buffer.from('signature')),
  })
}

const isWithin = (at: number, start: number, length: number) => at >= start && at < start + length

type Parts = { signers?: SignerInfo[]; contentType?: string; hasContent?: boolean }

/** A SignedData of which every part can be replaced. Its signature is not verified by its reader. */
function aCms({ signers = [aSigner()], contentType = ID.signedData, hasContent = true }: Parts = {}): Buffer {
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: ID.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: ID.timestampInfo,
      ...(hasContent && { eContent: octets(content) }),
    }),
    certificates: [certificate],
    signerInfos: signers,
  })
  return toDer(new ContentInfo({ contentType, content: signedData.toSchema(true) }))
}

describe('readSignedContent', () => {
  test('reads what is signed, by whom and how', () => {
    const { contentType, content: read, certificates, signer } = readSignedContent(aCms())

    assert.deepEqual([contentType, read], [ID.timestampInfo, content])
    assert.deepEqual(
      certificates.map((one) => one.fingerprint256),
      [own.fingerprint256],
    )
    assert.deepEqual([signer.digestAlgorithm, signer.signatureAlgorithm], [ID.sha256, ID.ecdsaWithSha256])
    assert.equal(signer.signature.toString(), 'signature')
    assert.deepEqual([...signer.attributes.keys()], [ID.messageDigest])
    assert.equal(signer.signedAttributes[0], 0x31, 'a SET OF, as it is signed')
  })

  const refusals: [what: string, bytes: () => Buffer, message: string][] = [
    ['data that is not signed', () => aCms({ contentType: ID.data }), 'This is not a SignedData.'],
    ['a signature without its content', () => aCms({ hasContent: false }), 'The content is absent.'],
    ['no signer', () => aCms({ signers: [] }), 'There must be exactly one signer.'],
    ['two signers', () => aCms({ signers: [aSigner(), aSigner()] }), 'There must be exactly one signer.'],
    [
      'a signer without attributes',
      () => aCms({ signers: [aSigner({ attributes: undefined })] }),
      'The signer has no issuer and serial number, or no signed attributes.',
    ],
    [
      'a signer who is named by a key',
      () => aCms({ signers: [aSigner({ sid: KEY_ID })] }),
      'The signer has no issuer and serial number, or no signed attributes.',
    ],
    [
      'an attribute that occurs twice',
      () => aCms({ signers: [aSigner({ attributes: [DIGEST, DIGEST] })] }),
      'An attribute must occur once, with one value.',
    ],
    [
      'an attribute with two values',
      () =>
        aCms({
          signers: [
            aSigner({
              attributes: [attribute(ID.messageDigest, new Integer({ value: 1 }), new Integer({ value: 2 }))],
            }),
          ],
        }),
      'An attribute must occur once, with one value.',
    ],
    [
      'an attribute without a value',
      () => aCms({ signers: [aSigner({ attributes: [attribute(ID.messageDigest)] })] }),
      'An attribute must occur once, with one value.',
    ],
    ['a sequence of nothing', () => toDer(new Sequence()), 'The value is not a ContentInfo.'],
  ]
  for (const [what, bytes, message] of refusals) {
    test(`refuses ${what}`, () => {
      assert.throws(
        () => readSignedContent(bytes()),
        (error) => {
          assert.ok(error instanceof UnreadableAsn1, String(error))
          assert.equal(error.message, message)
          return true
        },
      )
    })
  }

  test('refuses a seal: the file is its content', async () => {
    const seal = await signCms(Buffer.alloc(32), identity)

    assert.throws(() => readSignedContent(seal), /The content is absent/)
  })

  test('refuses it cut off anywhere', () => {
    const whole = aCms()

    for (let length = 0; length < whole.length; length += 1) {
      assert.throws(() => readSignedContent(whole.subarray(0, length)), UnreadableAsn1, `${length} bytes`)
    }
  })
})

describe('readSignedContent with bytes changed', () => {
  const whole = aCms()

  test('reads it or refuses it with the error that says so, whichever byte it is', () => {
    for (let at = 0; at < whole.length; at += 2) {
      for (const bits of [1, 0xff]) {
        try {
          readSignedContent(changedAt(whole, at, bits))
        } catch (error) {
          const isCertificate = isWithin(at, whole.indexOf(own.raw), own.raw.length)
          assert.ok(isCertificate || error instanceof UnreadableAsn1, `${at}: ${String(error)}`)
        }
      }
    }
  })

  test('answers what stands there: a change of the content or the signature is one of the answer', () => {
    const at = whole.indexOf(content)
    const changed = readSignedContent(changedAt(whole, at))

    assert.deepEqual(changed.content, changedAt(content, 0))
    const signature = whole.lastIndexOf('signature')
    assert.equal(readSignedContent(changedAt(whole, signature, 0x20)).signer.signature.toString(), 'Signature')
  })
})

test('isNameOf tells certificates apart that have the same issuer, by their number', () => {
  const other = ownCertificate(stranger)

  assert.equal(own.issuer, other.issuer)
  assert.equal(isNameOf(nameOf(certificate), own), true)
  assert.equal(isNameOf(nameOf(certificate), other), false)
})
