import { createHash, X509Certificate } from 'node:crypto'
import type { BaseBlock } from 'asn1js'
import {
  Certificate,
  ContentInfo,
  type EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs'
import { rawOf, readAs, toDer, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { isNameOf, octetsOf } from '#platform/seal/read-cms.ts'
import { referenceIn, referencesIn, type UpdatedPdf } from './updated-pdf.ts'

/** A certificate that something in the file was signed with, and those that came with it. */
export type Signer = {
  certificate: X509Certificate
  others: X509Certificate[]
  /** If it signed a timestamp: the time that this one says. */
  timestampedAt?: Date
}

export type PdfSignature = {
  isTimestamp: boolean
  /** The name of its entry in the document security store: the digest of all of its content, with the zeros behind it. */
  key: string
  /** Who signed, then the authority of its timestamp, if it has one. It takes long, so only those who ask wait for it. */
  signers(): Signer[]
}

/** The seal of a file, and its document timestamps in the order in which they were added. */
export function signaturesIn(pdf: UpdatedPdf): PdfSignature[] {
  const form = pdf.dictionary(pdf.root).get('AcroForm')?.value.entries
  return referencesIn(form, 'Fields').map((field) => {
    const signature = pdf.dictionary(referenceIn(pdf.dictionary(field), 'V'))
    const { start = 0, end = 0 } = signature.get('Contents')?.value ?? {}
    const contents = Buffer.from(pdf.bytes.toString('latin1', start + 1, end - 1), 'hex')
    return {
      isTimestamp: signature.get('SubFilter')?.value.name === 'ETSI.RFC3161',
      key: createHash('sha1').update(contents).digest('hex').toUpperCase(),
      signers: () => signersIn(contents),
    }
  })
}

/** Who signed a CMS SignedData, and who signed the timestamps that it carries. */
function signersIn(cms: Buffer): Signer[] {
  // Zeros fill the space that a signature does not take.
  const { contentType, content } = readAs(ContentInfo, cms, { mayBeFollowed: true })
  if (contentType !== ID.signedData) throw new UnreadableAsn1('This is not a SignedData.')
  const { encapContentInfo, certificates = [], signerInfos } = readAs(SignedData, content as BaseBlock)
  const all = certificates.filter((one) => one instanceof Certificate).map((one) => new X509Certificate(toDer(one)))
  const [signer] = signerInfos
  const name = signer?.sid
  const own = name instanceof IssuerAndSerialNumber ? all.find((one) => isNameOf(name, one)) : undefined
  if (!signer || !own) throw new UnreadableAsn1('The certificate of the signer is missing.')
  const others = all.filter((one) => one !== own)
  return [{ certificate: own, others, ...timeIn(encapContentInfo) }, ...tokensOf(signer).flatMap(signersIn)]
}

function timeIn({ eContentType, eContent }: EncapsulatedContentInfo): Pick<Signer, 'timestampedAt'> {
  return eContentType === ID.timestampInfo ? { timestampedAt: readAs(TSTInfo, octetsOf(eContent)).genTime } : {}
}

function tokensOf({ unsignedAttrs }: SignerInfo): Buffer[] {
  const attributes = unsignedAttrs?.attributes.filter(({ type }) => type === ID.timestampToken) ?? []
  return attributes.flatMap(({ values }) => values.map((one) => rawOf(one as BaseBlock)))
}
