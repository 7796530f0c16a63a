import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

/** A value of a PDF and where it stands, so that it can be taken out without the rest being written anew. */
export type PdfNode = {
  start: number
  end: number
  /** The number of the object that it refers to. */
  reference?: number
  name?: string
  number?: number
  list?: PdfNode[]
  /** By their names; `start` of an entry is that of its name. */
  entries?: Map<string, PdfEntry>
}
export type PdfEntry = { start: number; value: PdfNode }

const BLANKS = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set(Array.from('()<>[]{}/%', (sign) => sign.charCodeAt(0)))
const isRegular = (byte: number | undefined) => byte !== undefined && !BLANKS.has(byte) && !DELIMITERS.has(byte)
const MAX_DEPTH = 64

/** Reads the value that stands at a place. */
export function readNode(bytes: Buffer, at: number): PdfNode {
  return new NodeReader(bytes).value(at, 0)
}

export function afterBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (BLANKS.has(bytes[at] ?? -1)) at += 1
  return at
}

/** Names may have some of their letters as hexadecimals. */
export function plainName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

class NodeReader {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  value(from: number, depth: number): PdfNode {
    if (depth > MAX_DEPTH) throw new UnreadablePdf()
    const start = afterBlanks(this.#bytes, from)
    const first = String.fromCharCode(this.#bytes[start] ?? 0)
    if (first === '<' && this.#bytes[start + 1] === this.#bytes[start]) return this.#dictionary(start, depth)
    if (first === '<') return { start, end: this.#after('>', start) }
    if (first === '[') return this.#list(start, depth)
    if (first === '(') return { start, end: this.#afterText(start) }
    if (first === '/') return this.#name(start)
    return this.#word(start)
  }

  #after(sign: string, from: number): number {
    const at = this.#bytes.indexOf(sign, from, 'latin1')
    if (at < 0) throw new UnreadablePdf()
    return at + 1
  }

  #afterText(start: number): number {
    let open = 0
    for (let at = start; at < this.#bytes.length; at += 1) {
      const sign = this.#bytes[at]
      if (sign === 0x5c) at += 1
      else if (sign === 0x28) open += 1
      else if (sign === 0x29) {
        open -= 1
        if (open === 0) return at + 1
      }
    }
    throw new UnreadablePdf()
  }

  #dictionary(start: number, depth: number): PdfNode {
    const entries = new Map<string, PdfEntry>()
    for (let at = start + 2; ; ) {
      at = afterBlanks(this.#bytes, at)
      if (this.#bytes[at] === 0x3e) return { start, end: at + 2, entries }
      const { name, end } = this.#name(at)
      const value = this.value(end, depth + 1)
      entries.set(name ?? '', { start: at, value })
      at = value.end
    }
  }

  #list(start: number, depth: number): PdfNode {
    const list: PdfNode[] = []
    for (let at = start + 1; ; ) {
      at = afterBlanks(this.#bytes, at)
      if (this.#bytes[at] === 0x5d) return { start, end: at + 1, list }
      const value = this.value(at, depth + 1)
      list.push(value)
      at = value.end
    }
  }

  #name(start: number): PdfNode {
    if (this.#bytes[start] !== 0x2f) throw new UnreadablePdf()
    const end = this.#wordEnd(start + 1)
    return { start, end, name: plainName(this.#bytes.toString('latin1', start + 1, end)) }
  }

  #wordEnd(from: number): number {
    let at = from
    while (isRegular(this.#bytes[at])) at += 1
    return at
  }

  /** A number, a reference, or a word such as `true`. */
  #word(start: number): PdfNode {
    const end = this.#wordEnd(start)
    if (end === start) throw new UnreadablePdf()
    const text = this.#bytes.toString('latin1', start, end)
    const reference = /^\d+$/.test(text) ? /^\s+\d+\s+R(?![^\s()<>[\]{}/%])/.exec(this.#ahead(end)) : null
    if (reference) return { start, end: end + reference[0].length, reference: Number(text) }
    const number = Number(text)
    return Number.isFinite(number) ? { start, end, number } : { start, end }
  }

  #ahead(at: number): string {
    return this.#bytes.toString('latin1', at, at + 24)
  }
}
