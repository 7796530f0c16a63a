import { afterBlanks } from '#platform/pdf/parser/value-reader.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { type PdfEntry, type PdfNode, readNode } from './pdf-nodes.ts'

export type PdfiumObject = { number: number; start: number; end: number; value: PdfNode; content: Buffer | undefined }

const MAX_DEPTH = 64

/** A file that PDFium or `PdfOutput` wrote, taken apart: its objects stand one after the other, and behind them the table. */
export class PdfiumFile {
  readonly bytes: Buffer
  readonly objects: ReadonlyMap<number, PdfiumObject>
  readonly trailer: PdfNode
  readonly tableAt: number

  constructor(file: Uint8Array) {
    this.bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    const { objects, end } = readObjects(this.bytes)
    this.objects = objects
    this.tableAt = end
    const trailer = this.bytes.indexOf('trailer', end, 'latin1')
    if (trailer < 0 || lastTableAt(this.bytes) !== end) throw new UnreadablePdf()
    this.trailer = readNode(this.bytes, trailer + 'trailer'.length)
  }

  /** How many numbers are taken. */
  get size(): number {
    return this.trailer.entries?.get('Size')?.value.number ?? 0
  }

  get catalog(): PdfiumObject {
    return this.#get(this.trailer.entries?.get('Root')?.value)
  }

  /** In the order in which they are read. */
  get pages(): PdfiumObject[] {
    return this.#pagesBelow(this.#get(this.catalog.value.entries?.get('Pages')?.value), 0)
  }

  resolve(node: PdfNode | undefined): PdfNode | undefined {
    return node?.reference === undefined ? node : this.objects.get(node.reference)?.value
  }

  /** Entries of a dictionary as they were written. */
  textOf(entries: Iterable<[string, PdfEntry]>): string {
    return Array.from(entries, ([, entry]) => this.bytes.toString('latin1', entry.start, entry.value.end)).join('')
  }

  #get(node: PdfNode | undefined): PdfiumObject {
    const object = node?.reference === undefined ? undefined : this.objects.get(node.reference)
    if (!object) throw new UnreadablePdf()
    return object
  }

  #pagesBelow(object: PdfiumObject, depth: number): PdfiumObject[] {
    if (depth > MAX_DEPTH) throw new UnreadablePdf()
    const kids = this.resolve(object.value.entries?.get('Kids')?.value)?.list
    return kids ? kids.flatMap((kid) => this.#pagesBelow(this.#get(kid), depth + 1)) : [object]
  }
}

/** Where the newest cross-reference table is: not at its first place when the file was updated incrementally. */
function lastTableAt(bytes: Buffer): number {
  const at = bytes.lastIndexOf('startxref', undefined, 'latin1')
  return at < 0 ? -1 : Number.parseInt(bytes.toString('latin1', at + 'startxref'.length, at + 32), 10)
}

function readObjects(bytes: Buffer): { objects: Map<number, PdfiumObject>; end: number } {
  const objects = new Map<number, PdfiumObject>()
  for (let at = firstObjectAt(bytes); ; ) {
    const start = afterBlanks(bytes, at)
    const head = /^(\d+) 0 obj\b/.exec(bytes.toString('latin1', start, start + 24))
    if (!head) return { objects, end: start }
    const value = readNode(bytes, start + head[0].length)
    const { content, end } = readContent(bytes, value)
    const number = Number(head[1])
    objects.set(number, { number, start, end, value, content })
    at = end
  }
}

/** Behind the header and the comment below it. */
function firstObjectAt(bytes: Buffer): number {
  const lineEnd = bytes.indexOf('%', 5, 'latin1')
  const head = /[\r\n]+(?=\d+ 0 obj\b)/.exec(bytes.toString('latin1', Math.max(0, lineEnd), 128))
  if (!head) throw new UnreadablePdf()
  return Math.max(0, lineEnd) + head.index + head[0].length
}

function readContent(bytes: Buffer, value: PdfNode): { content: Buffer | undefined; end: number } {
  let at = afterBlanks(bytes, value.end)
  let content: Buffer | undefined
  if (bytes.toString('latin1', at, at + 6) === 'stream') {
    const begin = bytes[at + 6] === 13 ? at + 8 : at + 7
    const length = value.entries?.get('Length')?.value.number
    if (length === undefined) throw new UnreadablePdf()
    content = bytes.subarray(begin, begin + length)
    at = afterBlanks(bytes, begin + length)
    if (bytes.toString('latin1', at, at + 9) !== 'endstream') throw new UnreadablePdf()
    at = afterBlanks(bytes, at + 9)
  }
  if (bytes.toString('latin1', at, at + 6) !== 'endobj') throw new UnreadablePdf()
  return { content, end: at + 6 }
}
