import { deflateSync } from 'node:zlib'

/** The second line tells programs that move files that this one is not a text. */
const HEADER = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
const FREE = '0000000000 65535 f \n'

/** A file that is added to: how many numbers it has taken, and where its table is. */
export type EarlierPdf = { bytes: Buffer; size: number; tableAt: number }

/**
 * A PDF that is being written, or what is added to an earlier one behind its end.
 * Objects are numbered as they are asked for, and may be written in any order.
 */
export class PdfOutput {
  readonly #parts: Buffer[] = []
  readonly #places = new Map<number, number>()
  readonly #earlier: EarlierPdf | undefined
  #nextNumber: number
  #sizeBytes = 0

  constructor(earlier?: EarlierPdf) {
    this.#earlier = earlier
    this.#nextNumber = earlier?.size ?? 1
    this.#write(earlier?.bytes ?? HEADER)
  }

  /** The number of an object that is still to be put. */
  reserve(): number {
    this.#nextNumber += 1
    return this.#nextNumber - 1
  }

  /** An object of the earlier file may be put again: it takes its place. */
  put(number: number, value: string): void {
    this.#places.set(number, this.#sizeBytes)
    this.#write(`${number} 0 obj\n${value}\nendobj\n`)
  }

  add(value: string): number {
    const number = this.reserve()
    this.put(number, value)
    return number
  }

  addStream(content: string | Buffer, entries = ''): number {
    const deflated = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
    return this.addPacked(deflated, `${entries}/Filter/FlateDecode`)
  }

  /** A stream whose entries say how it is packed. */
  addPacked(content: Buffer, entries: string): number {
    const number = this.reserve()
    this.#places.set(number, this.#sizeBytes)
    this.#write(`${number} 0 obj\n<<${entries}/Length ${content.length}>>\nstream\n`)
    this.#write(content)
    this.#write('\nendstream\nendobj\n')
    return number
  }

  end(trailer: string): Uint8Array<ArrayBuffer> {
    const at = this.#sizeBytes
    const previous = this.#earlier ? `/Prev ${this.#earlier.tableAt}` : ''
    this.#write(`xref\n${this.#table()}trailer\n<</Size ${this.#nextNumber}${previous}${trailer}>>\n`)
    this.#write(`startxref\n${at}\n%%EOF\n`)
    const bytes = new Uint8Array(this.#sizeBytes)
    let to = 0
    for (const part of this.#parts) {
      bytes.set(part, to)
      to += part.length
    }
    return bytes
  }

  /** Where the objects are, with numbers that follow each other together. */
  #table(): string {
    const rows = Array.from(this.#places, ([number, place]): [number, string] => [
      number,
      `${String(place).padStart(10, '0')} 00000 n \n`,
    ])
    if (!this.#earlier) rows.push([0, FREE])
    rows.sort(([one], [other]) => one - other)
    const runs = Map.groupBy(rows.entries(), ([index, [number]]) => number - index)
    return Array.from(runs.values(), (run) => {
      const [first] = run[0]?.[1] ?? [0]
      return `${first} ${run.length}\n${run.map(([, [, row]]) => row).join('')}`
    }).join('')
  }

  #write(part: string | Buffer): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    this.#parts.push(bytes)
    this.#sizeBytes += bytes.length
  }
}
