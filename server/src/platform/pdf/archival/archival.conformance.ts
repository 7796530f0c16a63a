import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import type { PdfNode } from '#platform/pdf/pdfium/pdf-nodes.ts'
import { PdfiumFile } from '#platform/pdf/pdfium/pdfium-file.ts'

/** What PDF/A-2 forbids wherever it stands in a dictionary (ISO 19005-2, 6.1.3, 6.2.4, 6.2.8, 6.4, 6.5, 6.10, 6.11). */
const FORBIDDEN = [
  'Encrypt',
  'JavaScript',
  'JS',
  'AA',
  'OpenAction',
  'XFA',
  'NeedsRendering',
  'SMask',
  'OPI',
  'PS',
  'Requirements',
]
/** Any other would make what is shown depend on what lies below it (6.2.10). */
const OPAQUE = /\/(?:ca|CA|BM|SMask)\b/

/**
 * Whether a report keeps the rules of PDF/A-2b (ISO 19005-2) that concern what we write. Not a validator: a file with pictures,
 * forms or layers would need more rules.
 */
export function assertArchival(pdf: Uint8Array, title: string): void {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  const file = new PdfiumFile(pdf)
  const entry = (node: PdfNode | undefined, name: string) => file.resolve(node?.entries?.get(name)?.value)
  const shown = (node: PdfNode | undefined) => (node ? text.slice(node.start, node.end).trim() : undefined)
  // 6.1.2 header and comment; 6.1.3 identifier, and nothing behind the end; 6.1.4 the table.
  assert.match(text, /^%PDF-1\.[0-7]\n%[\x80-\xff]{4,}\n/)
  assert.match(text, /%%EOF\r?\n?$/)
  assert.ok(file.trailer.entries?.has('ID'), 'no identifier')
  assert.ok(!file.trailer.entries?.has('Info'), 'a second place for what the XMP says (6.6.3)')
  assert.match(text, /\nxref\n\d+ \d+\n(?:\d{10} \d{5} [nf](?: \n|\r\n))/)
  for (const name of FORBIDDEN) assert.doesNotMatch(text, new RegExp(`/${name}\\b`), name)
  // 6.2.3 the colours.
  const [intent] = file.catalog.value.entries?.get('OutputIntents')?.value.list ?? []
  assert.equal(shown(entry(file.resolve(intent), 'S')), '/GTS_PDFA1')
  const profile = contentOf(file, file.resolve(intent)?.entries?.get('DestOutputProfile')?.value)
  assert.equal(profile.readUInt32BE(0), profile.length)
  assert.equal(profile.toString('latin1', 12, 20), 'mntrRGB ')
  assert.equal(profile.toString('latin1', 36, 40), 'acsp')
  // 6.6 what it says of itself, unpacked.
  const metadata = file.objects.get(file.catalog.value.entries?.get('Metadata')?.value.reference ?? 0)
  assert.ok(!metadata?.value.entries?.has('Filter'))
  const xmp = metadata?.content?.toString('utf8') ?? ''
  assert.match(xmp, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/)
  assert.ok(xmp.includes(`<rdf:li xml:lang="x-default">${title}</rdf:li>`))
  for (const page of file.pages) checkPage(file, page.value)
  for (const { value } of file.objects.values()) checkFont(file, value)
}

function checkPage(file: PdfiumFile, page: PdfNode): void {
  assert.ok(page.entries?.has('Resources'), '6.2.2: resources of the page itself')
  assert.ok(!page.entries?.has('Group'), '6.2.10')
  const content = contentOf(file, page.entries?.get('Contents')?.value).toString('latin1')
  // 6.2.2 only known operators; 6.2.4.3 only colours of RGB, which the intent says; 6.2.10 nothing transparent.
  const operators = new Set(content.replaceAll(/<[^<>]*>|\/\w+|\[|\]/g, ' ').match(/[A-Za-z'"*]+/g))
  const known = new Set([
    'BT',
    'ET',
    'Td',
    'Tf',
    'Tj',
    'TJ',
    'rg',
    'RG',
    'w',
    'm',
    'l',
    'S',
    'BDC',
    'EMC',
    'Ts',
    'Tz',
    'Tm',
    'T',
  ])
  assert.deepEqual(
    [...operators].filter((one) => !known.has(one.replace('*', ''))),
    [],
  )
  assert.doesNotMatch(content, OPAQUE)
  // 6.2.11.8: the code 0 draws the glyph 0, which stands for what a font has not.
  for (const [, codes = ''] of content.matchAll(/<([0-9A-Fa-f]*)>/g)) {
    if (codes.length % 4 === 0) assert.doesNotMatch(codes, /^(?:.{4})*0000/)
  }
}

function checkFont(file: PdfiumFile, value: PdfNode): void {
  const text = file.bytes.toString('latin1', value.start, value.end)
  // Streams are objects of their own: only dictionaries come here.
  if (/\/Type\/Font\b(?!Descriptor)/.test(text)) {
    assert.match(text, /\/Subtype\/(?:Type0|CIDFontType[02])/, '6.2.11.3: composite fonts only')
    if (/\/Type0/.test(text)) assert.match(text, /\/ToUnicode \d+ 0 R/)
    else assert.match(text, /\/FontDescriptor \d+ 0 R/)
    if (/CIDFontType2/.test(text)) assert.match(text, /\/CIDToGIDMap (?:\d+ 0 R|\/Identity)/, '6.2.11.3.2')
  }
  if (/\/Type\/FontDescriptor/.test(text)) assert.match(text, /\/FontFile[23] \d+ 0 R/, '6.2.11.4: embedded')
  // 6.3: a note is printed, and not hidden; one without a size needs no appearance.
  if (/\/Type\/Annot/.test(text)) {
    const flags = Number(/\/F (\d+)/.exec(text)?.[1])
    assert.equal(flags & 0b100111, 0b000100)
    assert.match(text, /\/Rect\[0 0 0 0\]/)
  }
}

function contentOf(file: PdfiumFile, node: PdfNode | undefined): Buffer {
  const object = file.objects.get(node?.reference ?? 0)
  assert.ok(object?.content, 'a stream is missing')
  const isPacked = object.value.entries?.has('Filter')
  return isPacked ? inflateSync(object.content) : object.content
}
