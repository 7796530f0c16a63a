import type { PdfEntry, PdfNode } from './pdf-nodes.ts'
import { PdfiumFile } from './pdfium-file.ts'

type Entries = ReadonlyMap<string, PdfEntry>

/** What a layer or a group of layers (optional content) has, also when it does not say what it is. */
const OF_LAYER = ['OCGs', 'VE', 'Usage']

/** Whether a file that PDFium wrote may have layers. Most have none, and need no closer look. */
export function mayHaveLayers(bytes: Uint8Array<ArrayBuffer>): boolean {
  const file = Buffer.from(bytes.buffer)
  return file.includes('/OC') || file.includes('/Properties')
}

/**
 * Whether what a dictionary belongs to may be hidden. It is for the catalog to say so, and pages in a new document leave
 * the old catalog behind: without the dictionary, every viewer shows what belongs to it.
 */
export function isLayer(file: PdfiumFile, entries: Entries): boolean {
  const type = file.resolve(entries.get('Type')?.value)?.name
  return type === 'OCG' || type === 'OCMD' || (type === undefined && OF_LAYER.some((name) => entries.has(name)))
}

/** A file that PDFium wrote, in which nothing can be hidden or shown; `hadLayers` says whether something could. */
export function withoutLayers(bytes: Uint8Array<ArrayBuffer>): { bytes: Uint8Array<ArrayBuffer>; hadLayers: boolean } {
  if (!mayHaveLayers(bytes)) return { bytes, hadLayers: false }
  const file = new PdfiumFile(bytes)
  const plain = Buffer.from(bytes)
  let hadLayers = false
  for (const { value, content } of file.objects.values()) {
    hadLayers ||= content !== undefined && value.entries?.has('OC') === true
    for (const entries of dictionariesIn(value)) {
      // PDFium takes any list of properties for a layer that the catalog names.
      hadLayers ||= entries.has('Properties')
      if (!isLayer(file, entries)) continue
      hadLayers = true
      for (const entry of entries.values()) plain.fill(' ', entry.start, entry.value.end)
    }
  }
  return { bytes: new Uint8Array(plain), hadLayers }
}

function* dictionariesIn(node: PdfNode): Generator<Entries> {
  for (const one of node.list ?? []) yield* dictionariesIn(one)
  if (!node.entries) return
  yield node.entries
  for (const { value } of node.entries.values()) yield* dictionariesIn(value)
}
