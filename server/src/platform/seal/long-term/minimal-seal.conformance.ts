import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { type GetTimestamp, signCms } from '#platform/seal/sign-cms.ts'
import { fillSignatureSpace, signatureSpace } from '#platform/seal/signature-space.ts'

/** The least that a sealed file is: a page, and a signature over it. */
export async function sealedBy(by: SealIdentity, timestamp?: GetTimestamp): Promise<Buffer> {
  const output = new PdfOutput()
  const [catalog, page] = [output.reserve(), output.reserve()]
  const signature = output.add(`<</Type/Sig/SubFilter/ETSI.CAdES.detached${signatureSpace(32_000)}>>`)
  const field = output.add(`<</FT/Sig/V ${signature} 0 R/P ${page} 0 R>>`)
  output.put(page, `<</Type/Page/Annots[${field} 0 R]>>`)
  output.put(catalog, `<</Type/Catalog/AcroForm<</Fields[${field} 0 R]>>>>`)
  const bytes = Buffer.from(output.end(`/Root ${catalog} 0 R`).buffer)
  await fillSignatureSpace(bytes, 0, (digest) => signCms(digest, by, timestamp))
  return bytes
}
