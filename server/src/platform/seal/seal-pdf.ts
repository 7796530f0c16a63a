import { utf16Hex } from '#platform/pdf/hex-text.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { PdfiumFile } from '#platform/pdf/pdfium/pdfium-file.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { SealIdentity } from './identity.ts'
import { MAX_TOKEN_BYTES } from './request-timestamp.ts'
import { type GetTimestamp, signCms } from './sign-cms.ts'
import { FIELD_FLAGS, FORM_FLAGS, fillSignatureSpace, signatureSpace } from './signature-space.ts'

export type SealOptions = {
  identity: SealIdentity
  moment: Date
  /** Who seals, and why: readers show both. */
  name: string
  reason: string
  /** Asks a timestamp authority to confirm the time of the signature. */
  timestamp?: GetTimestamp
}

const BYTE_ORDER_MARK = '\ufeff'
/** What a signature takes beside certificates and timestamp. */
const SIGNATURE_BYTES = 2048
const FIELD_NAME = 'Seal'
/** No change at all leaves the seal whole, but for validation data and document timestamps (ISO 32000-2, table 257). */
const NO_CHANGES = '<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>'

/** Signs a PDF that `PdfWorkers` made, so that readers tell when a byte of it was changed. */
export async function sealPdf(pdf: Uint8Array, options: SealOptions): Promise<Uint8Array<ArrayBuffer>> {
  const certificateBytes = options.identity.certificates.reduce((sum, one) => sum + one.length, 0)
  const roomBytes = SIGNATURE_BYTES + certificateBytes + (options.timestamp ? MAX_TOKEN_BYTES : 0)
  const file = fileOf(pdf)
  const sealed = withField(file, options, roomBytes)
  // The signature is the first object behind the file.
  await fillSignatureSpace(sealed, file.bytes.length, (digest) => signCms(digest, options.identity, options.timestamp))
  return sealed
}

function fileOf(pdf: Uint8Array): PdfiumFile {
  try {
    return new PdfiumFile(pdf)
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw new Error('Only a PDF that the PDF workers wrote can be sealed, and only once.', { cause: error })
  }
}

/** The file and behind it a field with a signature of blanks, which nothing shows on its first page. */
function withField(file: PdfiumFile, options: SealOptions, roomBytes: number): Buffer<ArrayBuffer> {
  const output = new PdfOutput(file)
  const [page] = file.pages
  const root = file.catalog
  if (!page?.value.entries || !root.value.entries) throw new Error('The PDF has no pages.')
  const hasForm = root.value.entries.has('AcroForm') || page.value.entries.has('Annots')
  if (hasForm) throw new Error('A PDF with forms or notes cannot be sealed.')
  const signature = output.add(signatureOf(options, roomBytes))
  const field = output.add(
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(${FIELD_NAME})/V ${signature} 0 R/P ${page.number} 0 R` +
      `/Rect[0 0 0 0]/F ${FIELD_FLAGS}>>`,
  )
  output.put(page.number, `<<${file.textOf(page.value.entries)}/Annots[${field} 0 R]>>`)
  const form = `/AcroForm<</Fields[${field} 0 R]/SigFlags ${FORM_FLAGS}>>/Perms<</DocMDP ${signature} 0 R>>`
  output.put(root.number, `<<${file.textOf(root.value.entries)}${form}>>`)
  const kept = [...(file.trailer.entries ?? [])].filter(([name]) => ['Root', 'Info', 'ID'].includes(name))
  return Buffer.from(output.end(file.textOf(kept)).buffer)
}

function signatureOf({ moment, name, reason }: SealOptions, roomBytes: number): string {
  const time = moment.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  return (
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:${time}Z)/Name<${inUtf16(name)}>` +
    `/Reason<${inUtf16(reason)}>/Reference[${NO_CHANGES}]${signatureSpace(roomBytes)}>>`
  )
}

function inUtf16(text: string): string {
  return utf16Hex(BYTE_ORDER_MARK + text.toWellFormed())
}
