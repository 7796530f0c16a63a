import { deflateSync } from 'node:zlib'

/** The second line tells programs that move files that this one is not a text. */
const HEADER = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
const FREE = '0000000000 65535 f \n'

/** A PDF that is being written. Objects are numbered as they are asked for, and may be written in any order. */
export class PdfOutput {
  readonly #parts: Buffer[] = []
  readonly #places: number[] = []
  #sizeBytes = 0

  constructor() {
    this.#write(HEADER)
  }

  /** The number of an object that is still to be put. */
  reserve(): number {
    return this.#places.push(0)
  }

  put(number: number, value: string): void {
    this.#places[number - 1] = this.#sizeBytes
    this.#write(`${number} 0 obj\n${value}\nendobj\n`)
  }

  add(value: string): number {
    const number = this.reserve()
    this.put(number, value)
    return number
  }

  addStream(content: string | Buffer, entries = ''): number {
    const number = this.reserve()
    const deflated = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
    this.#places[number - 1] = this.#sizeBytes
    this.#write(`${number} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${deflated.length}>>\nstream\n`)
    this.#write(deflated)
    this.#write('\nendstream\nendobj\n')
    return number
  }

  end(trailer: string): Uint8Array<ArrayBuffer> {
    const at = this.#sizeBytes
    const entries = this.#places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
    const size = entries.length + 1
    this.#write(`xref\n0 ${size}\n${FREE}${entries.join('')}trailer\n<</Size ${size}${trailer}>>\n`)
    this.#write(`startxref\n${at}\n%%EOF\n`)
    const bytes = new Uint8Array(this.#sizeBytes)
    let to = 0
    for (const part of this.#parts) {
      bytes.set(part, to)
      to += part.length
    }
    return bytes
  }

  #write(part: string | Buffer): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    this.#parts.push(bytes)
    this.#sizeBytes += bytes.length
  }
}
