import { type PdfEntry, type PdfNode, readNode } from '#platform/pdf/pdfium/pdf-nodes.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

/** A file is renewed once in years: more updates than these are a loop. */
const MAX_UPDATES = 200
const ENTRY_BYTES = 20
const OFFSET_DIGITS = 10
const STREAM_HEAD_BYTES = 16
const LATIN1 = 'latin1'

/** A file that the service sealed, with the updates that it appended: every one has a plain cross-reference table. */
export class UpdatedPdf {
  readonly bytes: Buffer
  readonly tableAt: number
  readonly trailer: Map<string, PdfEntry>
  readonly #places = new Map<number, number>()

  constructor(file: Uint8Array) {
    this.bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    const marker = this.bytes.lastIndexOf('startxref', undefined, LATIN1)
    this.tableAt = marker < 0 ? -1 : Number.parseInt(this.bytes.toString(LATIN1, marker + 9, marker + 32), 10)
    this.trailer = this.#readTable(this.tableAt)
    let previous = this.trailer.get('Prev')?.value.number
    for (let count = 0; previous !== undefined; count += 1) {
      if (count > MAX_UPDATES) throw new UnreadablePdf()
      previous = this.#readTable(previous).get('Prev')?.value.number
    }
  }

  /** How many numbers are taken. */
  get size(): number {
    return this.trailer.get('Size')?.value.number ?? 0
  }

  get root(): number {
    return referenceIn(this.trailer, 'Root')
  }

  /** Where the newest version of an object begins. */
  placeOf(number: number): number {
    const at = this.#places.get(number)
    if (at === undefined) throw new UnreadablePdf()
    return at
  }

  /** The newest version of an object. */
  object(number: number): PdfNode {
    const at = this.placeOf(number)
    const head = /^\d+ 0 obj\b/.exec(this.bytes.toString(LATIN1, at, at + 24))
    if (!head) throw new UnreadablePdf()
    return readNode(this.bytes, at + head[0].length)
  }

  dictionary(number: number): Map<string, PdfEntry> {
    const { entries } = this.object(number)
    if (!entries) throw new UnreadablePdf()
    return entries
  }

  /** The content of a stream without filters. */
  stream(number: number): Buffer {
    const { entries, end } = this.object(number)
    const length = entries?.get('Length')?.value.number ?? -1
    const head = /^\s*stream\n/.exec(this.bytes.toString(LATIN1, end, end + STREAM_HEAD_BYTES))
    const start = end + (head?.[0].length ?? 0)
    if (!head || length < 0 || start + length > this.bytes.length) throw new UnreadablePdf()
    return this.bytes.subarray(start, start + length)
  }

  /** Entries of a dictionary as they were written, but for those that are named. */
  textWithout(entries: Map<string, PdfEntry>, names: readonly string[] = []): string {
    return [...entries]
      .filter(([name]) => !names.includes(name))
      .map(([, entry]) => this.bytes.toString(LATIN1, entry.start, entry.value.end))
      .join('')
  }

  /** Reads a table and answers its trailer. The newest table is read first, so that older places do not count. */
  #readTable(at: number): Map<string, PdfEntry> {
    if (!(at >= 0) || this.bytes.toString(LATIN1, at, at + 4) !== 'xref') throw new UnreadablePdf()
    const end = this.bytes.indexOf('trailer', at, LATIN1)
    if (end < 0) throw new UnreadablePdf()
    for (let from = at + 4; from < end; ) from = this.#readSection(from, end)
    const { entries } = readNode(this.bytes, end + 'trailer'.length)
    if (!entries) throw new UnreadablePdf()
    return entries
  }

  #readSection(from: number, end: number): number {
    const head = /^\s*(\d+) (\d+) ?\r?\n/.exec(this.bytes.toString(LATIN1, from, Math.min(end, from + 40)))
    if (!head) return end
    const [line, first, count] = [head[0], Number(head[1]), Number(head[2])]
    const start = from + line.length
    if (start + count * ENTRY_BYTES > end) throw new UnreadablePdf()
    for (let index = 0; index < count; index += 1) {
      const at = start + index * ENTRY_BYTES
      const isUsed = this.bytes[at + 17] === 'n'.charCodeAt(0)
      const place = Number.parseInt(this.bytes.toString(LATIN1, at, at + OFFSET_DIGITS), 10)
      if (isUsed && !this.#places.has(first + index)) this.#places.set(first + index, place)
    }
    return start + count * ENTRY_BYTES
  }
}

/** The number of the object that an entry refers to. */
export function referenceIn(entries: Map<string, PdfEntry> | undefined, name: string): number {
  const reference = entries?.get(name)?.value.reference
  if (reference === undefined) throw new UnreadablePdf()
  return reference
}

/** The numbers of the objects that the list of an entry refers to; none without the entry. */
export function referencesIn(entries: Map<string, PdfEntry> | undefined, name: string): number[] {
  const list = entries?.get(name)?.value.list ?? []
  return list.flatMap(({ reference }) => (reference === undefined ? [] : [reference]))
}
