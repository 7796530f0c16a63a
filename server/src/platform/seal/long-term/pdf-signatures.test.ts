import assert from 'node:assert/strict'
import { createHash, type X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import { type BaseBlock, Null, Primitive } from 'asn1js'
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { readAs, toDer, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { changedAt, type Issued, integer, issue, sequence } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { signCms } from '#platform/seal/sign-cms.ts'
import { signaturesIn } from './pdf-signatures.ts'
import { UpdatedPdf } from './updated-pdf.ts'

const root = issue('Root')
const seal = issue('Seal', { by: root, isAuthority: false })
const time = issue('Time', { by: root, isAuthority: false })
const DIGEST = Buffer.alloc(32, 7)

const cmsOf = (by: Issued, others: Issued[] = [], token?: Buffer) => {
  const identity = { key: by.key, certificates: [by, ...others].map(({ certificate }) => certificate.raw) }
  return signCms(DIGEST, identity, token && (async () => token))
}
const namesOf = (certificates: X509Certificate[]) => certificates.map((one) => one.subject)

type Written = { contents: Buffer; roomBytes?: number; subFilter?: string }

/** A file with signatures in its form, whose places are filled up with zeros. */
function fileWith(signatures: Written[]): UpdatedPdf {
  return fileOf((output) =>
    signatures.map(({ contents, roomBytes = 20, subFilter = 'ETSI.CAdES.detached' }) => {
      const hex = Buffer.concat([contents, Buffer.alloc(roomBytes)]).toString('hex')
      const value = output.add(`<</Type/Sig/SubFilter/${subFilter}/Contents<${hex}>>>`)
      return output.add(`<</FT/Sig/V ${value} 0 R>>`)
    }),
  )
}

function fileOf(addFields: (output: PdfOutput) => number[]): UpdatedPdf {
  const output = new PdfOutput()
  const fields = addFields(output).map((one) => `${one} 0 R`)
  const catalog = output.add(`<</Type/Catalog/AcroForm<</Fields[${fields.join(' ')}]>>>>`)
  return new UpdatedPdf(output.end(`/Root ${catalog} 0 R`))
}

/** A signature of which some parts are replaced before it is written. */
function changed(cms: Buffer, parts: Partial<Pick<SignedData, 'signerInfos' | 'certificates'>>): Buffer {
  const data = Object.assign(readAs(SignedData, contentOf(cms)), parts)
  return toDer(new ContentInfo({ contentType: ID.signedData, content: data.toSchema(true) }))
}

function contentOf(cms: Buffer): BaseBlock {
  return readAs(ContentInfo, cms).content as BaseBlock
}

/** Its signer with a SubjectKeyIdentifier in place of issuer and serial number. */
function namedByKey(cms: Buffer): SignerInfo {
  const [signer = assert.fail('there is no signer')] = readAs(SignedData, contentOf(cms)).signerInfos
  const keyId = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: new ArrayBuffer(20) })
  return Object.assign(signer, { sid: keyId })
}

const cms = await cmsOf(seal)
const otherCms = await cmsOf(time)
const withWrongToken = await cmsOf(seal, [], sequence(integer(1)))
const certificateAt = cms.indexOf(seal.certificate.raw)

/** All signatures, and who made them. */
const readAll = (pdf: UpdatedPdf) => signaturesIn(pdf).map((one) => ({ ...one, signers: one.signers() }))

describe('signaturesIn', () => {
  test('answers who signed, with the certificates that came along, and the name of the signature', async () => {
    const contents = await cmsOf(seal, [root, time])

    const [found, ...others] = readAll(fileWith([{ contents, roomBytes: 33 }]))

    assert.equal(others.length, 0)
    const key = createHash('sha1').update(contents).update(Buffer.alloc(33)).digest('hex').toUpperCase()
    assert.deepEqual([found?.isTimestamp, found?.key], [false, key])
    assert.equal(found?.signers.length, 1)
    assert.deepEqual(found?.signers[0]?.certificate.raw, seal.certificate.raw)
    assert.deepEqual(namesOf(found?.signers[0]?.others ?? []).toSorted(), ['CN=Root', 'CN=Time'])
  })

  test('answers the authority of a timestamp behind the signer, and that of a timestamp of it', async () => {
    const token = await cmsOf(time, [root], await cmsOf(root))
    const contents = await cmsOf(seal, [], token)

    const [found] = readAll(fileWith([{ contents }]))

    assert.deepEqual(namesOf(found?.signers.map((one) => one.certificate) ?? []), ['CN=Seal', 'CN=Time', 'CN=Root'])
  })

  test('answers signatures in the order of the form, and which of them are timestamps of the file', async () => {
    const [first, second] = [await cmsOf(seal), await cmsOf(time)]

    const found = readAll(
      fileWith([
        { contents: first },
        { contents: second, subFilter: 'ETSI.RFC3161' },
        { contents: first, roomBytes: 21 },
      ]),
    )

    assert.deepEqual(
      found.map((one) => one.isTimestamp),
      [false, true, false],
    )
    assert.equal(new Set(found.map((one) => one.key)).size, 3)
  })

  test('answers none without a form, and with an empty one', () => {
    const output = new PdfOutput()
    const catalog = output.add('<</Type/Catalog>>')

    assert.deepEqual(readAll(new UpdatedPdf(output.end(`/Root ${catalog} 0 R`))), [])
    assert.deepEqual(readAll(fileWith([])), [])
  })
})

describe('signaturesIn refuses', () => {
  const fields: [what: string, add: (output: PdfOutput) => number[], error: new () => Error][] = [
    ['a field without a value', (output) => [output.add('<</FT/Sig>>')], UnreadablePdf],
    ['a value that is within the field', (output) => [output.add('<</FT/Sig/V<</Type/Sig>>>>')], UnreadablePdf],
    ['a field that is not there', () => [99], UnreadablePdf],
    ['a field that is a list', (output) => [output.add('[1 2]')], UnreadablePdf],
    ['a value that is not there', (output) => [output.add('<</FT/Sig/V 99 0 R>>')], UnreadablePdf],
    ['a field that is its own value', (output) => [output.add('<</FT/Sig/V 1 0 R>>')], UnreadableAsn1],
    [
      'two fields that are the values of each other',
      (output) => [output.add('<</FT/Sig/V 2 0 R>>'), output.add('<</FT/Sig/V 1 0 R>>')],
      UnreadableAsn1,
    ],
    [
      'contents that are no digits',
      (output) => [output.add('<</V 2 0 R>>'), output.add('<</Contents<zz>>>')].slice(0, 1),
      UnreadableAsn1,
    ],
    [
      'contents that are a name',
      (output) => [output.add('<</V 2 0 R>>'), output.add('<</Contents/A>>')].slice(0, 1),
      UnreadableAsn1,
    ],
  ]
  for (const [what, add, error] of fields) {
    test(what, () => assert.throws(() => readAll(fileOf(add)), error))
  }

  const signatures: [what: string, contents: Buffer, message: RegExp][] = [
    ['nothing', Buffer.alloc(0), /./],
    ['noise', Buffer.from('<html>'), /./],
    ['another structure', sequence(integer(1)), /is not a ContentInfo/],
    [
      'data that is not signed',
      toDer(new ContentInfo({ contentType: ID.data, content: new Null() })),
      /is not a SignedData/,
    ],
    ['a signature of nobody', changed(cms, { signerInfos: [] }), /certificate of the signer is missing/],
    ['a signature without certificates', changed(cms, { certificates: [] }), /certificate of the signer is missing/],
    [
      'a signature with the certificate of another one',
      changed(cms, { certificates: readAs(SignedData, contentOf(otherCms)).certificates ?? [] }),
      /certificate of the signer is missing/,
    ],
    [
      'a signer who is named by a key',
      changed(cms, { signerInfos: [namedByKey(cms)] }),
      /certificate of the signer is missing/,
    ],
    ['a timestamp that is no signature', withWrongToken, /is not a ContentInfo/],
    ['a signature that is cut off', cms.subarray(0, -1), /./],
  ]
  for (const [what, contents, message] of signatures) {
    test(what, () => {
      assert.throws(
        () => readAll(fileWith([{ contents, roomBytes: 0 }])),
        (error) => {
          assert.ok(error instanceof UnreadableAsn1, String(error))
          assert.match(error.message, message)
          return true
        },
      )
    })
  }

  test('timestamps of timestamps that nest too deep', async () => {
    let token = await cmsOf(time)
    for (let count = 0; count < 3; count += 1) token = await cmsOf(time, [], token)

    assert.throws(() => readAll(fileWith([{ contents: token }])), UnreadableAsn1)
  })

  test('any byte changed, or reads it: never with another error', () => {
    for (let at = 0; at < cms.length; at += 3) {
      // A certificate that node cannot read is one of the errors of its own.
      if (at >= certificateAt && at < certificateAt + seal.certificate.raw.length) continue
      try {
        readAll(fileWith([{ contents: changedAt(cms, at, 0x41) }]))
      } catch (error) {
        assert.ok(error instanceof UnreadableAsn1, `${at}: ${String(error)}`)
      }
    }
  })
})
