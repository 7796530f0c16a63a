import { createHash } from 'node:crypto'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { MAX_TOKEN_BYTES } from '#platform/seal/request-timestamp.ts'
import type { GetTimestamp } from '#platform/seal/sign-cms.ts'
import { FIELD_FLAGS, FORM_FLAGS, fillSignatureSpace, signatureSpace } from '#platform/seal/signature-space.ts'
import type { ValidationData } from './collect-validation.ts'
import { referenceIn, referencesIn, UpdatedPdf } from './updated-pdf.ts'

type Addition = {
  /** The names of the signatures that the data is for. */
  keys: string[]
  data: ValidationData
  moment: Date
  /** Adds a document timestamp over all of it. */
  timestamp?: GetTimestamp | undefined
}

/** The entries of the document security store, with those of what it says of one signature. */
const KINDS = [
  { name: 'certificates', all: 'Certs', own: 'Cert' },
  { name: 'ocspResponses', all: 'OCSPs', own: 'OCSP' },
  { name: 'crls', all: 'CRLs', own: 'CRL' },
] as const

/** Appends validation data (the document security store of ISO 32000-2, 12.8.4.3), and a document timestamp. */
export async function addValidation(pdf: UpdatedPdf, addition: Addition): Promise<Uint8Array<ArrayBuffer>> {
  const output = new PdfOutput(pdf)
  const store = output.add(storeWith(pdf, output, addition))
  const root = pdf.dictionary(pdf.root)
  const added = addition.timestamp && addTimestamp(pdf, output)
  const kept = pdf.textWithout(root, ['DSS', ...(added ? ['AcroForm'] : [])])
  output.put(pdf.root, `<<${kept}${added?.form ?? ''}/DSS ${store} 0 R>>`)
  const trailer = pdf.textWithout(pdf.trailer, ['Size', 'Prev'])
  const updated = Buffer.from(output.end(trailer).buffer)
  const { timestamp } = addition
  if (timestamp && added) {
    const objectAt = new UpdatedPdf(updated).placeOf(added.timestamp)
    await fillSignatureSpace(updated, objectAt, (_digest, { before, after }) =>
      timestamp(Buffer.concat([before, after])),
    )
  }
  return updated
}

/** Says of which signatures the file has validation data. */
export function validatedKeys(pdf: UpdatedPdf): Set<string> {
  return new Set(storeOf(pdf)?.get('VRI')?.value.entries?.keys())
}

function storeOf(pdf: UpdatedPdf) {
  const root = pdf.dictionary(pdf.root)
  return root.has('DSS') ? pdf.dictionary(referenceIn(root, 'DSS')) : undefined
}

/** The store with what it had before: nothing is added twice. */
function storeWith(pdf: UpdatedPdf, output: PdfOutput, { keys, data, moment }: Addition): string {
  const earlier = storeOf(pdf)
  const own: string[] = []
  const all = KINDS.map((kind) => {
    const before = referencesIn(earlier, kind.all)
    const known = new Map(before.map((number) => [digestOf(pdf.stream(number)), number]))
    const numbers = data[kind.name].map((bytes) => known.get(digestOf(bytes)) ?? output.addPacked(bytes, ''))
    if (numbers.length > 0) own.push(`/${kind.own}[${references(numbers)}]`)
    return `/${kind.all}[${references(new Set([...before, ...numbers]))}]`
  })
  const time = moment.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const entries = earlier?.get('VRI')?.value.entries
  const earlierKeys = entries ? pdf.textWithout(entries) : ''
  const newKeys = keys.map((key) => `/${key}<<${own.join('')}/TU(D:${time}Z)>>`)
  return `<</Type/DSS${all.join('')}/VRI<<${earlierKeys}${newKeys.join('')}>>>>`
}

/** A field with a document timestamp (ISO 32000-2, 12.8.5), which nothing shows on the page of the seal; and the form. */
function addTimestamp(pdf: UpdatedPdf, output: PdfOutput): { timestamp: number; form: string } {
  const form = pdf.dictionary(pdf.root).get('AcroForm')?.value.entries
  const fields = referencesIn(form, 'Fields')
  const [seal] = fields
  const page = referenceIn(seal === undefined ? undefined : pdf.dictionary(seal), 'P')
  const space = signatureSpace(MAX_TOKEN_BYTES)
  const timestamp = output.add(`<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161${space}>>`)
  const field = output.add(
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Timestamp${fields.length})/V ${timestamp} 0 R/P ${page} 0 R` +
      `/Rect[0 0 0 0]/F ${FIELD_FLAGS}>>`,
  )
  const entries = pdf.dictionary(page)
  const annotations = references([...referencesIn(entries, 'Annots'), field])
  output.put(page, `<<${pdf.textWithout(entries, ['Annots'])}/Annots[${annotations}]>>`)
  return { timestamp, form: `/AcroForm<</Fields[${references([...fields, field])}]/SigFlags ${FORM_FLAGS}>>` }
}

function references(numbers: Iterable<number>): string {
  return Array.from(numbers, (number) => `${number} 0 R`).join(' ')
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
