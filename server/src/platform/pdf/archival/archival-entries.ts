import { createHash } from 'node:crypto'
import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { srgbProfile } from './srgb-profile.ts'

export type Archival = { title: string; moment: Date }

/**
 * What makes a file one of PDF/A-2b (ISO 19005-2), if its fonts are embedded and nothing in it is transparent or acts: what it
 * says of itself in XMP, and what its colours are. Answers entries of the catalog. There is no document information
 * dictionary, which would have to say the same.
 */
export function addArchivalEntries(pdf: PdfOutput, archival: Archival): string {
  // Unpacked, so that programs find it without knowing PDF.
  const metadata = pdf.addPacked(Buffer.from(xmpOf(archival)), '/Type/Metadata/Subtype/XML')
  const profile = pdf.addStream(srgbProfile(), '/N 3')
  const intent = pdf.add(
    `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2-1)/DestOutputProfile ${profile} 0 R>>`,
  )
  return `/Metadata ${metadata} 0 R/OutputIntents[${intent} 0 R]`
}

/** An entry of the trailer: what a file is told apart by. Equal files have equal ones. */
export function fileIdentifier(content: string): string {
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return `/ID[<${id}><${id}>]`
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const inXml = (text: string) =>
  text
    .toWellFormed()
    // What XML has no place for.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll(/[&<>]/g, (character) => XML[character] ?? character)

function xmpOf({ title, moment }: Archival): string {
  const time = `${moment.toISOString().slice(0, 19)}Z`
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(title)}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<xmp:CreateDate>${time}</xmp:CreateDate>
<xmp:ModifyDate>${time}</xmp:ModifyDate>
<xmp:MetadataDate>${time}</xmp:MetadataDate>
<pdf:Producer>Dossier</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}
